import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBoundedServer, type AllowBody } from './bounded-server.ts'

let server: Server | undefined
afterEach(() => void server?.close().closeAllConnections())

const LIMIT = 1_000

/**
 * Sends `parts` one after another over one connection and returns all that comes back. `halt` ends
 * the waiting.
 */
async function talk(
  parts: string[],
  {
    allowBody = () => ({ bytes: LIMIT }),
    bodyMs = 300,
    halt = /\r\n\r\n[^]+/,
  }: { allowBody?: AllowBody; bodyMs?: number; halt?: RegExp } = {},
): Promise<string> {
  const opened = (server = createBoundedServer(
    (incoming, outgoing) => {
      const { rawBody } = incoming as IncomingMessage & { rawBody?: Buffer }
      outgoing.end(`took ${rawBody?.length ?? 'nothing'}`)
    },
    {
      allowBody,
      bodyMs,
      refusalText: (refusal) => ({ type: 'text/plain', body: `refused ${refusal}` }),
    },
  ))
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect((opened.address() as AddressInfo).port, '127.0.0.1')
    socket.on('data', (data) => {
      heard += data.toString()
      if (halt.test(heard)) socket.destroy()
    })
    socket.on('close', () => resolve(heard)).on('error', reject)
    for (const part of parts) socket.write(part)
  })
}

