import { newFirstOperatorLink } from '#modules/identity/public.ts'
import { createHttp } from '#lib/http.ts'
import type { MarketSide } from './systems/other-system.ts'

// Fields of answers are read by name; their schema is checked elsewhere.
// oxlint-disable-next-line no-explicit-any
export type CallConsole = (method: string, path: string, body?: object) => Promise<any>

/** The first operator of the market, signed in to its console. A refusal is an error. */
export async function openConsole(side: MarketSide, origin: string): Promise<CallConsole> {
  const http = createHttp({ allowOrigins: [origin] })
  let cookie = ''
  const call: CallConsole = async (method, path, body) => {
    const answer = await http.request(`${origin}/api${path}`, {
      method,
      headers: {
        origin,
        cookie,
        'user-agent': 'Mozilla/5.0 (X11; Linux) Chrome/140.0',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: 60_000,
    })
    const text = answer.body.toString('utf8')
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    // Only the first answer sets cookies.
    cookie ||= cookiesIn(answer.headers['set-cookie'] ?? '')
    return JSON.parse(text)
  }
  await call('POST', `/first/${await newFirstOperatorLink(side)}`, {
    name: 'Deniz Er',
    email: 'deniz@example.com',
    password: 'uzun bir parola 42',
  })
  return call
}

/** Several headers are joined by commas; a date has one, too. */
const cookiesIn = (header: string): string =>
  header
    .split(/, (?=[\w.-]+=)/)
    .map((one) => one.split(';')[0])
    .join('; ')
