export { closeMonths } from './close-month.ts'
export { noteEarnings } from './note-entries.ts'