const head = (...lines: string[]) =>
  `${['POST / HTTP/1.1', 'host: x', ...lines].join('\r\n')}\r\n\r\n`
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`

describe('SRV-6 the server limits request bodies', () => {
  test('accepts a body of exactly the limit, with a stated length or chunked', async () => {
    expect(await talk([head(`content-length: ${LIMIT}`), 'x'.repeat(LIMIT)])).toContain(
      `took ${LIMIT}`,
    )
    expect(
      await talk([head('transfer-encoding: chunked'), chunk(600), chunk(LIMIT - 600), '0\r\n\r\n']),
    ).toContain(`took ${LIMIT}`)
  })

  test('refuses one byte more, before it is sent when the length is stated', async () => {
    expect(await talk([head(`content-length: ${LIMIT + 1}`)])).toMatch(
      /^HTTP\/1.1 413 [^]*refused body.too_large/,
    )
    expect(await talk([head('transfer-encoding: chunked'), chunk(LIMIT + 1)])).toMatch(
      /^HTTP\/1.1 413 [^]*refused body.too_large/,
    )
  })

  test('answers "Expect: 100-continue" with a refusal before the body is sent, else with continue', async () => {
    expect(await talk([head('expect: 100-continue', `content-length: ${LIMIT + 1}`)])).toMatch(
      /^HTTP\/1.1 413 /,
    )
    expect(
      await talk([head('expect: 100-continue', 'content-length: 3'), 'abc'], { halt: /took/ }),
    ).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 [^]*took 3/)
  })

  test('refuses a body that exceeds the deadline, and accepts several timely requests on one connection', async () => {
    expect(await talk([head('content-length: 10'), 'abc'])).toMatch(
      /^HTTP\/1.1 408 [^]*refused body.too_slow/,
    )
    expect(
      await talk([head('content-length: 3'), 'abc', head('content-length: 0')], {
        halt: /took[^]*took/,
      }),
    ).toMatch(/took 3[^]*took nothing/)
  })

  test('allows no body for methods without one', async () => {
    expect(await talk([head('content-length: 1').replace('POST', 'GET'), 'x'])).toMatch(
      /^HTTP\/1.1 413 /,
    )
    expect(
      await talk([head('transfer-encoding: chunked').replace('POST', 'GET'), '0\r\n\r\n']),
    ).toContain('took 0')
  })

  test('passes a streamed body to its route unread, and requires its length', async () => {
    const allowBody: AllowBody = () => ({ bytes: 10 * LIMIT, streamed: true })
    expect(await talk([head(`content-length: ${5 * LIMIT}`)], { allowBody })).toContain(
      'took nothing',
    )
    expect(await talk([head(`content-length: ${11 * LIMIT}`)], { allowBody })).toMatch(
      /^HTTP\/1.1 413 /,
    )
    expect(await talk([head('transfer-encoding: chunked'), chunk(10)], { allowBody })).toMatch(
      /^HTTP\/1.1 413 /,
    )
  })

  test('refuses too many headers', async () => {
    expect(
      await talk([head(...Array.from({ length: 101 }, (_, index) => `x-${index}: 1`))]),
    ).toMatch(/^HTTP\/1.1 431 [^]*refused headers.too_many/)
    expect(
      await talk([head(...Array.from({ length: 90 }, (_, index) => `x-${index}: 1`))]),
    ).toMatch(/^HTTP\/1.1 200 /)
  })

  test('reads and discards what a refused client still sends, so that no buffers stay and its end is noticed', async () => {
    const opened = (server = createBoundedServer(() => {}, {
      allowBody: () => ({ bytes: LIMIT }),
      refusalText: () => ({ type: 'text/plain', body: 'refused' }),
    }))
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
    const socket = connect((opened.address() as AddressInfo).port, '127.0.0.1')
    const [[accepted], [incoming]] = await Promise.all([
      once(opened, 'connection') as Promise<[Socket]>,
      once(opened, 'request') as Promise<[IncomingMessage]>,
      socket.write(head('transfer-encoding: chunked') + chunk(LIMIT + 1)),
    ])
    await once(socket, 'data')
    socket.write(chunk(200 * 1024))
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(128 * 1024)
    await expect.poll(() => incoming.readableLength, { timeout: 500 }).toBe(0)
    socket.destroy()
  })

  test('counts pending bodies by network, and keeps room for small ones', async () => {
    const opened = (server = createBoundedServer((_, outgoing) => void outgoing.end('took'), {
      allowBody: () => ({ bytes: 2 ** 20 }),
      networkOf: ({ headers }) => String(headers['x-network']),
      refusalText: (refusal) => ({ type: 'text/plain', body: `refused ${refusal}` }),
    }))
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
    const held: Socket[] = []
    /** All but the last byte of a body. */
    const hold = async (network: string, bytes: number) => {
      const socket = connect((opened.address() as AddressInfo).port, '127.0.0.1')
      held.push(socket)
      const [accepted] = (await Promise.all([
        once(opened, 'connection').then(([one]) => one as Socket),
        once(socket, 'connect'),
      ])) as [Socket, unknown]
      socket.write(
        `${head(`content-length: ${bytes}`, `x-network: ${network}`)}${'x'.repeat(bytes - 1)}`,
      )
      await expect.poll(() => accepted.bytesRead).toBeGreaterThanOrEqual(bytes)
    }
    const send = async (network: string, bytes: number) => {
      const socket = connect((opened.address() as AddressInfo).port, '127.0.0.1')
      held.push(socket)
      socket.write(
        `${head(`content-length: ${bytes}`, `x-network: ${network}`)}${'x'.repeat(bytes)}`,
      )
      return /took|refused [\w.]+/.exec(String((await once(socket, 'data'))[0]))?.[0]
    }
    for (let one = 0; one < 4; one += 1) await hold('a', 2 ** 20)
    expect(await send('a', 2 ** 16)).toBe('refused busy')
    expect(await send('b', 2 ** 16)).toBe('took')
    for (let network = 0; network < 7; network += 1)
      for (let one = 0; one < 4; one += 1) await hold(`c${network}`, 2 ** 20)
    expect(await send('b', 2 ** 16)).toBe('refused busy')
    expect(await send('b', 2 ** 13)).toBe('took')
    for (const socket of held) socket.destroy()
  })
})

test('SRV-6 the server limits its open connections', async () => {
  const opened = (server = createBoundedServer((_incoming, outgoing) => void outgoing.end('ok'), {
    allowBody: () => ({ bytes: 0 }),
    refusalText: (refusal) => ({ type: 'text/plain', body: refusal }),
    maxConnections: 2,
  }))
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  const open = async () => {
    const socket = connect((opened.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const [first] = [await open(), await open()]
  await once((await open()).resume(), 'close')
  first.destroy()
  await once(first, 'close')
  await expect
    .poll(async () => {
      const socket = await open()
      socket.on('error', () => {})
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [
        Buffer | boolean,
      ]
      return String(answer)
    })
    .toMatch(/^HTTP\/1.1 200 /)
})

test('SRV-6 one network cannot take all connections', async () => {
  const opened = (server = createBoundedServer((_incoming, outgoing) => void outgoing.end('ok'), {
    allowBody: () => ({ bytes: 0 }),
    refusalText: (refusal) => ({ type: 'text/plain', body: refusal }),
    maxConnectionsOfNetwork: 2,
  }))
  await new Promise<void>((resolve) => opened.listen(0, '0.0.0.0', resolve))
  const { port } = opened.address() as AddressInfo
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: localAddress, localAddress })
    await once(socket, 'connect')
    return socket.resume()
  }
  const [first] = [await open('127.0.0.1'), await open('127.0.0.1')]
  await once(await open('127.0.0.1'), 'close')
  first.destroy()
  const other = await open('127.0.0.2')
  other.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(String((await once(other, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /)
})

test('SRV-6 large bodies in progress are limited for a network and in all, and counted until they end', async () => {
  const held: (() => void)[] = []
  const opened = (server = createBoundedServer(
    (_incoming, outgoing) => void held.push(() => outgoing.end('took')),
    {
      allowBody: () => ({ bytes: 2 ** 25, streamed: true }),
      refusalText: (refusal) => ({ type: 'text/plain', body: refusal }),
      networkOf: ({ headers }) => String(headers['x-network']),
    },
  ))
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  const { port } = opened.address() as AddressInfo
  const begin = async (network: string) => {
    const socket = connect(port, '127.0.0.1')
    const [before, data] = [held.length, once(socket, 'data')]
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\nx-network: ${network}\r\ncontent-length: ${2 ** 25}\r\n\r\n`,
    )
    const first = await Promise.race([
      data.then(([bytes]) => String(bytes).slice(9, 12)),
      vi.waitUntil(() => held.length > before, { interval: 5 }).then(() => 'began'),
    ])
    return { first, socket }
  }
  const firsts = async (networks: string) => {
    const all: string[] = []
    for (const network of networks) all.push((await begin(network)).first)
    return all
  }
  expect(await firsts('aaabb')).toEqual(['began', 'began', '503', 'began', 'began'])
  expect(await firsts('cccd')).toEqual(['began', 'began', '503', '503'])
  held[0]?.()
  await expect.poll(async () => (await begin('d')).first).toBe('began')
})
