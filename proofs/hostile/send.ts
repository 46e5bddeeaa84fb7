import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export interface HostileRequest {
  origin: string
  method: string
  /** Path and query, sent as they are. */
  path: string
  headers?: Record<string, string | string[]>
  body?: Buffer | undefined
  timeoutMs?: number
  /** The address on this machine that it comes from, e.g. `127.0.7.1`: another visitor. */
  from?: string
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * `refused`: Node cannot write such a request. `closed`: the server hung up without an answer.
 * `late`: no answer in time.
 */
export type NoReply = 'refused' | 'closed' | 'late'

const UNWRITABLE = new Set([
  'ERR_INVALID_CHAR',
  'ERR_UNESCAPED_CHARACTERS',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_HTTP_INVALID_HEADER_VALUE',
])

/**
 * Sends requests to services on this machine, exactly as they are written: no library normalizes
 * path, headers or method.
 */
export class Sender {
  readonly #agent: Agent

  constructor(maxSockets = 16) {
    this.#agent = new Agent({ keepAlive: true, maxSockets })
  }

  /**
   * A kept connection may close at the moment it is used again: only then a request is sent a
   * second time.
   */
  async send(wish: HostileRequest): Promise<Reply | NoReply> {
    const reply = await this.#sendOnce(wish)
    return reply === 'lost' ? this.send(wish) : reply
  }

  #sendOnce({
    origin,
    method,
    path,
    headers = {},
    body,
    timeoutMs = 30_000,
    from,
  }: HostileRequest): Promise<Reply | NoReply | 'lost'> {
    const { host, port } = new URL(origin)
    return new Promise((resolve) => {
      try {
        const asked = request(
          {
            agent: this.#agent,
            host: '127.0.0.1',
            port,
            method,
            path,
            timeout: timeoutMs,
            ...(from && { localAddress: from }),
            headers: { host, ...headers, ...(body && { 'content-length': body.length }) },
          },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                body: unpacked(Buffer.concat(chunks), answer.headers['content-encoding']),
              }),
            )
            answer.on('error', () => resolve('closed'))
          },
        )
        asked.on('timeout', () => {
          resolve('late')
          asked.destroy()
        })
        // The answer to CONNECT comes by an event of its own.
        asked.on('connect', (answer, socket) => {
          socket.destroy()
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.alloc(0),
          })
        })
        asked.on('error', () =>
          resolve(asked.reusedSocket && method !== 'CONNECT' ? 'lost' : 'closed'),
        )
        asked.end(body)
      } catch (error) {
        if (!UNWRITABLE.has((error as { code?: string }).code ?? '')) throw error
        resolve('refused')
      }
    })
  }

  /** The same for a request that must be answered. */
  async ask(wish: HostileRequest): Promise<Reply> {
    const reply = await this.send(wish)
    if (typeof reply === 'string')
      throw new Error(`${wish.method} ${wish.origin}${wish.path}: ${reply}`)
    return reply
  }

  close(): void {
    this.#agent.destroy()
  }
}

const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}
const unpacked = (body: Buffer, encoding: string | undefined): Buffer =>
  body.length > 0 && encoding !== undefined ? (UNPACK[encoding]?.(body) ?? body) : body

export const jsonOf = ({ body }: Reply): unknown => JSON.parse(body.toString('utf8'))
