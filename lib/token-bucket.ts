/** Rate limiting in this process: a burst, then a number per second, by key. */
export interface TokenBuckets {
  /** Takes a token. Returns 0, or the seconds until there is one. */
  take(key: string): number
}

const MAX_KEYS = 50_000

/** Evicts the fullest buckets first, so that many keys gain nothing. */
export function createTokenBuckets({
  burst,
  perSecond,
  now = () => performance.now() / 1000,
}: {
  burst: number
  perSecond: number
  now?: () => number
}): TokenBuckets {
  // A Map iterates in insertion order: the first bucket has been refilling for longest.
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(key) {
      const at = now()
      const known = buckets.get(key)
      const tokens = known ? Math.min(burst, known.tokens + (at - known.at) * perSecond) : burst
      buckets.delete(key)
      const isTaken = tokens >= 1
      buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at })
      if (buckets.size > MAX_KEYS) buckets.delete(buckets.keys().next().value as string)
      return isTaken ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond))
    },
  }
}
