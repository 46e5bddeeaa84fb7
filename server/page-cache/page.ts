import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import { addCommonHeaders } from '../security-headers.ts'
import { type Ask, ENCODINGS, type Encoding } from './read-request.ts'

/** A rendering that holds nothing of a request: no session, no nonce, no incident. */
export interface Rendering {
  status: number
  /** Type and policy among them. */
  headers: Headers
  html: string
  /** What it shows; a change of one of these makes it stale (`changes.ts`). */
  tags: Iterable<string>
  /** False when something went wrong under way, though the page may look whole. */
  sound: boolean
}

interface Variant {
  etag: string
  /**
   * Null for an HTML page without compression, three quarters of the memory: no browser asks for
   * it, so it is unpacked for who does.
   */
  body: Buffer | null
  /** Name and value by turns, as node:http writes them fastest. */
  headers: string[]
  shared: string[]
}

/** A page ready to be written in each encoding. */
export interface Page {
  status: number
  /** May be given to those who ask later. */
  lasting: boolean
  tags: readonly string[]
  bytes: number
  variants: Record<Encoding, Variant>
}

const bodyOf = ({ variants }: Page, encoding: Encoding): Buffer =>
  variants[encoding].body ?? gunzipSync(variants.gzip.body as Buffer)

/** What is needed of node:http's answer. */
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
/** Headers, keys and what the runtime needs around them. */
const OVERHEAD_BYTES = 4_096

/**
 * Outside caches may keep it, but have to ask each time: a change is seen at once, and asking costs
 * a 304.
 */
const SHARED = 'public, max-age=0, must-revalidate'
const PRIVATE = 'private, max-age=0, must-revalidate'
const NOT_KEPT = 'private, no-store'
const VARY = 'accept-encoding, accept-language, cookie, apps-token'

/**
 * Null when the rendering is not for everybody: it fails, leads elsewhere, sets a cookie or forbids
 * to be kept.
 */
export async function makePage({
  status,
  headers,
  html,
  tags,
  sound,
}: Rendering): Promise<Page | null> {
  const isPlain = status === 200 || (status >= 400 && status < 500)
  if (
    !isPlain ||
    !sound ||
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
  const lasting = status === 200
  const variantOf = (encoding: Encoding): Variant => {
    const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    const withTag = lasting ? [...flat, 'etag', etag] : flat
    const body = bodies[encoding]
    return {
      etag,
      body,
      headers: withTag,
      shared: [
        ...withTag,
        'cache-control',
        lasting ? SHARED : NOT_KEPT,
        ...describing(encoding, (body ?? identity).length),
      ],
    }
  }
  return {
    status,
    lasting,
    tags: [...tags],
    bytes: ENCODINGS.reduce(
      (sum, encoding) => sum + (bodies[encoding]?.length ?? 0),
      OVERHEAD_BYTES,
    ),
    variants: { br: variantOf('br'), gzip: variantOf('gzip'), identity: variantOf('identity') },
  }
}

const describing = (encoding: Encoding, bytes: number): string[] => [
  'content-length',
  String(bytes),
  ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
]

/** Writes the answer to one request; the entry is as it was before. Returns the status. */
export function writePage(page: Page, ask: Ask, outgoing: Outgoing): number {
  const { etag, headers, shared } = page.variants[ask.encoding]
  const personal = ask.cookies.length > 0
  if (page.lasting && ask.ifNoneMatch !== undefined && knows(ask.ifNoneMatch, etag)) {
    outgoing.writeHead(304, [
      ...headers.filter(notOfTheBody),
      'cache-control',
      personal ? PRIVATE : SHARED,
      ...setting(ask.cookies),
    ])
    outgoing.end()
    return 304
  }
  const body = bodyOf(page, ask.encoding)
  outgoing.writeHead(
    page.status,
    personal
      ? [
          ...headers,
          'cache-control',
          page.lasting ? PRIVATE : NOT_KEPT,
          ...describing(ask.encoding, body.length),
          ...setting(ask.cookies),
        ]
      : shared,
  )
  if (ask.headersOnly) outgoing.end()
  else outgoing.end(body)
  return page.status
}

const setting = (cookies: readonly string[]): string[] =>
  cookies.flatMap((cookie) => ['set-cookie', cookie])

const notOfTheBody = (_: string, index: number, flat: string[]): boolean =>
  flat[index - (index % 2)] !== 'content-type'

/** If-None-Match compares weakly: a proxy may have put `W/` before the tag. */
export const knows = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

interface HashedPage {
  html: string
  /** Sources for `script-src` and `style-src`: `'sha256-…'`. */
  scripts: string[]
  styles: string[]
}

const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi

/**
 * D22: makes of a page that was rendered with a nonce one that needs none. Only what carries the
 * nonce gets a hash: it was written by our own components, which alone knew it. A script that came
 * in with a foreign text stays as dead as under the nonce. Data blocks need neither.
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

/** Browsers hash what they have read, and they read every line end as one line feed. */
const sourceOf = (content: string): string =>
  `'sha256-${createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('base64')}'`
