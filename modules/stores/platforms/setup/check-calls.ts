import { HttpFailure } from '#lib/http.ts'
import { connectorHttp, type ConnectorServices } from '../public.ts'
import { NoResponse, readAnswer, type Send } from '../kit/signed-calls.ts'

/** A call of a check and its answer, for the console. */
export interface CheckCall {
  method: string
  /** With the origin, where it is not the connector's. */
  target: string
  sent: string | null
  /** Null when no answer came. */
  status: number | null
  answered: string
}

const MOST_BYTES = 4 * 1024 * 1024
/** Calls that are kept of a check, and characters of each body. */
const MOST_CALLS = 6
const MOST_CHARACTERS = 400
const SECRET = /^(?:secret|store_token|token)$/

/** Without secrets, and not in full length. */
function excerpt(body: string): string {
  let text = body
  try {
    text = JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      SECRET.test(name) ? '…' : value,
    )
  } catch {
    // Not JSON: shown as it is.
  }
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

const WHY = {
  blocked: 'blocked',
  unreachable: 'unreachable',
  timeout: 'timeout',
  too_large: 'cut',
  reset: 'cut',
} as const

/** Sends the checks' calls by the client for operators' addresses, and remembers the last ones. */
export function recordCalls(
  services: Pick<ConnectorServices, 'http' | 'trustedHttp' | 'connectorOrigins'>,
  base: string,
): { send: Send; calls: CheckCall[] } {
  const calls: CheckCall[] = []
  const here = new URL(base).origin
  const send: Send = async (origin, target, asked = {}) => {
    const { method = 'GET', headers = {}, body, timeoutMs = 10_000 } = asked
    const call: CheckCall = {
      method,
      target: (origin === here ? '' : origin) + target.slice(0, MOST_CHARACTERS),
      sent: body === undefined || body === '' ? null : excerpt(body),
      status: null,
      answered: '',
    }
    calls.push(call)
    if (calls.length > MOST_CALLS) calls.shift()
    const started = performance.now()
    try {
      const answer = await connectorHttp(services, origin).request(origin, {
        method,
        target,
        headers,
        ...(body !== undefined && { body }),
        timeoutMs,
        maxBytes: MOST_BYTES,
      })
      const read = readAnswer(
        answer.status,
        answer.headers,
        answer.body,
        performance.now() - started,
      )
      call.status = read.status
      call.answered = excerpt(read.text)
      return read
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      call.answered = error.message
      throw new NoResponse(WHY[error.kind], new URL(origin).host)
    }
  }
  return { send, calls }
}
