export { sweepPictures } from './sweep-pictures.ts'
export { checkSubmission, findDueChecks } from './check-submission.ts'
