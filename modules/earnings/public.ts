export { closeMonths } from './statements.ts'
export { recordEarnings } from './entries.ts'
