import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insideTransaction } from '../http.ts'
import { followRedirects } from './follow.ts'
import { createForeignHttp } from './foreign-http.ts'
import { isPublicAddress } from './public-address.ts'

let server: Server
let port: number
const seen: string[] = []
const answers: Record<string, RequestListener> = {}
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response)
    else response.end('here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const origin = () => `http://shop.localhost:${port}`
const local = () => createForeignHttp({ localOrigins: [origin()] })
const failure = (url: string, http = createForeignHttp()) =>
  http.request(url).then(
    () => 'answered',
    (error: { kind?: string; message: string }) => error.kind ?? error.message,
  )

const PRIVATE_V4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]
const PRIVATE_V6 = [
  '::',
  '::1',
  '::127.0.0.1',
  '::10.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::8.8.8.8',
  '2001:0:7f00:1::',
  '2001::1',
  '2001:20::1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%1',
  'fec0::1',
  'ff02::1',
]

describe('the client for untrusted URLs (D7, SRV-2)', () => {
  test.each([...PRIVATE_V4, ...PRIVATE_V6])(
    '%s is no public address, neither looked up nor written',
    async (address) => {
      expect(isPublicAddress(address)).toBe(false)
      // A URL has no zone; URL parsers refuse it.
      for (const suffix of ['', ':80', `:${port}`])
        expect(
          await failure(
            `http://${address.includes(':') ? `[${address.replace('%', '%25')}]` : address}${suffix}/`,
          ),
        ).toBe('blocked')
    },
  )

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '2606:4700:4700::1111',
    '2a00:1450:4001:800::200e',
    '64:ff9b::8.8.8.8',
  ])('%s is a public address', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '0x7f.0x0.0x0.0x1',
    '127.0.0.1.',
    '127。0。0。1',
    '１２７.0.0.1',
    '⑫7.0.0.1',
    '0',
    '0x0',
    '127.0.0.1%2f',
    '%31%32%37.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'apps.localhost',
    'apps.localhost.',
    'intranet',
    'example.com.',
    'example..com',
    '.example.com',
    'printer.local',
    'metadata.google.internal',
    'nas.lan',
    'router.home.arpa',
    'x.onion',
    'a.b.',
  ])('the host %s is refused before it is looked up', async (host) => {
    for (const suffix of ['', `:${port}`])
      expect(await failure(`http://${host}${suffix}/`)).toBe('blocked')
  })

  test('refuses other protocols and ports, credentials, and invalid URLs', async () => {
    for (const url of [
      'file:///etc/passwd',
      'gopher://example.com/',
      'ftp://example.com/',
      'http://example.com:22/',
      'http://example.com:0/',
      'http://user:pass@example.com/',
      'http://[',
      'x',
      '',
    ])
      expect(await failure(url), url).toBe('blocked')
  })

  test('has no allow-list: only origins of this machine can be named, matched including the port', async () => {
    for (const wrong of [
      'http://10.0.0.1',
      'http://shop.example',
      'http://localhost.example',
      'http://169.254.169.254',
      'ftp://shop.localhost',
      'x',
    ])
      expect(() => createForeignHttp({ localOrigins: [wrong] }), wrong).toThrow(
        /not an origin of this machine/,
      )
    expect((await local().request(`${origin()}/x`)).body.toString()).toBe('here')
    for (const url of [
      `http://shop.localhost:${port + 1}/`,
      `https://shop.localhost:${port}/`,
      `http://apps.localhost:${port}/`,
      `http://127.0.0.1:${port}/`,
      `http://u:p@shop.localhost:${port}/`,
    ])
      expect(await failure(url, local()), url).toBe('blocked')
  })

  test('refuses inside a database transaction', async () => {
    await insideTransaction.run(true, async () =>
      expect(await failure('http://example.com/')).toMatch(/inside a database transaction/),
    )
  })
})

