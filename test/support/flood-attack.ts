import { connect } from 'node:net'

/** Speaks HTTP manually, as no well-behaved client would. */
export interface Attack {
  port: number
  host: string
  method: string
  path: string
  headers?: Record<string, string>
  /**
   * `endless`: chunk after chunk as fast as they are taken. `slow`: a byte now and then, never the
   * last one.
   */
  body: 'endless' | 'slow'
}

export interface AttackResult {
  /** Null when there was no answer before we gave up. */
  status: number | null
  answer: string
  /** Bytes that left us, the kernel's buffers included. */
  sent: number
}

const CHUNK = Buffer.concat([
  Buffer.from('4000\r\n'),
  Buffer.alloc(0x4000, 'x'),
  Buffer.from('\r\n'),
])
const GIVE_UP_BYTES = 24 * 2 ** 20
const GIVE_UP_MS = 8_000

/** Runs one attack until the server answers or closes the connection. */
export function attack({
  port,
  host,
  method,
  path,
  headers = {},
  body,
}: Attack): Promise<AttackResult> {
  return new Promise((resolve) => {
    let [answer, sent, over] = ['', 0, false]
    const socket = connect(port, '127.0.0.1')
    const finish = () => {
      if (over) return
      over = true
      clearTimeout(patience)
      clearInterval(drip)
      socket.destroy()
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0) || null,
        answer,
        sent,
      })
    }
    const patience = setTimeout(finish, GIVE_UP_MS)
    let drip: NodeJS.Timeout | undefined
    // A turn for the server between two chunks: it runs in this process, and what it has not read
    // fills the kernel's buffers.
    const pour = () => {
      if (over || !socket.writable) return
      sent += CHUNK.length
      if (sent > GIVE_UP_BYTES) return finish()
      if (socket.write(CHUNK)) setImmediate(pour)
    }
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.includes('\r\n\r\n') && !answer.startsWith('HTTP/1.1 100')) finish()
    })
    socket.on('error', finish).on('close', finish)
    socket.on('connect', () => {
      const lines = Object.entries({
        host,
        'transfer-encoding': 'chunked',
        'content-type': 'application/json',
        ...headers,
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      if (body === 'endless') {
        socket.on('drain', pour)
        pour()
      } else drip = setInterval(() => socket.write('1\r\nx\r\n'), 100)
    })
  })
}

/** So many at a time. */
export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const [index, item] of queue) results[index] = await work(item)
    }),
  )
  return results
}
