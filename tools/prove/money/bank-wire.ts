import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Counted, Fuse } from './fuse.ts'

/** A call to the bank as it passed. */
export interface BankCall { method: string; path: string; body: string }

export interface BankWire {
  /** Where the market finds the bank. */
  url: string
  /** Calls that passed, by method and path without ids. */
  calls(): Readonly<Record<string, number>>
  close(): Promise<void>
}

/** Head and length of the first request in these bytes, once all of it is there. */
function readRequest(bytes: Buffer): { call: BankCall; length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const bodyLength = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0)
  const length = headEnd + 4 + bodyLength
  if (bytes.length < length) return null
  const [method = '', path = ''] = head.split(' ')
  return { call: { method, path, body: bytes.toString('utf8', headEnd + 4, length) }, length }
}

export const callName = ({ method, path }: Pick<BankCall, 'method' | 'path'>): string => `${method} ${path.replace(/\/(?:pay|att)_[^/?]+/g, '/…').replace(/\?.*/, '')}`

/**
 * A wire to the bank: each call waits until `witness` has looked (is the attempt written down?), is counted by the fuse and passes; what the bank
 * does to its answers — cut, slow, silent — comes through as it is.
 */
export async function openBankWire(bankPort: number, fuse: Fuse, witness: (call: BankCall) => Promise<void>): Promise<BankWire> {
  const sockets = new Set<Socket>()
  const calls: Record<string, number> = {}

  function join(client: Socket): void {
    const bank = connect({ host: '127.0.0.1', port: bankPort })
    const both = [client, bank]
    let reset = false
    for (const socket of both) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => { reset = true })
      socket.on('close', () => {
        sockets.delete(socket)
        for (const other of both) {
          if (other.destroyed) continue
          if (reset) other.resetAndDestroy()
          else other.destroy()
        }
      })
    }
    let waiting = Buffer.alloc(0)
    let asked: Counted | null = null
    let busy = false
    const cut = () => { for (const socket of both) socket.destroy() }

    async function pass(): Promise<void> {
      if (busy) return
      const request = readRequest(waiting)
      if (!request) return
      busy = true
      const { call, length } = request
      await witness(call)
      const name = callName(call)
      const counted = fuse.before({ kind: 'bank', what: name })
      if (!counted) return cut()
      calls[name] = (calls[name] ?? 0) + 1
      asked = counted
      bank.write(waiting.subarray(0, length))
      waiting = waiting.subarray(length)
    }
    client.on('data', chunk => {
      waiting = Buffer.concat([waiting, chunk])
      void pass()
    })
    bank.on('data', chunk => {
      // The bank answers after its book is on the disk, so its first byte says that it has happened.
      if (asked && fuse.after(asked)) return cut()
      asked = null
      client.write(chunk)
      busy = false
      void pass()
    })
  }

  const listener = createServer(join)
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://bank.localhost:${(listener.address() as AddressInfo).port}`,
    calls: () => calls,
    async close() {
      const closed = new Promise<void>(resolve => listener.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
