import { createServer, request, Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A notice of the bank as it came. */
export interface HeldNotification {
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * The market's address as the world knows it: hands everything to the market's processes in turn,
 * whichever live. It stays where it is when they die, as a balancer does, and can keep the bank's
 * notices back to deliver them late, twice, or never.
 */
export interface LoadBalancer {
  /** As the world sees it. */
  origin: string
  /** Ports of the market's processes that live. */
  setMarkets(ports: readonly number[]): void
  /** From now on notices are kept (the bank is notified that they arrived) or passed on. */
  holdNotices(hold: boolean): void
  held: HeldNotification[]
  /** Delivers a kept notice; answers the status, 0 when nobody answered. */
  deliver(notice: HeldNotification): Promise<number>
  close(): Promise<void>
}

const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding']

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const flat = (message: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.includes(name) ? [] : [[name, String(value)]],
    ),
  )

/** @param host The name below localhost by which the market is called there. */
export async function openLoadBalancer(host = 'apps.localhost'): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const held: HeldNotification[] = []
  let ports: readonly number[] = []
  let turn = 0
  let holding = false

  interface Passed {
    status: number
    headers: IncomingMessage['headers']
    body: Buffer
  }
  function pass(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer,
    isAgain = false,
  ): Promise<Passed | null> {
    const port = ports[turn++ % ports.length]
    if (port === undefined) return Promise.resolve(null)
    return new Promise((resolve) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: { ...headers, 'content-length': String(body.length) },
          agent,
        },
        (answer) => {
          bodyOf(answer).then(
            (read) =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
            () => resolve(null),
          )
        },
      )
      // A connection that was kept may be closed by the other side just now. What only reads is
      // asked once more, as a balancer does.
      asked.on('error', () =>
        resolve(
          asked.reusedSocket && method === 'GET' && !isAgain
            ? pass(method, path, headers, body, true)
            : null,
        ),
      )
      asked.end(body)
    })
  }

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [body, headers, path] = [await bodyOf(incoming), flat(incoming), incoming.url ?? '/']
    if (holding && path.startsWith('/checkout/notice/')) {
      held.push({ path, headers, body: body.toString('utf8') })
      outgoing.writeHead(204).end()
      return
    }
    const answer = await pass(incoming.method ?? 'GET', path, headers, body)
    if (!answer) {
      outgoing.writeHead(502).end()
      return
    }
    const kept = Object.entries(answer.headers).filter(
      ([name]) => !HOP_BY_HOP.includes(name) && name !== 'content-length',
    )
    outgoing.writeHead(answer.status, Object.fromEntries(kept)).end(answer.body)
  }

  const server = createServer((incoming, outgoing) => {
    take(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    setMarkets: (next) => {
      ports = next
    },
    holdNotices: (hold) => {
      holding = hold
    },
    held,
    deliver: async (notice) =>
      (await pass('POST', notice.path, notice.headers, Buffer.from(notice.body)))?.status ?? 0,
    async close() {
      agent.destroy()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
