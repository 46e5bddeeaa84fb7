export { findConnectedApp, giveTokens, revokeToken, tidyConnections } from './connect/tokens.ts'
export { renewOldKeys } from './keys.ts'
