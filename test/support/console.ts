import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { newFirstOperatorLink } from '#modules/identity/public.ts'
import type { Marketplace } from './marketplace.ts'

export const PASSWORD = 'uzun bir parola 42'

export interface Answer {
  status: number
  body: Record<string, unknown>
  retryAfter: string | null
}

/** A browser at the console: keeps its cookies, sends its own origin. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>()
  readonly market: Marketplace
  constructor(market: Marketplace) {
    this.market = market
  }

  /** A file as the body, its other fields in the query. */
  upload(
    path: string,
    query: Record<string, string>,
    bytes: Uint8Array,
    type = 'application/zip',
  ): Promise<Answer> {
    return this.ask(
      'POST',
      `${path}?${new URLSearchParams(query)}`,
      undefined,
      { 'content-type': type },
      bytes,
    )
  }

  async ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    bytes?: Uint8Array,
  ): Promise<Answer> {
    const { console: origin } = this.market.origins
    const response = await fetch(`${origin.replace('console.localhost', '127.0.0.1')}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        // what is not packed need not be unpacked: of some thousand answers that is half the work
        'accept-language': 'en',
        'accept-encoding': 'identity',
        origin: origin,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'user-agent': 'Mozilla/5.0 (X11; Linux) Chrome/140.0',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(bytes && { body: new Uint8Array(bytes) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (attributes.includes('Max-Age=0') || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      retryAfter: response.headers.get('retry-after'),
    }
  }
}

/** Sends queued mails. Returns the newest one to `to`, or the newest of those whose text matches. */
export async function mailTo(
  market: Marketplace,
  to: string,
  text = /^/,
): Promise<{ subject: string; text: string }> {
  const { sendMail } = await import('#modules/mail/public.ts')
  for (const { id } of await market.services.db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    // Mails of one moment in the order they were written, so that the newest is the last one sent.
    // Space that a vacuum freed is written again, so `ctid` alone is the order only within a transaction.
    .orderBy('created_at')
    .orderBy(sql`age(xmin)`, 'desc')
    .orderBy(sql`ctid`)
    .execute())
    await sendMail(market.services, id)
  const letter = market.shop
    .mails()
    .find((mail) => mail.recipient === to && text.test(mail.text ?? ''))
  if (!letter) throw new Error(`no mail went to ${to}`)
  return { subject: letter.subject, text: letter.text ?? '' }
}

/** A link with a secret. */
export const SECRET_LINK = /\/(?:recovery|email-check|invitation)\/([\w.-]+)\?/

/** The secret in the link of a letter. */
export const tokenIn = (text: string): string => {
  const token = SECRET_LINK.exec(text)?.[1]
  if (!token) throw new Error('the mail has no link')
  return token
}

/** A market whose first operator is signed in. */
export async function firstOperator(
  market: Marketplace,
  email = 'deniz@example.com',
): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(market)
  const token = await newFirstOperatorLink(market.services)
  const { status, body } = await browser.ask('POST', `/first/${token}`, {
    name: 'Deniz Er',
    email,
    password: PASSWORD,
  })
  if (status !== 200) throw new Error(`no first operator: ${JSON.stringify(body)}`)
  return browser
}

/** Somebody new who comes in by the invitation that was just mailed to them. */
export async function signInToConsole(market: Marketplace, email: string): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(market)
  const token = tokenIn((await mailTo(market, email, SECRET_LINK)).text)
  const { status, body } = await browser.ask('POST', `/invitations/${token}`, {
    name: email.split('@')[0],
    password: PASSWORD,
  })
  if (status !== 200) throw new Error(`${email} did not come in: ${JSON.stringify(body)}`)
  return browser
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 6238, as an authenticator app does it. `uri` is what its camera read. */
export function codeOfApp(uri: string, at = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const bits = [...secret]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) as number) & 15
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}
