import { createHttp } from '#lib/http.ts'
import type { ScreenTestBed } from './states.ts'
import { cookieOf, type Person } from './people.ts'

// oxlint-disable-next-line no-explicit-any -- the proof looks into a few answers, whose form the contracts have checked already
export type Caller = (method: string, path: string, body?: object | Blob) => Promise<any>

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
        'content-type': body instanceof Blob ? body.type : 'application/json',
        'idempotency-key': crypto.randomUUID(),
        'apps-token': token('apps-token'),
        'store-token': token('store-token'),
      },
      ...(body
        ? {
            body:
              body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : JSON.stringify(body),
          }
        : {}),
    })
    return readAnswer(method, path, answer)
  }
}

/** Calls as the operator, who is a member of the demo's partner too. */
export function consoleCaller({
  addresses,
  sessions,
}: Pick<ScreenTestBed, 'addresses' | 'sessions'>): Caller {
  const origin = addresses.console
  const http = createHttp({ allowOrigins: [origin] })
  const cookie = (sessions.operator ?? []).map(({ name, value }) => `${name}=${value}`).join('; ')
  return async (method, path, body) =>
    readAnswer(
      method,
      path,
      await http.request(`${origin}/api${path}`, {
        method,
        timeoutMs: 30_000,
        headers: { 'content-type': 'application/json', origin, cookie },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
}

function readAnswer(
  method: string,
  path: string,
  { status, body }: { status: number; body: Uint8Array },
): unknown {
  const text = Buffer.from(body).toString('utf8')
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}
