/**
 * Whether an origin is one of these. `http://*.localhost:3000` stands for every host of this
 * machine one level below `localhost` at that port.
 */
export function originMatcher(allowed: readonly string[]): (origin: string) => boolean {
  const known = new Set(allowed.map((one) => new URL(one).origin))
  return (origin) => known.has(origin) || known.has(starred(origin))
}

/** `http://apps.localhost:3000` → `http://*.localhost:3000`; other origins as they are. */
function starred(origin: string): string {
  const url = URL.parse(origin)
  const [first, second, ...more] = url?.hostname.split('.') ?? []
  return second === 'localhost' && more.length === 0
    ? origin.replace(`//${first}.`, '//*.')
    : origin
}
