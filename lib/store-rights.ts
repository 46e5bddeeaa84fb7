/**
 * What a person may do on a store, as the platform's launch token says; each right includes those
 * before it. Who may `install` may do everything: the store's owner.
 */
export const STORE_RIGHTS = ['browse', 'ask', 'buy', 'install'] as const
export type StoreRight = (typeof STORE_RIGHTS)[number]

export const includesRight = (held: StoreRight, needed: StoreRight): boolean =>
  STORE_RIGHTS.indexOf(held) >= STORE_RIGHTS.indexOf(needed)
