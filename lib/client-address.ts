import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * The address of whoever sent a request. Proxies append to X-Forwarded-For, so of its entries only
 * the last `trustedHops` were written by proxies of ours; anything before them is the client's own
 * claim. Nothing else may read that header.
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
  // A shorter list did not come by all of our proxies: nothing in it is known to be true.
  return readAddress(entries.at(-trustedHops) ?? '') ?? direct
}

/**
 * One form for each address: IPv4-mapped as IPv4, IPv6 shortened, without port or zone. Null for
 * anything else.
 */
export function readAddress(text: string): string | null {
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
 * Whose turn it is: of IPv6 a customer is given a whole /64 and could send each request from
 * another address of it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}
