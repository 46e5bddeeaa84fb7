/**
 * The prefix of all tokens that we issue, so that secret scanners find one that was published by
 * mistake (PKG-7).
 */
export const TOKEN_PREFIX = 'arasta_'
export const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** Prefix of partner tokens (`lib/access-token.ts`). */
export const PARTNER_TOKEN_PREFIX = `${TOKEN_PREFIX}pat_`
