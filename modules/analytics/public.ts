export { rollUpBatch, rollUpFigures } from './roll-up.ts'
export { createViewCounter, type ViewCounter } from './views.ts'
