import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import { addCommonHeaders } from '../security-headers.ts'
import { type PageRequest, ENCODINGS, type Encoding } from './read-request.ts'

/** A render without anything of a request: no session, nonce or incident. */
export interface Rendering {
  /** Operation or page, for figures. */
  name: string
  status: number
  /** Including content type and policy. */
  headers: Headers
  html: string
  /** Tags of what it shows; a change of one makes it stale (`changes.ts`). */
  tags: Iterable<string>
  /** False when something failed, even if the page looks complete. */
  complete: boolean
  /** From then on it is another page, without any change of the database. */
  until?: Date | null
}

interface Variant {
  etag: string
  /**
   * Null for uncompressed HTML, which would take three quarters of the memory: it is unpacked for
   * the rare client that needs it.
   */
  body: Buffer | null
  /** Names and values alternate: the fastest form for node:http. */
  headers: string[]
  shared: string[]
}

/** A page prepared in each encoding. */
export interface Page {
  name: string
  status: number
  /** May be stored. */
  cacheable: boolean
  tags: readonly string[]
  /** In milliseconds; null: until something changes. */
  until: number | null
  bytes: number
  variants: Record<Encoding, Variant>
}

const bodyOf = ({ variants }: Page, encoding: Encoding): Buffer =>
  variants[encoding].body ?? gunzipSync(variants.gzip.body as Buffer)

/** The part of node:http's response that is used. */
export interface Outgoing {
  readonly destroyed: boolean
  writeHead(status: number, headers: string[]): unknown
  end(body?: Buffer): unknown
}

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const deflate = promisify<Buffer, object, Buffer>(gzip)

// Measured on a list page of 96 kB: see docs/decisions/0011-page-cache.md.
const BROTLI_QUALITY = 6
const GZIP_LEVEL = 6
/** Headers, keys and runtime overhead. */
const OVERHEAD_BYTES = 4_096

/** Outside caches may store it but must revalidate: changes show at once, and a check costs a 304. */
const SHARED = 'public, max-age=0, must-revalidate'
const PRIVATE = 'private, max-age=0, must-revalidate'
const NOT_KEPT = 'private, no-store'
const VARY = 'accept-encoding, accept-language, cookie, apps-token'

/** Null when the render is not cacheable: an error, a redirect, a cookie or a forbidding header. */
export async function makePage({
  name,
  status,
  headers,
  html,
  tags,
  complete,
  until,
}: Rendering): Promise<Page | null> {
  const isPlain = status === 200 || (status >= 400 && status < 500)
  if (
    !isPlain ||
    !complete ||
    headers.has('set-cookie') ||
    /no-store|private/.test(headers.get('cache-control') ?? '')
  )
    return null
  const own = new Headers(headers)
  for (const name of ['cache-control', 'content-length', 'content-encoding', 'etag', 'vary'])
    own.delete(name)
  addCommonHeaders({ get: (name) => own.get(name), set: (name, value) => own.set(name, value) })
  own.set('vary', VARY)
  const flat = [...own].flat()

  const identity = Buffer.from(html)
  const [small, middle] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    deflate(identity, { level: GZIP_LEVEL }),
  ])
  const forBrowsers = own.get('content-type')?.startsWith('text/html')
  const bodies: Record<Encoding, Buffer | null> = {
    br: small,
    gzip: middle,
    identity: forBrowsers ? null : identity,
  }
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const cacheable = status === 200
  const variantOf = (encoding: Encoding): Variant => {
    const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    const withTag = cacheable ? [...flat, 'etag', etag] : flat
    const body = bodies[encoding]
    return {
      etag,
      body,
      headers: withTag,
      shared: [
        ...withTag,
        'cache-control',
        cacheable ? SHARED : NOT_KEPT,
        ...bodyHeaders(encoding, (body ?? identity).length),
      ],
    }
  }
  return {
    name,
    status,
    cacheable,
    tags: [...tags],
    until: until?.getTime() ?? null,
    bytes: ENCODINGS.reduce(
      (sum, encoding) => sum + (bodies[encoding]?.length ?? 0),
      OVERHEAD_BYTES,
    ),
    variants: { br: variantOf('br'), gzip: variantOf('gzip'), identity: variantOf('identity') },
  }
}

const bodyHeaders = (encoding: Encoding, bytes: number): string[] => [
  'content-length',
  String(bytes),
  ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
]

/** Writes the response to one request without changing the entry. Returns the status. */
export function writePage(page: Page, request: PageRequest, outgoing: Outgoing): number {
  const { etag, headers, shared } = page.variants[request.encoding]
  const personal = request.cookies.length > 0
  if (
    page.cacheable &&
    request.ifNoneMatch !== undefined &&
    matchesEtag(request.ifNoneMatch, etag)
  ) {
    outgoing.writeHead(304, [
      ...headers.filter(notOfTheBody),
      'cache-control',
      personal ? PRIVATE : SHARED,
      ...cookieHeaders(request.cookies),
    ])
    outgoing.end()
    return 304
  }
  const body = bodyOf(page, request.encoding)
  outgoing.writeHead(
    page.status,
    personal
      ? [
          ...headers,
          'cache-control',
          page.cacheable ? PRIVATE : NOT_KEPT,
          ...bodyHeaders(request.encoding, body.length),
          ...cookieHeaders(request.cookies),
        ]
      : shared,
  )
  if (request.headersOnly) outgoing.end()
  else outgoing.end(body)
  return page.status
}

const cookieHeaders = (cookies: readonly string[]): string[] =>
  cookies.flatMap((cookie) => ['set-cookie', cookie])

const notOfTheBody = (_: string, index: number, flat: string[]): boolean =>
  flat[index - (index % 2)] !== 'content-type'

/** Whether If-None-Match contains the tag, compared weakly because proxies add `W/`. */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

interface HashedPage {
  html: string
  /** Sources for `script-src` and `style-src`: `'sha256-…'`. */
  scripts: string[]
  styles: string[]
}

const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi

/**
 * D22: turns a page with a nonce into one with hashes. Only elements with the nonce get a hash: our
 * components wrote them. Scripts inside foreign texts stay blocked. Data blocks need neither.
 */
export function hashInline(html: string, nonce: string): HashedPage {
  const mark = ` nonce="${nonce}"`
  const found = { script: new Set<string>(), style: new Set<string>() }
  for (const [, name = '', attributes = '', content = ''] of html.matchAll(ELEMENT)) {
    if (!attributes.includes(mark) || /\ssrc=/i.test(attributes)) continue
    found[name.toLowerCase() as 'script' | 'style'].add(sourceOf(content))
  }
  const without = html.replaceAll(mark, '')
  if (without.includes(nonce))
    throw new Error('the nonce of a rendering stands in its page outside an attribute')
  return { html: without, scripts: [...found.script], styles: [...found.style] }
}

/** Browsers normalize line ends before hashing. */
const sourceOf = (content: string): string =>
  `'sha256-${createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('base64')}'`
