import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Counted, KillSwitch } from './kill-switch.ts'

/** A call as it passed. */
export interface Call {
  method: string
  path: string
  body: string
}

/**
 * What the proxy does to a call instead of passing it: answers by itself, cuts it before it is
 * there or after its answer has come, holds it back for a while, or sends an answer that has no
 * end.
 */
export type Misbehavior =
  | {
      kind: 'answer'
      status: number
      type?: string
      headers?: Readonly<Record<string, string>>
      body: string
    }
  | { kind: 'reset' }
  | { kind: 'reset_after' }
  | { kind: 'slow'; ms: number }
  | { kind: 'endless' }

export interface CallProxyOptions {
  /** Of the other system, on this machine. */
  port: number
  /** How the market calls it; a name below localhost. */
  host: string
  killSwitch: KillSwitch
  /** Looks before a call passes: is it recorded? */
  witness: (call: Call) => Promise<void>
  /** Method and path without ids. */
  nameOf: (call: Call) => string
  misbehavior?: (call: Call) => Misbehavior | null
  /** Told of each answer of the other system, with its status and headers. */
  onAnswer?: (call: Call, head: string) => void
}

export interface CallProxy {
  /** Where the market finds the other system. */
  url: string
  /** Calls that passed, by name. */
  calls(): Readonly<Record<string, number>>
  close(): Promise<void>
}

/** Head and length of the first request in these bytes, once all of it is there. */
function readRequest(bytes: Buffer): { call: Call; length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const bodyLength = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0)
  const length = headEnd + 4 + bodyLength
  if (bytes.length < length) return null
  const [method = '', path = ''] = head.split(' ')
  return { call: { method, path, body: bytes.toString('utf8', headEnd + 4, length) }, length }
}

const ANSWER_MS = 100
/** Enough to fill any memory that has no limit, sent until somebody hangs up. */
const ENDLESS_CHUNK = 'x'.repeat(64 * 1024)

function answerBytes({
  status,
  type = 'application/json',
  headers = {},
  body,
}: Extract<Misbehavior, { kind: 'answer' }>): string {
  const more = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return `HTTP/1.1 ${status} Said\r\ncontent-type: ${type}\r\n${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/**
 * A wire to another system: each call waits until `witness` has looked, is counted by the fuse and
 * passes; what the other does to its answers — cut, slow, silent — comes through as it is. `mood`
 * lets the proxy itself misbehave.
 */
export async function openCallProxy({
  port,
  host,
  killSwitch,
  witness,
  nameOf,
  misbehavior = () => null,
  onAnswer = () => {},
}: CallProxyOptions): Promise<CallProxy> {
  const sockets = new Set<Socket>()
  const calls: Record<string, number> = {}
  const late = new Set<NodeJS.Timeout>()

  function join(client: Socket): void {
    const other = connect({ host: '127.0.0.1', port })
    const both = [client, other]
    let reset = false
    for (const socket of both) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {
        reset = true
      })
      socket.on('close', () => {
        sockets.delete(socket)
        for (const one of both) {
          if (one.destroyed) continue
          if (reset) one.resetAndDestroy()
          else one.destroy()
        }
      })
    }
    let waiting = Buffer.alloc(0)
    let asked: Counted | null = null
    let current: Call | null = null
    let busy = false
    let cutAnswer = false
    const cut = () => {
      for (const socket of both) socket.destroy()
    }
    const resetClient = () => {
      client.resetAndDestroy()
      other.destroy()
    }
    function sendForEver(): void {
      client.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      )
      const more = setInterval(() => {
        if (client.destroyed) clearInterval(more)
        else client.write(`10000\r\n${ENDLESS_CHUNK}\r\n`)
      }, ANSWER_MS)
    }
    /** On a line of its own, which does not end when the caller gives up. */
    function sendLate(bytes: Buffer, ms: number): void {
      const timer = setTimeout(() => {
        late.delete(timer)
        const line = connect({ host: '127.0.0.1', port })
        sockets.add(line)
        line.on('error', () => {})
        line.on('close', () => sockets.delete(line))
        line.on('data', (chunk) => {
          if (client.destroyed) return
          client.write(chunk)
          busy = false
          passOn()
        })
        line.write(bytes)
      }, ms)
      late.add(timer)
    }

    // A proof that ends closes what the witness reads from: such a call is cut, it does not end the
    // process.
    const passOn = () => void pass().catch(cut)

    async function pass(): Promise<void> {
      if (busy) return
      const request = readRequest(waiting)
      if (!request) return
      busy = true
      const { call, length } = request
      await witness(call)
      const name = nameOf(call)
      const counted = killSwitch.before({ kind: 'call', what: name })
      if (!counted) return cut()
      calls[name] = (calls[name] ?? 0) + 1
      const bytes = waiting.subarray(0, length)
      waiting = waiting.subarray(length)
      const how = misbehavior(call)
      if (how?.kind === 'reset') return resetClient()
      if (how?.kind === 'answer') {
        client.write(answerBytes(how))
        busy = false
        return pass()
      }
      if (how?.kind === 'endless') return sendForEver()
      cutAnswer = how?.kind === 'reset_after'
      // Whoever asked may have gone meanwhile: what is in progress arrives all the same.
      if (how?.kind === 'slow') {
        sendLate(bytes, how.ms)
        return
      }
      asked = counted
      current = call
      other.write(bytes)
    }
    client.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk])
      passOn()
    })
    other.on('data', (chunk) => {
      // Who answers has it in its book on the disk, so the first byte says that it has happened.
      if (asked && killSwitch.after(asked)) return cut()
      if (cutAnswer) return resetClient()
      asked = null
      if (current) onAnswer(current, chunk.toString('latin1', 0, 600))
      current = null
      client.write(chunk)
      busy = false
      passOn()
    })
  }

  const listener = createServer(join)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://${host}:${(listener.address() as AddressInfo).port}`,
    calls: () => calls,
    async close() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      for (const timer of late) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
