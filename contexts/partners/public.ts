export { measuresOf, sayMissing, type Measure, type Missing } from './completeness.ts'
export { findPartner, insertPartner, listPartners } from './data.ts'
export { readDraft } from './read-draft.ts'
