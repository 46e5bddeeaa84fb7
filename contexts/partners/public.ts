export { findPartner, insertPartner, listPartners } from './data.ts'
export { findBearer } from './token-data.ts'
export { tellEndingTokens } from './tokens.ts'
