export { findDueRollouts, lookAtRollout } from './watch.ts'
