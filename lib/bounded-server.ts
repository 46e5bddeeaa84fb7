import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { clientAddress, networkOf, networkOfSocket } from './client-address.ts'

/**
 * The HTTP server of every process: whatever a client sends is limited in size and time. Bodies are
 * read here, before any route runs, so that no route can forget a limit. Only routes that declare
 * it receive a large body as a stream.
 */

/** The body that a request may send. */
export interface BodyAllowance {
  bytes: number
  /**
   * The route authenticates the caller before it reads. Such a body must state its length, which
   * node:http enforces.
   */
  streamed?: true
}

/** Decides from method, URL and headers alone. Only called when there is a body. */
export type AllowBody = (incoming: IncomingMessage) => BodyAllowance

export const EARLY_REFUSALS = {
  'body.too_large': 413,
  'body.too_slow': 408,
  'headers.too_many': 431,
  busy: 503,
} as const
export type EarlyRefusal = keyof typeof EARLY_REFUSALS
export interface RefusalText {
  type: string
  body: string
}

export interface BoundedServerOptions {
  allowBody: AllowBody
  /** Returns the body of a refusal. */
  refusalText: (refusal: EarlyRefusal, incoming: IncomingMessage) => RefusalText
  /** Key under which pending bodies are counted together (`lib/client-address.ts`). */
  networkOf?: (incoming: IncomingMessage) => string
  /** Deadline for a body that is not streamed. */
  bodyMs?: number
  /** How long an idle connection stays open. */
  keepAliveMs?: number
  /** Open connections of this server; further ones are closed at once. */
  maxConnections?: number
  /** Of them, how many one network may have; not where a proxy connects for everybody. */
  maxConnectionsOfNetwork?: number
}

const BODY_MS = 20_000
const HEADERS_MS = 10_000
/** Deadline for the whole request, including streamed bodies. */
const REQUEST_MS = 180_000
/** Timeout of a connection without traffic in either direction. */
const SILENT_MS = 180_000
const MAX_HEADER_BYTES = 16 * 1024
const MAX_HEADERS = 100
/** Each costs some 20 KB of memory; those without a request end after `HEADERS_MS`. */
const MAX_CONNECTIONS = 4_096
/** Bytes that streamed bodies in progress may have, by their stated length: two large uploads each. */
const MAX_STREAMED_BYTES = 192 * 2 ** 20
const MAX_STREAMED_OF_NETWORK = 64 * 2 ** 20
/** Limits on the bytes of unfinished bodies, of this process and of one network. */
const MAX_PENDING_BYTES = 32 * 2 ** 20
const MAX_PENDING_OF_NETWORK = 4 * 2 ** 20
/** Small bodies (sign-in, payments, bank callbacks) are still accepted when large ones are not. */
const SMALL_BODY_BYTES = 16 * 1024
const MAX_PENDING_WITH_SMALL = 48 * 2 ** 20
/**
 * After a refusal the rest of the body is read and discarded: resetting a connection while its
 * client still sends may lose the response. It reads this much between short pauses, because a long
 * pause would not notice that the client has gone and would keep its buffers (docs/memory.md).
 */
const LINGER_MS = 1_000
const LINGER_BYTES = 64 * 1024
const LINGER_PAUSE_MS = 50
/**
 * Maximum of connections that linger at once; others are closed immediately. What they send becomes
 * garbage outside V8's heap, and under a flood its collection stopped the process for 100 ms.
 */
const MAX_LINGERING = 32
let lingering = 0
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** A sum, and its parts by network. */
class Tally {
  total = 0
  readonly #parts = new Map<string, number>()

