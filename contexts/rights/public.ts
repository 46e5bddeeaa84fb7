export { findConnectedApp, giveTokens, revokeToken, tidyConnections } from './connect/tokens.ts'
export { checkScripts } from './scripts/check-scripts.ts'
export { renewOldKeys } from './keys.ts'
