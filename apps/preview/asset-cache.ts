import type { HttpAnswer } from '#lib/http.ts'

/** Files that never change under their address, so that many visitors of one preview cost the shop one fetch. The oldest make way. */
export function assetCache(maxBytes: number) {
  const kept = new Map<string, HttpAnswer>()
  let bytes = 0
  return {
    get: (key: string): HttpAnswer | undefined => kept.get(key),
    keep(key: string, answer: HttpAnswer): void {
      const { status, headers, body } = answer
      if (status !== 200 || !/\bimmutable\b/.test(headers['cache-control'] ?? '') || body.length > maxBytes / 8 || kept.has(key)) return
      kept.set(key, answer)
      bytes += body.length
      for (const [oldest, { body: gone }] of kept) {
        if (bytes <= maxBytes) break
        kept.delete(oldest)
        bytes -= gone.length
      }
    },
  }
}
