/** Files of packages in memory, for opening a package costs a reading of the whole of it. The oldest make way; what is asked for at once is read once. */
export function fileCache(maxBytes: number) {
  const kept = new Map<string, Buffer>()
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  function keep(key: string, file: Buffer): void {
    if (file.length > maxBytes / 8 || kept.has(key)) return
    kept.set(key, file)
    bytes += file.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) break
      kept.delete(oldest)
      bytes -= length
    }
  }

  return {
    async read(key: string, open: () => Promise<Buffer | null>): Promise<Buffer | null> {
      const known = kept.get(key)
      if (known) return known
      const running = reading.get(key) ?? open().finally(() => reading.delete(key))
      reading.set(key, running)
      const file = await running
      if (file) keep(key, file)
      return file
    },
  }
}