  /** Adds to a network's part; returns that. */
  add(network: string, amount: number): number {
    this.total += amount
    const own = (this.#parts.get(network) ?? 0) + amount
    if (own > 0) this.#parts.set(network, own)
    else this.#parts.delete(network)
    return own
  }
}

/** Bytes of unfinished bodies, and of streamed bodies in progress, in this process. */
const pending = new Tally()
const streamed = new Tally()

/** Counts a streamed body until its response ends; false when there are too many. */
function admitStream(network: string, bytes: number, outgoing: ServerResponse): boolean {
  const own = streamed.add(network, bytes)
  if (own <= MAX_STREAMED_OF_NETWORK && streamed.total <= MAX_STREAMED_BYTES) {
    outgoing.once('close', () => streamed.add(network, -bytes))
    return true
  }
  streamed.add(network, -bytes)
  return false
}

/**
 * Creates the server for `listener`. A collected body is put into `incoming.rawBody`, where Hono's
 * server for Node.js looks for it.
 */
export function createBoundedServer(
  listener: RequestListener,
  {
    allowBody,
    refusalText,
    bodyMs = BODY_MS,
    keepAliveMs,
    maxConnections = MAX_CONNECTIONS,
    maxConnectionsOfNetwork = MAX_CONNECTIONS,
    networkOf: networkOfClient = (incoming) => networkOf(clientAddress(incoming, 0)),
  }: BoundedServerOptions,
): Server {
  const refuse = (refusal: EarlyRefusal, incoming: IncomingMessage, outgoing: ServerResponse) =>
    answerAndClose(incoming, outgoing, EARLY_REFUSALS[refusal], refusalText(refusal, incoming))

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, goOn?: () => void): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
    if (incoming.rawHeaders.length > 2 * MAX_HEADERS)
      return refuse('headers.too_many', incoming, outgoing)
    if (encoding === undefined && (length === undefined || length === '0'))
      return listener(incoming as never, outgoing as never)
    const allowed = BODILESS.has(incoming.method ?? '') ? { bytes: 0 } : allowBody(incoming)
    if (Number(length ?? '0') > allowed.bytes) return refuse('body.too_large', incoming, outgoing)
    const isStream = allowed.streamed && encoding === undefined
    if (isStream && !admitStream(networkOfClient(incoming), Number(length ?? '0'), outgoing))
      return refuse('busy', incoming, outgoing)
    goOn?.()
    if (isStream) return listener(incoming as never, outgoing as never)
    const bytes = allowed.streamed ? 0 : allowed.bytes
    collect(incoming, { bytes, bodyMs, network: networkOfClient(incoming) }, (result) => {
      if (typeof result === 'string') return refuse(result, incoming, outgoing)
      listener(Object.assign(incoming, { rawBody: result }) as never, outgoing as never)
    })
  }

  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (incoming, outgoing) => serve(incoming, outgoing),
  )
  // Node silently drops headers beyond this number, so it must exceed our own limit.
  server.maxHeadersCount = 2 * MAX_HEADERS
  server.timeout = SILENT_MS
  server.maxConnections = maxConnections
  const connections = new Tally()
  server.on('connection', (socket) => {
    const network = networkOfSocket(socket)
    if (connections.add(network, 1) > maxConnectionsOfNetwork) socket.destroy()
    socket.once('close', () => connections.add(network, -1))
  })
  // Refuse by the stated length before the client sends the body.
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    serve(incoming, outgoing, () => outgoing.writeContinue()),
  )
  return server
}

/**
 * Reads a body of at most `bytes` and passes it, or the reason for refusing it, to `done`. `done`
 * is not called when the client disconnects.
 */
function collect(
  incoming: IncomingMessage,
  { bytes, bodyMs, network }: { bytes: number; bodyMs: number; network: string },
  done: (result: Buffer | EarlyRefusal) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  const stop = () => {
    clearTimeout(timer)
    pending.add(network, -size)
    incoming.off('data', onData).off('end', onEnd).off('close', stop).off('error', stop)
  }
  const fail = (refusal: EarlyRefusal) => {
    stop()
    chunks.length = 0
    incoming.pause()
    done(refusal)
  }
  const timer = setTimeout(fail, bodyMs, 'body.too_slow')
  function onData(chunk: Buffer): void {
    size += chunk.length
    const own = pending.add(network, chunk.length)
    if (size > bytes) return fail('body.too_large')
    const most = size > SMALL_BODY_BYTES ? MAX_PENDING_BYTES : MAX_PENDING_WITH_SMALL
    if (own > MAX_PENDING_OF_NETWORK || pending.total > most) return fail('busy')
    chunks.push(chunk)
  }
  function onEnd(): void {
    stop()
    done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
  }
  incoming.on('data', onData).on('end', onEnd).on('close', stop).on('error', stop)
}

/**
 * Sends the whole response at once; closes the connection when the client stops sending, or after
 * `LINGER_MS`.
 */
function answerAndClose(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  { type, body }: RefusalText,
): void {
  incoming.on('error', () => {})
  outgoing.on('error', () => {})
  outgoing.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(status === 503 && { 'retry-after': '2' }),
  })
  if (incoming.method === 'HEAD') outgoing.flushHeaders()
  else outgoing.write(body)
  if (lingering >= MAX_LINGERING) {
    outgoing.end()
    return
  }
  lingering += 1
  let read = 0
  let pause: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined = setTimeout(end, LINGER_MS)
  function end(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    lingering -= 1
    clearTimeout(pause)
    outgoing.end()
  }
  incoming.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read < LINGER_BYTES) return
    read = 0
    incoming.pause()
    pause = setTimeout(() => incoming.resume(), LINGER_PAUSE_MS)
  })
  incoming.once('end', end).once('close', end)
  incoming.resume()
}
