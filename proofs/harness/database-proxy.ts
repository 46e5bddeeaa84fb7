import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Counted, Effect, KillSwitch } from './kill-switch.ts'
import { MessageReader, StatementNames, type Message } from './postgres-messages.ts'

/**
 * A wire to the database: everything passes, and what the database would keep is counted by the
 * fuse.
 */
export interface DatabaseProxy {
  /** The same database, by the proxy. */
  url: string
  /** Statements since the start, without those of the job queue. */
  statements(): number
  close(): Promise<void>
}

/**
 * One thing that a client asked for and waits for: everything up to where the server says that it
 * is ready again.
 */
interface PendingStatement {
  effect: Counted | null
}

const WRITES = /\b(?:insert\s+into|update\s+\S+\s+(?:as\s+\S+\s+)?set|delete\s+from)\b/i
const COMMITS = /^\s*commit\b/i
/**
 * The queue looks for work every second and mostly finds none; that it has finished something is
 * what counts.
 */
const isNoise = (statement: string): boolean =>
  /pgboss/i.test(statement) && !/^\s*insert/i.test(statement) && !/'completed'/i.test(statement)

const shortened = (statement: string): string => statement.replace(/\s+/g, ' ').trim().slice(0, 90)

function effectOf(statement: string, insideTransaction: boolean): Effect | null {
  if (COMMITS.test(statement)) return { kind: 'commit', what: 'commit' }
  if (!WRITES.test(statement) || isNoise(statement)) return null
  return { kind: insideTransaction ? 'write' : 'commit', what: shortened(statement) }
}

export async function openDatabaseProxy(
  databaseUrl: string,
  killSwitch: KillSwitch,
): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let statements = 0

  function join(client: Socket): void {
    const server = connect({ host: target.hostname, port: Number(target.port || 5432) })
    const both = [client, server]
    for (const socket of both) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        for (const other of both) other.destroy()
      })
    }
    const [fromClient, fromServer] = [
      new MessageReader({ beginsWithStartup: true }),
      new MessageReader({ beginsWithStartup: false }),
    ]
    const names = new StatementNames()
    const waiting: PendingStatement[] = []
    let inside = false
    let group: { messages: Message[]; effect: Effect | null } = { messages: [], effect: null }
    let cut = false
    let isQueue = false

    client.on('data', (chunk) => {
      if (cut) return
      for (const message of fromClient.take(chunk)) {
        const statement = names.executedBy(message)
        group.messages.push(message)
        if (message.type === '') isQueue = message.body.includes('arasta-jobs')
        if (statement !== undefined) {
          if (!isQueue) statements += 1
          group.effect ??= effectOf(statement, inside)
        }
        // The first message, passwords and the end of a connection go through as they come.
        const ends = ['', 'p', 'Q', 'S', 'H', 'X'].includes(message.type)
        if (!ends) continue
        const { messages, effect } = group
        group = { messages: [], effect: null }
        const counted = effect && killSwitch.before(effect)
        if (effect && !counted) {
          cut = true
          for (const socket of both) socket.destroy()
          return
        }
        if (message.type === 'Q' || message.type === 'S') waiting.push({ effect: counted })
        server.write(Buffer.concat(messages.map((one) => one.bytes)))
      }
    })
    server.on('data', (chunk) => {
      for (const message of fromServer.take(chunk)) {
        const asked = waiting[0]
        const doomed = asked?.effect && killSwitch.isDoomed(asked.effect)
        if (message.type === 'Z') {
          inside = message.body[0] !== 'I'.charCodeAt(0)
          waiting.shift()
          if (asked?.effect && killSwitch.after(asked.effect)) {
            cut = true
            for (const socket of both) socket.destroy()
            return
          }
        }
        if (!doomed) client.write(message.bytes)
      }
    })
  }

  const listener = createServer(join)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)
  return {
    url: url.href,
    statements: () => statements,
    async close() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
