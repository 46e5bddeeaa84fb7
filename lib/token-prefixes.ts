/** How secrets of ours begin, so that one that was published by mistake is found wherever it stands (PKG-7). What we hand out as a token begins so. */
export const TOKEN_PREFIX = 'arasta_'
export const WEBHOOK_SECRET_PREFIX = 'whsec_'
