import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callApi, fetchWithRetry } from './api-client.ts'
import { createReader, createWriter, type FetchState } from './fetch-state.ts'

type Work = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let origin: string
let tries: string[] = []
let work: Work
beforeAll(async () => {
  server = createServer((request, response) => {
    tries.push(`${request.method} ${request.url}`)
    work(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  tries = []
})

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const always =
  (status: number, body: unknown = { code: 'x', message: 'Olmadı' }): Work =>
  (_, response) =>
    json(response, status, body)

const REPEATED = [408, 409, 425, 429, 500, 502, 503, 504]
const FINAL = [400, 401, 403, 404, 410, 413, 422, 501, 505]

describe('S7.39 retries of the API client', () => {
  for (const status of REPEATED) {
    test(`a read answered with ${status} is retried once, a write never`, async () => {
      work = always(status)
      await callApi(`${origin}/read`)
      expect(tries).toEqual(['GET /read', 'GET /read'])
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        tries = []
        await callApi(`${origin}/write`, { method, body: { a: 1 } })
        expect(tries).toEqual([`${method} /write`])
      }
    })
  }

  test("S4.9 the router's data requests are retried once for the same statuses, and its writes never", async () => {
    for (const status of [...REPEATED, ...FINAL]) {
      work = always(status)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
        tries = []
        const answer = await fetchWithRetry(
          fetch,
          new Request(`${origin}/list.data`, { method, ...(method === 'POST' && { body: 'a=1' }) }),
        )
        expect(answer.status).toBe(status)
        expect(tries, `${method} ${status}`).toHaveLength(
          REPEATED.includes(status) && (method === 'GET' || method === 'HEAD') ? 2 : 1,
        )
      }
    }
  })

  test('S4.9 a data request without a response is retried, unless the page was left meanwhile', async () => {
    const left = new AbortController()
    work = (_, response) => {
      if (tries.length === 1) response.destroy()
      else json(response, 200, {})
    }
    expect((await fetchWithRetry(fetch, new Request(`${origin}/list.data`))).status).toBe(200)
    tries = []
    work = () => left.abort()
    await expect(
      fetchWithRetry(fetch, new Request(`${origin}/list.data`, { signal: left.signal })),
    ).rejects.toThrow(/abort/i)
    expect(tries).toHaveLength(1)
  })

  test('any other response is final', async () => {
    for (const status of FINAL) {
      tries = []
      work = always(status)
      expect(await callApi(`${origin}/read`)).toMatchObject({ ok: false, status })
      expect(tries, String(status)).toHaveLength(1)
    }
  })

  test("the second attempt's response counts", async () => {
    work = (_, response) =>
      tries.length === 1 ? json(response, 503, {}) : json(response, 200, { data: [1] })
    expect(await callApi(`${origin}/read`)).toEqual({
      ok: true,
      status: 200,
      answer: { data: [1] },
    })
  })

  test('a broken connection is retried for a read, not for a write', async () => {
    work = (request) => request.socket.destroy()
    expect(await callApi(`${origin}/read`)).toMatchObject({ ok: false, status: null })
    expect(tries).toHaveLength(2)
    tries = []
    await callApi(`${origin}/write`, { method: 'POST', body: {} })
    expect(tries).toHaveLength(1)
  })

  test('a response that does not come ends with the timeout, which covers all attempts', async () => {
    work = () => {}
    expect(await callApi(`${origin}/slow`, { timeoutMs: 150 })).toMatchObject({
      ok: false,
      status: null,
    })
    expect(tries).toHaveLength(1)
  })
})

describe('S8.14 a failed fetch', () => {
  test('returns the response body', async () => {
    work = always(422, {
      statusCode: 422,
      code: 'checkout.coupon_invalid',
      message: 'Kupon geçersiz',
    })
    expect(await callApi(`${origin}/x`)).toEqual({
      ok: false,
      status: 422,
      error: { statusCode: 422, code: 'checkout.coupon_invalid', message: 'Kupon geçersiz' },
    })
  })

  test('returns the error when there is no response or an empty one', async () => {
    work = (request) => request.socket.destroy()
    expect(await callApi(`${origin}/x`, { method: 'POST' })).toMatchObject({
      ok: false,
      status: null,
      error: expect.any(Error),
    })
    work = (_, response) => void response.writeHead(404).end()
    expect(await callApi(`${origin}/x`)).toMatchObject({
      ok: false,
      status: 404,
      error: expect.any(Error),
    })
  })
})

describe('S4.9 the states of a fetch (D17)', () => {
  test('a read goes from idle over pending to success or error, and keeps the last successful answer', async () => {
    const steps: FetchState<{ n: number }>[] = []
    const reader = createReader<{ n: number }>((state) => steps.push(state))
    work = always(200, { n: 1 })
    await reader.read(`${origin}/a`)
    work = always(404, { code: 'not_found' })
    await reader.read(`${origin}/b`)
    reader.stop()
    expect(steps.map(({ step, answer }) => [step, answer?.n])).toEqual([
      ['pending', undefined],
      ['success', 1],
      ['pending', 1],
      ['error', 1],
      ['idle', undefined],
    ])
    expect(steps[3]).toMatchObject({ status: 404, error: { code: 'not_found' } })
  })

  test('a new read cancels the one before, whose answer is ignored', async () => {
    const held: ServerResponse[] = []
    let gone = 0
    work = (request, response) => {
      request.socket.on('close', () => gone++)
      if (request.url === '/first') held.push(response)
      else json(response, 200, { n: 2 })
    }
    const seen: string[] = []
    const reader = createReader<{ n: number }>(({ step, answer }) =>
      seen.push(`${step} ${answer?.n ?? ''}`.trim()),
    )
    const first = reader.read(`${origin}/first`)
    await expect.poll(() => held.length).toBe(1)
    const second = reader.read(`${origin}/second`)
    expect(await first).toBeNull()
    expect((await second)?.answer).toEqual({ n: 2 })
    await expect.poll(() => gone).toBeGreaterThan(0)
    expect(seen).toEqual(['pending', 'pending', 'success 2'])
  })

  test('a repeated payment or install neither cancels the pending one nor is sent again', async () => {
    const held: ServerResponse[] = []
    work = (_, response) => void held.push(response)
    const writer = createWriter<{ state: string }>(() => {})
    const request = {
      method: 'POST',
      body: { total: 1 },
      headers: { 'idempotency-key': 'k1' },
    } as const
    const first = writer.write(`${origin}/pay`, request)
    await expect.poll(() => held.length).toBe(1)
    const second = writer.write(`${origin}/pay`, request)
    json(held[0]!, 200, { state: 'paid' })
    expect((await first).answer).toEqual({ state: 'paid' })
    expect(await second).toEqual(await first)
    expect(tries).toEqual(['POST /pay'])
  })
})
