/**
 * How secrets of ours begin, so that one that was published by mistake is found wherever it stands
 * (PKG-7). What we hand out as a token begins so.
 */
export const TOKEN_PREFIX = 'arasta_'
export const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** Of a partner's programs; the rest is written by `lib/access-token.ts`. */
export const PARTNER_TOKEN_PREFIX = `${TOKEN_PREFIX}pat_`
