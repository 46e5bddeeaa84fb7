import { NAUGHTY } from '#test/support/naughty-strings.ts'
import type { Random } from '../../installs/seeded-random.ts'
import type { HostileRequest } from '../send.ts'
import type { Target } from './read-document.ts'
import { sampleValue, type Dictionary } from './sample-schema.ts'
import { CONTENT_TYPES, FILES, oddValue, corruptJson, corruptValue } from './corrupt.ts'

/** Everything that HTTP knows as a method, and some that it does not. */
export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'PURGE',
  'SEARCH',
  'QUERY',
  'LOCK',
  'M-SEARCH',
  'MKCOL',
] as const

export interface MadeRequest extends HostileRequest {
  target: Target
  /** The one of the document; otherwise another one at its path. */
  ownMethod: boolean
  /** What was done to it, for whoever reads a violation. */
  spoiled: string
}

const encoded = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
  )
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const ODD_HEADERS: readonly [string, readonly string[]][] = [
  ['accept-language', ['xx', 'tr;q=nan', 'ar,'.repeat(200), '*', '\x80\xff']],
  [
    'cookie',
    [
      'hl=xx',
      'apps-token=%',
      'apps-token="a; b"',
      `x=${'y'.repeat(3_000)}`,
      '=;=;=',
      'hl=%E0%A4%A',
      '__proto__=1',
      'console.session=x.y',
    ],
  ],
  ['apps-token', ['x', 'A'.repeat(43), 'a.b.c', '', 'ğ'.repeat(3).slice(0, 0) + '\xff\xfe']],
  ['store-token', ['x', ' ', '\xff']],
  ['store', ['str_x', '%', '\xff', 'undefined']],
  [
    'authorization',
    ['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic %%%', 'bearer  ', 'Bearer arp_x'],
  ],
  [
    'x-forwarded-for',
    ['1.2.3.4', '::1', 'unknown, 1.2.3.4', '1.2.3.4, '.repeat(50), '\xff', '999.999.999.999'],
  ],
  ['if-none-match', ['*', '"x"', 'W/"', '"'.repeat(200)]],
  ['idempotency-key', ['x'.repeat(255), 'x'.repeat(256), '"', '\xff', ' ']],
  ['origin', ['null', 'http://evil.example', 'http://', 'x']],
  ['host', ['evil.example', 'apps.localhost:99999', '[::1', 'a b', '']],
  ['accept-encoding', ['br;q=0', 'identity;q=0, *;q=0', 'gzip;q=x']],
  ['arasta-key-id', ['x', '\xff']],
  ['content-encoding', ['gzip', 'br', 'x']],
  ['transfer-encoding', ['chunked']],
  ['expect', ['x', '100-continue']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'x']],
  ['connection', ['upgrade']],
]

/**
 * One request at a target: half of them fit the document, the others are spoiled in one or more
 * places.
 */
export function makeRequest(target: Target, random: Random, dictionary: Dictionary): MadeRequest {
  const spoiled: string[] = []
  const isFine = random.chance(0.45)
  const maybe = (chance: number, what: string): boolean => {
    const does = !isFine && random.chance(chance)
    if (does) spoiled.push(what)
    return does
  }
  const ownMethod = !maybe(0.06, 'method')
  const method = ownMethod ? target.method : random.pick(METHODS)

  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { schema = {} } =
      target.parameters.find((one) => one.in === 'path' && one.name === name) ?? {}
    if (maybe(0.15, `path ${name}`))
      return random.chance(0.8)
        ? encoded(oddValue(random))
        : random.pick(['%', '%00', '%2f', '..', '%c0%af', '%ff', ';', 'a%2Fb'])
    return encoded(sampleValue(schema, random, dictionary, name))
  })
  const query = makeQuery(target, random, dictionary, maybe, isFine)
  const headers: Record<string, string | string[]> = {}
  for (const { name, schema, required } of target.parameters.filter((one) => one.in === 'header')) {
    if (maybe(0.1, `header ${name}`))
      headers[name] = Buffer.from(textOf(oddValue(random)).slice(0, 4_000)).toString('latin1')
    else if ((required && !maybe(0.05, `no ${name}`)) || random.chance(0.5))
      headers[name] = random.chance(0.7)
        ? `${name}-${random.below(1e6)}`
        : textOf(sampleValue(schema, random, dictionary, name))
  }
  if (random.chance(0.3)) headers['accept-language'] = random.pick(['tr', 'en', 'ar'])
  if (maybe(0.12, 'odd header')) {
    const [name, values] = random.pick(ODD_HEADERS)
    headers[name] = random.pick(values)
    spoiled.push(name)
  }
  const body = makeBody(target, method, random, dictionary, maybe, headers)
  return {
    target,
    origin: target.origin,
    ownMethod: method === target.method,
    method,
    path: path + query,
    headers,
    body,
    spoiled: spoiled.join(', '),
  }
}

