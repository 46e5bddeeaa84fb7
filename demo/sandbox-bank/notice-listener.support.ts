import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For tests: a shop that hears notices, and answers as it is told (200 unless told otherwise). */
export async function listenForNotices() {
  const heard: { body: string; headers: Record<string, string | string[] | undefined> }[] = []
  const looking = new Set<() => void>()
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push({ body: Buffer.concat(chunks).toString(), headers: request.headers })
    response.writeHead(status).end()
    for (const look of looking) look()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://apps.localhost:${(server.address() as AddressInfo).port}`,
    heard,
    answerWith(next: number) {
      status = next
    },
    /** Waits until `count` notices of an attempt came. */
    until: (attemptId: string, count: number) =>
      new Promise<typeof heard>((resolve) => {
        const look = () => {
          const mine = heard.filter((notice) => notice.body.includes(`"${attemptId}"`))
          if (mine.length >= count) resolve(mine)
        }
        looking.add(look)
        look()
      }),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
