import type { NoReply, Reply } from '../send.ts'
import type { MadeRequest } from './make-request.ts'

/**
 * Statuses that Node's own parser answers with before any code of ours sees the request: without a
 * body.
 */
const BY_THE_PARSER = new Set([400, 408, 413, 417, 431])

/** Why this answer must not be, or null. */
export function checkResponse(request: MadeRequest, reply: Reply | NoReply): string | null {
  if (reply === 'refused') return null
  // Node closes the connection of a method for tunnels; what it cannot parse it may, too.
  if (reply === 'closed')
    return request.method === 'CONNECT' || request.spoiled.includes('odd header')
      ? null
      : 'the server hung up without an answer'
  if (reply === 'late') return 'no answer within two minutes'
  const { status, headers, body } = reply
  const { target, ownMethod } = request
  const isJson = String(headers['content-type']).startsWith('application/json')
  const error = isJson && status >= 400 ? readError(body) : null
  if (status >= 500 && !(status === 503 && headers['retry-after'] !== undefined))
    return `status ${status} ${body.toString('utf8').slice(0, 300)}`
  if (BY_THE_PARSER.has(status) && body.length === 0) return null
  if (request.method === 'HEAD') return null
  // An unknown host gets a redirect or 421.
  if (request.spoiled.includes('host') && (status === 421 || (status >= 300 && status < 400)))
    return null
  if (status >= 300 && status < 400 && status !== 304) return `leads elsewhere: ${status}`
  // A path parameter that holds a slash or nothing is another path; so is a wrong host.
  const otherPath =
    request.spoiled.includes('path') ||
    request.spoiled.includes('host') ||
    /\/(?=[/?]|$)|\/\.\.?(?=[/?]|$)/.test(request.path)
  if (!ownMethod) return errorViolation(status, error, request.method)
  if (!target.statuses.has(status))
    return otherPath && (status === 404 || status === 405)
      ? null
      : `status ${status} is not documented: ${body.toString('utf8').slice(0, 200)}`
  if (status >= 400 && !isJson)
    return `${status} is no JSON: ${body.toString('utf8').slice(0, 100)}`
  if (status < 400) return null
  const complaint = errorViolation(status, error, request.method)
  if (complaint) return complaint
  const codes = target.statuses.get(status) ?? []
  return otherPath || codes.includes(error?.code as string)
    ? null
    : `${status} ${String(error?.code)} is not documented, only ${codes.join(', ')}`
}

interface WireError {
  statusCode?: unknown
  code?: unknown
  message?: unknown
}

function readError(body: Buffer): WireError | null {
  try {
    return JSON.parse(body.toString('utf8')) as WireError
  } catch {
    return null
  }
}

/** D8: every refusal has one form, and tells nothing of our insides. */
function errorViolation(status: number, error: WireError | null, method: string): string | null {
  if (status < 400 || method === 'HEAD') return null
  if (
    !error ||
    error.statusCode !== status ||
    typeof error.code !== 'string' ||
    typeof error.message !== 'string' ||
    error.message === ''
  )
    return `${status} has not the form of an error (D8): ${JSON.stringify(error)?.slice(0, 200)}`
  return /node_modules|\.ts:\d|postgres|select .* from/i.test(error.message)
    ? `tells of our insides: ${error.message.slice(0, 200)}`
    : null
}
