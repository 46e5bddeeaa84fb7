import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp, insideTransaction } from './http.ts'

let server: Server
let port: number
let reached = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    reached += 1
    if (request.url === '/moved')
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else response.end('here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const shop = () => createHttp({ allowOrigins: [`http://shop.localhost:${port}`] })
const failure = (url: string, http = shop()) =>
  http.request(url).then(
    () => 'answered',
    (error: { kind?: string; message: string }) => error.kind ?? error.message,
  )

describe('the client for configured URLs (D7, SRV-2)', () => {
  test('reaches exactly the configured origins, and nothing else', async () => {
    expect((await shop().request(`http://shop.localhost:${port}/x`)).body.toString()).toBe('here')
    const before = reached
    for (const url of [
      `http://shop.localhost:${port + 1}/`,
      `http://127.0.0.1:${port}/`,
      `https://shop.localhost:${port}/`,
      `http://user:pass@shop.localhost:${port}/`,
      'https://example.com/',
      'file:///etc/passwd',
      'http://[',
    ]) {
      expect(await failure(url), url).toBe('blocked')
    }
    expect(reached).toBe(before)
  })

  test('does not follow a redirect', async () => {
    expect((await shop().request(`http://shop.localhost:${port}/moved`)).status).toBe(302)
  })

  test('reports whether a failed request was sent', async () => {
    await expect(
      createHttp({ allowOrigins: ['http://shop.localhost:1'] }).request('http://shop.localhost:1/'),
    ).rejects.toMatchObject({ kind: 'unreachable', sent: false })
  })

  test('refuses inside a database transaction', async () => {
    await insideTransaction.run(true, async () =>
      expect(await failure(`http://shop.localhost:${port}/`)).toMatch(
        /inside a database transaction/,
      ),
    )
  })
})