describe('redirects of an untrusted site', () => {
  const leads =
    (to: string): RequestListener =>
    (_, response) =>
      response.writeHead(302, { location: to }).end()

  test.each([
    'http://169.254.169.254/',
    'http://[::127.0.0.1]/',
    '//127.0.0.1/',
    'http://0x7f.1/',
    'file:///etc/passwd',
    'http://localhost./',
  ])('one to %s is checked like an address of its own', async (to) => {
    answers['/moved'] = leads(to)
    expect((await local().request(`${origin()}/moved`)).status).toBe(302)
    await expect(followRedirects(local(), `${origin()}/moved`, { hops: 3 })).rejects.toMatchObject({
      kind: 'blocked',
      sent: false,
    })
  })

  test('are followed up to a limit, and only where the caller allows', async () => {
    Object.assign(answers, {
      '/1': leads('/2'),
      '/2': leads('/3'),
      '/3': leads('/4'),
      '/round': leads('/round'),
    })
    expect(await followRedirects(local(), `${origin()}/1`, { hops: 3 })).toMatchObject({
      end: 'answer',
      url: `${origin()}/4`,
      answer: { status: 200 },
    })
    expect(await followRedirects(local(), `${origin()}/1`, { hops: 2 })).toEqual({
      end: 'too_many',
      url: `${origin()}/4`,
    })
    expect(
      await followRedirects(local(), `${origin()}/1`, {
        hops: 3,
        mayLead: (next) => next.pathname !== '/3',
      }),
    ).toEqual({ end: 'elsewhere', url: `${origin()}/3` })
    seen.length = 0
    await followRedirects(local(), `${origin()}/round`, { hops: 3 })
    expect(seen).toHaveLength(4)
  })
})

describe('responses of an untrusted site are limited', () => {
  const without =
    (name: string, work: () => Buffer): RequestListener =>
    (_, response) =>
      response.writeHead(200, { 'content-encoding': name }).end(work())
  const zeros = Buffer.alloc(8 * 2 ** 20)

  test('in their body, with an error or truncated', async () => {
    answers['/big'] = (_, response) => response.end('x'.repeat(5000))
    await expect(local().request(`${origin()}/big`, { maxBytes: 1000 })).rejects.toMatchObject({
      kind: 'too_large',
      sent: true,
    })
    expect(
      (await local().request(`${origin()}/big`, { maxBytes: 1000, cut: true })).body,
    ).toHaveLength(1000)
    expect((await local().request(`${origin()}/big`, { maxBytes: 5000 })).body).toHaveLength(5000)
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in what comes out of %s: a bomb is not unpacked', async (name, pack) => {
    answers['/bomb'] = without(name, () => pack(zeros))
    await expect(local().request(`${origin()}/bomb`, { maxBytes: 2 ** 20 })).rejects.toMatchObject({
      kind: 'too_large',
    })
    expect(
      (await local().request(`${origin()}/bomb`, { maxBytes: 1000, cut: true })).body,
    ).toHaveLength(1000)
    answers['/packed'] = without(name, () => pack(Buffer.from('merhaba')))
    expect((await local().request(`${origin()}/packed`)).body.toString()).toBe('merhaba')
  })

  test('in their content encodings', async () => {
    answers['/twice'] = without('gzip, gzip', () => gzipSync(gzipSync(zeros)))
    answers['/odd'] = without('compress', () => Buffer.from('x'))
    answers['/broken'] = without('gzip', () => Buffer.from('no gzip'))
    for (const path of ['/twice', '/odd', '/broken'])
      expect(await failure(origin() + path, local()), path).toBe('reset')
  })

  test('in their headers', async () => {
    answers['/headers'] = (_, response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end()
    answers['/many'] = (_, response) =>
      response
        .writeHead(
          200,
          Object.fromEntries(Array.from({ length: 900 }, (__, n) => [`x-${n}`, 'y'.repeat(20)])),
        )
        .end()
    for (const path of ['/headers', '/many'])
      expect(await failure(origin() + path, local()), path).toBe('too_large')
  })

  test('in their duration, even if they never end', async () => {
    answers['/never'] = () => {}
    answers['/drip'] = (_, response) => {
      const timer = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(timer))
    }
    answers['/drip-headers'] = (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => request.socket.write('x: y\r\n'), 10)
      request.socket.on('close', () => clearInterval(timer))
    }
    for (const path of ['/never', '/drip', '/drip-headers'])
      await expect(
        local().request(origin() + path, { timeoutMs: 300 }),
        path,
      ).rejects.toMatchObject({ kind: 'timeout', sent: true })
  })
})
