import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import {
  duration,
  methodLabel,
  recordDuration,
  runWork,
  startWork,
  statusLabel,
  type Work,
} from '#lib/telemetry.ts'

const requests = duration(
  'http.server.request.duration',
  'Requests, by operation, page or pattern of the route.',
)

/** The client went before it had an answer; no server sends this status. */
const CLIENT_GONE = 499

/**
 * Tells of each request when it ends: as a duration, a span and, with `log`, a line. None of them
 * holds anything that the client sent but the method.
 */
export const observeRequests =
  (part: string, listener: RequestListener, log: Logger | null): RequestListener =>
  (incoming, outgoing) => {
    const work = startWork('server', null)
    if (!work) return listener(incoming, outgoing)
    const began = performance.now()
    outgoing.once('close', () => tell({ part, work, began, log }, incoming, outgoing))
    return runWork(work, () => listener(incoming, outgoing))
  }

function tell(
  { part, work, began, log }: { part: string; work: Work; began: number; log: Logger | null },
  { method }: IncomingMessage,
  { headersSent, statusCode }: ServerResponse,
): void {
  const operation = work.name ?? 'none'
  const status = headersSent ? statusCode : CLIENT_GONE
  const labels = {
    'arasta.part': part,
    'arasta.operation': operation,
    'http.request.method': methodLabel(method),
    'http.response.status_code': statusLabel(status),
    ...(status >= 500 && { 'error.type': statusLabel(status) }),
  }
  recordDuration(requests, began, labels)
  work.span.end({ ...labels, 'arasta.statements': String(work.statements) }, operation)
  log?.info(
    {
      trace: work.span.traceId,
      part,
      operation,
      method: methodLabel(method),
      status,
      ms: Math.round(performance.now() - began),
      statements: work.statements,
    },
    'request',
  )
}
