/**
 * D9: what bills again and again is shown from the start and cannot be bought until billing of it
 * exists. Nobody is charged once for a subscription.
 */
export const isBuyable = (kind: 'free' | 'one_time' | 'recurring' | 'usage'): boolean =>
  kind === 'free' || kind === 'one_time'
