import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Everything that reached the attacker, as it came: address, headers, body. */
export interface Sentinel {
  origin: string
  /** Oldest first. */
  heard: string[]
  /** Connections, also those on which nothing was said. */
  connections(): number
  forget(): void
  close(): Promise<void>
}

const MOST_BYTES = 2 ** 16

/** The attacker's own server, which answers everything and allows everything. */
export async function openSentinel(): Promise<Sentinel> {
  const heard: string[] = []
  let connections = 0
  async function read(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size <= MOST_BYTES) chunks.push(chunk)
    }
    return `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString('utf8')}`
  }
  const server = createServer((request, response) => {
    read(request).then(
      (text) => heard.push(text),
      () => heard.push('broken off'),
    )
    response.writeHead(200, {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': '*',
      'content-type': 'text/html',
    })
    response.end('<!doctype html><title>got it</title>')
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://sentinel.localhost:${(server.address() as AddressInfo).port}`,
    heard,
    connections: () => connections,
    forget() {
      heard.length = 0
      connections = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
