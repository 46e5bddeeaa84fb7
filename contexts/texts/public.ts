export { findSettings, type MarketSettings, type OperatorFacts } from './settings-data.ts'
