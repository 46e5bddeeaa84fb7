export { answerAppeal, readAppeal, type AnsweredAppeal } from './appeal.ts'
export { findInForce, findNames, findStatement, listAllStatements } from './data.ts'
export { presentLine, presentStatement } from './present.ts'
export { endStatements, stateReasons, type StatedReasons, type StatementNeeds } from './state-reasons.ts'
