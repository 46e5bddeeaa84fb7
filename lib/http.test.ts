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
    if (request.url === '/moved') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/big') response.end('x'.repeat(5000))
    else if (request.url === '/never') return
    else response.end('here')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => { server.close(); server.closeAllConnections() })

const failure = (url: string, http = createHttp()) => http.request(url).then(() => 'answered', (error: { kind?: string; message: string }) => error.kind ?? error.message)

describe('the one client for outside calls (D7, SRV-2)', () => {
  test('refuses every way of writing an address of our own network, and reaches nobody', async () => {
    const before = reached
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '127.1', '0', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]', '[64:ff9b::7f00:1]', 'localhost', 'apps.localhost', 'intranet']
    for (const host of hosts) for (const suffix of ['', `:${port}`]) expect(await failure(`http://${host}${suffix}/`), host + suffix).toBe('blocked')
    expect(reached).toBe(before)
  })

  test('refuses other protocols, other ports and addresses with a name and password', async () => {
    for (const url of ['file:///etc/passwd', 'gopher://example.com/', 'ftp://example.com/', 'http://example.com:22/', 'http://user:pass@example.com/']) expect(await failure(url), url).toBe('blocked')
  })

  test('reaches an origin that is allowed by name, to the port', async () => {
    const http = createHttp({ allowOrigins: [`http://shop.localhost:${port}`] })
    expect((await http.request(`http://shop.localhost:${port}/x`)).body.toString()).toBe('here')
    expect(await failure(`http://shop.localhost:${port + 1}/`, http)).toBe('blocked')
    expect(await failure(`http://127.0.0.1:${port}/`, http)).toBe('blocked')
  })

  test('does not follow a redirect', async () => {
    const http = createHttp({ allowOrigins: [`http://shop.localhost:${port}`] })
    expect((await http.request(`http://shop.localhost:${port}/moved`)).status).toBe(302)
  })

  test('stops at the size and at the time it was given, and knows that the request was sent', async () => {
    const http = createHttp({ allowOrigins: [`http://shop.localhost:${port}`] })
    await expect(http.request(`http://shop.localhost:${port}/big`, { maxBytes: 1000 })).rejects.toMatchObject({ kind: 'too_large', sent: true })
    await expect(http.request(`http://shop.localhost:${port}/never`, { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout', sent: true })
    const gone = createHttp({ allowOrigins: ['http://shop.localhost:1'] })
    await expect(gone.request('http://shop.localhost:1/')).rejects.toMatchObject({ kind: 'unreachable', sent: false })
  })

  test('refuses inside a database transaction', async () => {
    await insideTransaction.run(true, async () => expect(await failure('http://example.com/')).toMatch(/inside a database transaction/))
  })
})
