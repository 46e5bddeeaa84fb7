import { WHOLE } from './sample-share.ts'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'

const LIST = createRequire(import.meta.url)('big-list-of-naughty-strings') as string[]

/** What breaks most: a database, an address, a page. Tried everywhere, each time. */
const WORST: readonly string[] = ['\0', '\ud800', '%', '"><canary-x onfoo=1>']

/**
 * Text that has broken others, and what breaks addresses and databases besides: NUL, half
 * characters, what is very long.
 */
export const NAUGHTY: readonly string[] = [
  ...WORST,
  ...LIST,
  'a\0b',
  'x\udfff',
  '%%',
  '%00',
  '%E0%A4%A',
  '%C0%AF',
  '..',
  '../../etc/passwd',
  '..\\..\\windows',
  'a/b',
  'a.b',
  'a%2Fb',
  'a?b#c',
  '\\',
  '\\u0000',
  "' or 1=1 --",
  '1e309',
  '-0',
  '1000000000',
  '9'.repeat(400),
  '-1',
  '٣',
  '1_000',
  '0x10',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '{"$ne":null}',
  '${7*7}',
  '{{7*7}}',
  '=1+1',
  'x'.repeat(20_000),
  '<'.repeat(3000),
  'أ'.repeat(4000),
  '\u202e\u2066',
  '<canary-x onfoo=1>',
  '</script><canary-x onfoo=1>',
  'javascript:alert(1)',
  '//evil.example',
  'https://evil.example',
  'a\r\nSet-Cookie: evil=1',
]

/**
 * `npm test` takes a share of the list for each field, another one for each; `npm run prove --
 * samples` takes all of it everywhere.
 */
export const shareOf = (turn: number, every: number): readonly string[] =>
  WHOLE ? NAUGHTY : NAUGHTY.filter((text, at) => WORST.includes(text) || (at + turn) % every === 0)

export interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/**
 * A request exactly as it is written: no library puts its path right before. Null when Node itself
 * cannot write it.
 */
export async function rawRequest(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawResponse | null> {
  const { port, host } = new URL(origin)
  return new Promise((resolve, reject) => {
    try {
      const asked = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: {
            host,
            ...headers,
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          let text = ''
          answer
            .setEncoding('utf8')
            .on('data', (chunk) => {
              text += chunk
            })
            .on('error', reject)
            .on('end', () =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
            )
        },
      )
      asked.on('error', reject).end(body)
    } catch (error) {
      if (/ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS/.test((error as { code?: string }).code ?? ''))
        resolve(null)
      else reject(error)
    }
  })
}

/** As it stands in an address; half a character cannot. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** `work` for each, a few at a time. */
export async function forEachOf<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of left) await work(one)
    }),
  )
}

/**
 * Elements, attributes and addresses that no page of ours has: what somebody typed has become
 * markup.
 */
export function foreignMarkup(page: string): string[] {
  const found: string[] = []
  // What stands in a script or style is no markup; that no such element is foreign is seen by its
  // nonce.
  const bare = page.replace(/(<(script|style)\b[^>]*>)[^]*?<\/\2>/gi, '$1')
  for (const [tag, name = '', attributes = ''] of bare.matchAll(
    /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi,
  )) {
    const outside = attributes.replace(/"[^"]*"|'[^']*'/g, '""')
    if (/[\s/]on\w+\s*=/i.test(outside)) found.push(tag)
    if (
      /^(canary|iframe|object|embed|base|marquee|math|audio|video|blink|frameset|isindex|bgsound|layer|xss|applet)/i.test(
        name,
      )
    )
      found.push(tag)
    if (
      name.toLowerCase() === 'script' &&
      !/nonce=|type="application\/(ld\+)?json"|type="speculationrules"|src="\/assets\//.test(
        attributes,
      )
    )
      found.push(tag)
    if (
      /(?:href|src|action|formaction|srcdoc)="\s*(?:javascript|vbscript|data:text)/i.test(
        attributes,
      )
    )
      found.push(tag)
  }
  return found
}
