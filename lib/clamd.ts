import { connect, type Socket } from 'node:net'

/** Where clamd listens: a socket file, or a host and port. */
export type ClamdAddress = { path: string } | { host: string; port: number }

/**
 * `unreachable`: nothing answers, or not in time; `refused`: it answered that it cannot scan these
 * bytes, for example because they are longer than its `StreamMaxLength`.
 */
export class ClamdFailure extends Error {
  override readonly name = 'ClamdFailure'
  readonly kind: 'unreachable' | 'refused'
  constructor(kind: 'unreachable' | 'refused', message: string) {
    super(message)
    this.kind = kind
  }
}

/** Reads `/run/clamav/clamd.ctl`, `unix:/run/clamav/clamd.ctl` or `host:port`; null otherwise. */
export function readClamdAddress(text: string): ClamdAddress | null {
  const path = text.startsWith('unix:') ? text.slice('unix:'.length) : text
  if (path.startsWith('/')) return { path }
  const colon = text.lastIndexOf(':')
  const [host, port] = [text.slice(0, colon), Number(text.slice(colon + 1))]
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
  return colon > 0 && /^[A-Za-z0-9.:-]{1,253}$/.test(bare) && port >= 1 && port <= 65_535
    ? { host: bare, port }
    : null
}

export interface Clamd {
  /** Its engine and signatures, e.g. `ClamAV 1.4.3/27890/Fri Nov 27 08:21:00 2026`. */
  version(): Promise<string>
  /** The name of the malware in these bytes, or null. */
  scan(bytes: Uint8Array): Promise<string | null>
}

/** Bytes in one chunk of a stream. */
const CHUNK = 64 * 1024
/** Longer answers are not clamd's. */
const MOST_ANSWER = 4096
const COMMAND_MS = 5_000
/** Unpacking and scanning a large archive takes some seconds. */
const SCAN_MS = 60_000

/** A client of clamd's protocol (`man clamd`), one connection per command. Throws `ClamdFailure`. */
export function openClamd(
  address: ClamdAddress,
  { commandMs = COMMAND_MS, scanMs = SCAN_MS }: { commandMs?: number; scanMs?: number } = {},
): Clamd {
  return {
    async version() {
      const answer = await ask(address, 'VERSION', null, commandMs)
      if (!answer.startsWith('ClamAV')) throw new ClamdFailure('unreachable', 'It is not clamd')
      return answer.slice(0, 200)
    },
    async scan(bytes) {
      const answer = await ask(address, 'INSTREAM', bytes, scanMs)
      if (answer === 'stream: OK') return null
      if (answer.startsWith('stream: ') && answer.endsWith(' FOUND'))
        return answer.slice('stream: '.length, -' FOUND'.length).slice(0, 200)
      throw new ClamdFailure('refused', answer.slice(0, 200))
    },
  }
}

function ask(
  address: ClamdAddress,
  command: string,
  stream: Uint8Array | null,
  timeoutMs: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    let answer = Buffer.alloc(0)
    let fault: string | null = null
    const timer = setTimeout(() => {
      fault = `No answer within ${timeoutMs} ms`
      socket.destroy()
    }, timeoutMs)
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk])
      if (answer.includes(0) || answer.length > MOST_ANSWER) socket.destroy()
    })
    // Its answer may come before all bytes were sent, and then the rest cannot be written.
    socket.on('error', (error) => {
      fault ??= error.message
    })
    socket.on('close', () => {
      clearTimeout(timer)
      const end = answer.indexOf(0)
      if (end >= 0 && end <= MOST_ANSWER) resolve(answer.subarray(0, end).toString('utf8'))
      else reject(new ClamdFailure('unreachable', fault ?? 'It closed without a whole answer'))
    })
    // A failed write destroys the socket, and `close` says so.
    send(socket, command, stream).catch(() => {})
  })
}

/** `zCOMMAND`, then chunks with their length before them, and an empty one at the end. */
async function send(socket: Socket, command: string, stream: Uint8Array | null): Promise<void> {
  await write(socket, Buffer.from(`z${command}\0`))
  if (stream === null) return
  for (let at = 0; at < stream.length; at += CHUNK) {
    const chunk = stream.subarray(at, at + CHUNK)
    await write(socket, lengthOf(chunk.length))
    await write(socket, chunk)
  }
  await write(socket, lengthOf(0))
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

const write = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) =>
    socket.write(bytes, (error) => (error ? reject(error) : resolve())),
  )
