export { findDueRollouts, lookAtRollout } from './watch.ts'
export { renewStandings } from './standings.ts'