type Maybe = (chance: number, what: string) => boolean

function makeQuery(
  target: Target,
  random: Random,
  dictionary: Dictionary,
  maybe: Maybe,
  isFine: boolean,
): string {
  const pairs: string[] = []
  const known = target.parameters.filter((one) => one.in === 'query')
  for (const { name, schema, required } of known) {
    // Most calls name neither market nor platform.
    const isCommon = ['platform_id', 'market', 'hl'].includes(name)
    if (!required && !random.chance(isCommon ? 0.15 : 0.35)) continue
    if (required && maybe(0.08, `no ${name}`)) continue
    if (maybe(0.2, `query ${name}`)) {
      pairs.push(
        random.pick([
          () => `${name}=${encoded(oddValue(random))}`,
          () => `${name}=1&${name}=2`,
          () => `${name}[]=1`,
          () => `${name}`,
          () => `${name}=`,
          () => `${name}=%`,
          () => `${name}=%ff%fe`,
          () => `${name}=%00`,
          () => `${name.toUpperCase()}=1`,
          () =>
            `${name}=${random.pick(['2', '3', '7', '8', '0', '-1', '32767', '32768', '2147483648', '1e3', '0x1', '١'])}`,
          () => `${name}=a#b`,
          () => `${name}=${'x'.repeat(3_000)}`,
        ])(),
      )
    } else
      pairs.push(
        `${name}=${encoded(name === 'platform_id' && isFine ? 1 : sampleValue(schema, random, dictionary, name))}`,
      )
  }
  if (maybe(0.06, 'odd query'))
    pairs.push(
      random.pick([
        '&&&',
        '=',
        '__proto__=1',
        'constructor[prototype]=1',
        `${encodeURIComponent(random.pick(NAUGHTY).toWellFormed()).slice(0, 2_000)}=1`,
        'utm_source=%00',
        '?',
        ...Array.from({ length: 1 }, () =>
          Array.from({ length: 300 }, (_, at) => `p${at}=1`).join('&'),
        ),
      ]),
    )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function makeBody(
  target: Target,
  method: string,
  random: Random,
  dictionary: Dictionary,
  maybe: Maybe,
  headers: Record<string, string | string[]>,
): Buffer | undefined {
  const types = Object.keys(target.body)
  if (method === 'GET' || method === 'HEAD' || types.length === 0)
    return maybe(0.04, 'body where none is') && method !== 'CONNECT'
      ? Buffer.from('{"a":1}')
      : undefined
  const type = random.pick(types)
  headers['content-type'] = type
  if (maybe(0.1, 'content type')) headers['content-type'] = random.pick(CONTENT_TYPES)
  if (type !== 'application/json') return maybe(0.05, 'no file') ? undefined : random.pick(FILES)
  if (maybe(0.04, 'no body')) return undefined
  const fine = sampleValue(target.body[type] ?? {}, random, dictionary)
  let value = fine
  for (let times = 0; times < 3 && maybe(times === 0 ? 0.5 : 0.3, 'body'); times++)
    value = corruptValue(value, random)
  const text = JSON.stringify(value) ?? ''
  return maybe(0.1, 'JSON') ? corruptJson(text, random) : Buffer.from(text)
}
