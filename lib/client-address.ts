import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address of the client. Proxies append to X-Forwarded-For, so only its last `trustedHops`
 * entries were written by our own; anything before is the client's claim. No other code may read
 * this header.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedHops: number,
): string {
  const direct = readAddress(socket.remoteAddress ?? '') ?? ''
  if (trustedHops === 0) return direct
  const entries = String(headers['x-forwarded-for'] ?? '')
    .slice(-2_000)
    .split(',')
  // With fewer entries the request did not pass all our proxies, so none of them can be trusted.
  return readAddress(entries.at(-trustedHops) ?? '') ?? direct
}

const MOST_KNOWN = 1_000
const LONGEST = 60
/** What was read lately: with a proxy in front all connections come from the same few addresses. */
const known = new Map<string, string | null>()

/**
 * Normalizes an address: IPv4-mapped as IPv4, IPv6 shortened, without port or zone. Null for
 * anything else.
 */
export function readAddress(text: string): string | null {
  const before = known.get(text)
  if (before !== undefined) return before
  const address = normalized(text)
  if (known.size >= MOST_KNOWN) known.clear()
  if (text.length <= LONGEST) known.set(text, address)
  return address
}

function normalized(text: string): string | null {
  const [, bracketed, v4] =
    /^\[([^[\]]{2,50})\](?::\d{1,5})?$|^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/.exec(
      text.trim(),
    ) ?? []
  const bare = (bracketed ?? v4 ?? text.trim()).replace(/%[\w.-]{1,20}$/, '')
  if (bare.includes(':') ? !ipaddr.IPv6.isValid(bare) : !ipaddr.IPv4.isValidFourPartDecimal(bare))
    return null
  return ipaddr.process(bare).toString()
}

/**
 * Rate limiting key of an address: an IPv6 customer has a whole /64 and could send each request
 * from another address of it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}

/** The network that a connection comes from: a client's, or that of a proxy. */
export const networkOfSocket = ({ remoteAddress }: Socket): string =>
  networkOf(readAddress(remoteAddress ?? '') ?? '')
