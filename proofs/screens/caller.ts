import { createHttp } from '#lib/http.ts'
import type { ScreenTestBed } from './states.ts'
import { cookieOf, type Person } from './people.ts'

// oxlint-disable-next-line no-explicit-any -- the proof looks into a few answers, whose form the contracts have checked already
export type Caller = (method: string, path: string, body?: object) => Promise<any>

/**
 * Calls as somebody on one market, with the tokens that their browser holds. A refusal is an error.
 */
export function callerFor(
  { addresses, sessions }: Pick<ScreenTestBed, 'addresses' | 'sessions'>,
  person: Person,
  site: 'apps' | 'themes',
): Caller {
  const origin = addresses[site]
  const http = createHttp({ allowOrigins: [origin] })
  const token = (name: string): string => cookieOf(sessions, person, origin, name)
  return async (method, path, body) => {
    const answer = await http.request(`${origin}/api${path}`, {
      method,
      timeoutMs: 30_000,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        'apps-token': token('apps-token'),
        'store-token': token('store-token'),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = answer.body.toString('utf8')
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text === '' ? null : JSON.parse(text)
  }
}
