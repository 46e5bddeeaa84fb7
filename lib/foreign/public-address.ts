import ipaddr from 'ipaddr.js'

/**
 * `64:ff9b::/96` (RFC 6052): networks without IPv4 reach IPv4 hosts by it; the last 32 bits are the
 * IPv4 address.
 */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * The only IPv6 space assigned to the public Internet. Outside it are IPv4-compatible (`::a.b.c.d`)
 * and IPv4-mapped addresses, which `range()` of ipaddr.js reports as `unicast` or unwraps,
 * link-local, unique-local, multicast and reserved ones.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Inside it but not public: protocol assignments with Teredo and ORCHID (2001::/23), and 6to4
 * (2002::/16), which wrap other addresses.
 */
const WRAPPED_IPV6 = [ipaddr.IPv6.parseCIDR('2001::/23'), ipaddr.IPv6.parseCIDR('2002::/16')]

/** Whether an IP address, as a resolver or URL returns it, is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.zoneId) return false
  if (parsed.match(NAT64))
    return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast'
  return (
    parsed.match(GLOBAL_IPV6) &&
    !WRAPPED_IPV6.some((range) => parsed.match(range)) &&
    parsed.range() === 'unicast'
  )
}

/** RFC 6761 6.3: `localhost` and its subdomains are this machine. */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost')

/** Whether a host, as `URL` returns it (without brackets), is this machine. */
export const isLoopbackHost = (host: string): boolean =>
  isLoopbackName(host) || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback')

/**
 * Top-level names that only resolve inside a network (RFC 6761, 6762, 7686, 8375, 9476, ICANN's
 * `internal`).
 */
const INSIDE = new Set([
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'arpa',
  'onion',
  'alt',
  'invalid',
])

/**
 * Whether a host, as `URL` returns it (without brackets), may be looked up in the public DNS:
 * several labels, no trailing dot.
 */
export function isPublicName(host: string): boolean {
  const labels = host.split('.')
  return (
    labels.length > 1 && labels.every((label) => label !== '') && !INSIDE.has(labels.at(-1) ?? '')
  )
}
