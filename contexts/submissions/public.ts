export { checkSubmission, findDueChecks } from './check-submission.ts'
