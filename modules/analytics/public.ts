export { rollUpBatch, rollUpFigures } from './roll-up.ts'
export { renewMedians } from './category-medians.ts'
export { createSearchTerms, purgeSearchTerms, type SearchTerms } from './search-terms.ts'
export { createViewCounter, type ViewCounter } from './views.ts'
