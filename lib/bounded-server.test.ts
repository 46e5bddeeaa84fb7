import type { IncomingMessage, Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createBoundedServer, type AllowBody } from './bounded-server.ts'

let server: Server | undefined
afterEach(() => void server?.close().closeAllConnections())

const LIMIT = 1_000

/** Sends `parts` one after another over one connection and returns all that comes back. `halt` ends the waiting. */
async function talk(parts: string[], { allowBody = () => ({ bytes: LIMIT }), bodyMs = 300, halt = /\r\n\r\n[^]+/ }: { allowBody?: AllowBody; bodyMs?: number; halt?: RegExp } = {}): Promise<string> {
  const opened = server = createBoundedServer((incoming, outgoing) => {
    const { rawBody } = incoming as IncomingMessage & { rawBody?: Buffer }
    outgoing.end(`took ${rawBody?.length ?? 'nothing'}`)
  }, { allowBody, bodyMs, tell: refusal => ({ type: 'text/plain', body: `refused ${refusal}` }) })
  await new Promise<void>(resolve => opened.listen(0, '127.0.0.1', resolve))
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect((opened.address() as AddressInfo).port, '127.0.0.1')
    socket.on('data', data => {
      heard += data.toString()
      if (halt.test(heard)) socket.destroy()
    })
    socket.on('close', () => resolve(heard)).on('error', reject)
    for (const part of parts) socket.write(part)
  })
}

const head = (...lines: string[]) => `${['POST / HTTP/1.1', 'host: x', ...lines].join('\r\n')}\r\n\r\n`
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`

describe('SRV-6 a server takes bodies up to a limit', () => {
  test('a body of exactly the limit is handed over whole, with its length stated or in chunks', async () => {
    expect(await talk([head(`content-length: ${LIMIT}`), 'x'.repeat(LIMIT)])).toContain(`took ${LIMIT}`)
    expect(await talk([head('transfer-encoding: chunked'), chunk(600), chunk(LIMIT - 600), '0\r\n\r\n'])).toContain(`took ${LIMIT}`)
  })

  test('one byte more is refused, before it is sent where its length is stated', async () => {
    expect(await talk([head(`content-length: ${LIMIT + 1}`)])).toMatch(/^HTTP\/1.1 413 [^]*refused body.too_large/)
    expect(await talk([head('transfer-encoding: chunked'), chunk(LIMIT + 1)])).toMatch(/^HTTP\/1.1 413 [^]*refused body.too_large/)
  })

  test('a client that asks before it sends is told no without being asked to send, and yes otherwise', async () => {
    expect(await talk([head('expect: 100-continue', `content-length: ${LIMIT + 1}`)])).toMatch(/^HTTP\/1.1 413 /)
    expect(await talk([head('expect: 100-continue', 'content-length: 3'), 'abc'], { halt: /took/ })).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 [^]*took 3/)
  })

  test('a body that does not come in time is refused, and the next request of a good client is answered on the same connection', async () => {
    expect(await talk([head('content-length: 10'), 'abc'])).toMatch(/^HTTP\/1.1 408 [^]*refused body.too_slow/)
    expect(await talk([head('content-length: 3'), 'abc', head('content-length: 0')], { halt: /took[^]*took/ })).toMatch(/took 3[^]*took nothing/)
  })

  test('methods without a body have none', async () => {
    expect(await talk([head('content-length: 1').replace('POST', 'GET'), 'x'])).toMatch(/^HTTP\/1.1 413 /)
    expect(await talk([head('transfer-encoding: chunked').replace('POST', 'GET'), '0\r\n\r\n'])).toContain('took 0')
  })

  test('a streamed body reaches its route unread, and must state its length', async () => {
    const allowBody: AllowBody = () => ({ bytes: 10 * LIMIT, streamed: true })
    expect(await talk([head(`content-length: ${5 * LIMIT}`)], { allowBody })).toContain('took nothing')
    expect(await talk([head(`content-length: ${11 * LIMIT}`)], { allowBody })).toMatch(/^HTTP\/1.1 413 /)
    expect(await talk([head('transfer-encoding: chunked'), chunk(10)], { allowBody })).toMatch(/^HTTP\/1.1 413 /)
  })

  test('more headers than anybody needs are refused', async () => {
    expect(await talk([head(...Array.from({ length: 101 }, (_, index) => `x-${index}: 1`))])).toMatch(/^HTTP\/1.1 431 [^]*refused headers.too_many/)
    expect(await talk([head(...Array.from({ length: 90 }, (_, index) => `x-${index}: 1`))])).toMatch(/^HTTP\/1.1 200 /)
  })
})
