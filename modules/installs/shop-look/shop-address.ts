/** The host of an address; empty for none. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''

/** The same site, over https or with `www.` too. */
export function isSameSite(url: string, other: string): boolean {
  const [a, b] = [URL.parse(url), URL.parse(other)]
  if (!a || !b || !/^https?:$/.test(a.protocol)) return false
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, '')
  return bare(a) === bare(b) && (a.port === b.port || a.port === '')
}
