import dns from 'node:dns'
import type net from 'node:net'
import { isIP } from 'node:net'
import { exchange, HttpFailure, lookupLoopback, makeAgent, type ForeignHttp } from '../http.ts'
import { isLoopbackHost, isLoopbackName, isPublicAddress, isPublicName } from './public-address.ts'

/** The host of a URL; an IPv6 address without its brackets. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const isLocalOrigin = (origin: string): boolean => {
  const url = URL.parse(origin)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && isLoopbackHost(bareHost(url))
}

/**
 * Requires all addresses found by `dns.lookup` to be public: DNS rebinding may change them between
 * the check of a URL and the connection.
 */
const lookupPublic: net.LookupFunction = (host, options, done) =>
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 4)
    const [first] = found
    if (!first) return done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 4)
    if (found.some((entry) => !isPublicAddress(entry.address)))
      return done(Object.assign(new Error('blocked address'), { code: 'EBLOCKED' }), '', 4)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })

/** Whether a URL names a host of the public Internet. */
export function isPublicHost(url: URL): boolean {
  const host = bareHost(url)
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)
}

/**
 * The client for untrusted URLs, given by visitors, shops or partners (D7): public hosts on ports
 * 80 and 443, http or https, without credentials. Follows no redirects; `followRedirects`
 * (follow.ts) requests each target as a URL of its own. `localOrigins`, for demos and tests, are
 * exact loopback origins (`*.localhost`, 127.0.0.1).
 */
export function createForeignHttp({
  localOrigins = [],
}: { localOrigins?: readonly string[] } = {}): ForeignHttp {
  const wrong = localOrigins.find((origin) => !isLocalOrigin(origin))
  if (wrong !== undefined) throw new Error(`${wrong} is not an origin of this machine`)
  const local = new Set(localOrigins.map((origin) => new URL(origin).origin))
  const publicAgent = makeAgent(lookupPublic)
  const localAgent = makeAgent((host, options, done) =>
    isLoopbackName(host) ? lookupLoopback(host, options, done) : lookupPublic(host, options, done),
  )

  function check(url: string): URL {
    const target = URL.parse(url)
    if (!target) throw new HttpFailure('blocked', false, 'no address')
    const isAllowed =
      target.username === '' &&
      target.password === '' &&
      (local.has(target.origin) ||
        (['http:', 'https:'].includes(target.protocol) &&
          ['', '80', '443'].includes(target.port) &&
          isPublicHost(target)))
    if (!isAllowed) throw new HttpFailure('blocked', false, target.host)
    return target
  }

  return {
    reach: 'foreign',
    request: async (url, options) => {
      const target = check(url)
      return exchange(
        local.has(target.origin) ? localAgent : publicAgent,
        'foreign',
        target,
        options,
      )
    },
  }
}
