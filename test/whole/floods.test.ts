import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONSOLE_OPERATIONS, INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'
import { attack, inParallel, type Attack, type AttackResult } from '#test/support/flood-attack.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const BODY_MS = 400
/** What the larger allowances go by, claimed falsely. */
const CLAIMS: Record<string, string>[] = [
  {},
  {
    cookie: 'apps-token=made-up; console.session=made-up',
    authorization: 'Bearer made-up',
    'arasta-signature': 'v1=made-up',
  },
]

let market: Marketplace
interface Place {
  host: string
  port: number
  path: string
  methods: string[]
}
let places: Place[]
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, bodyMs: BODY_MS })
  places = listPlaces()
})
afterAll(() => market.stop())

/**
 * Every address of every role that a router or a table of operations knows, and one that none
 * knows.
 */
function listPlaces(): Place[] {
  const { origins, shop, bank } = market
  const methods = new Map<string, Set<string>>()
  const add = (origin: string, path: string, method: string) => {
    const address = origin + path.replace(/:\w+(\{[^}]*\})?\??|\{\w+\}|\*/g, 'x')
    methods.set(address, (methods.get(address) ?? new Set()).add(method.toUpperCase()))
  }
  const addOperation = (
    origin: string,
    { path, method }: { path: string | { app: string; theme: string }; method: string },
  ) => {
    for (const one of typeof path === 'string' ? [path] : Object.values(path))
      add(origin, `/api${one}`, method)
  }
  for (const { role, path, method } of market.routes()) add(origins[role], path, method)
  for (const { operation } of MARKET_OPERATIONS)
    for (const origin of [origins.app, origins.theme]) addOperation(origin, operation)
  for (const { operation } of INSTALLER_OPERATIONS) addOperation(origins.installer, operation)
  for (const { operation } of CONSOLE_OPERATIONS)
    addOperation(origins.console, operation as { path: string; method: string })
  for (const { part, path, method } of shop.routes())
    add(shop.origin(part as 'panel'), path, method)
  for (const { path, method } of bank.routes) add(bank.url, path, method)
  for (const origin of [
    ...Object.values(origins),
    shop.origin('panel'),
    shop.origin('store-1'),
    bank.url,
  ])
    for (const method of METHODS) add(origin, '/nowhere', method)
  return [...methods].map(([address, known]) => {
    const { host, port, pathname } = new URL(address)
    return {
      host,
      port: Number(port),
      path: pathname,
      methods: [...known].filter((method) => method !== 'ALL'),
    }
  })
}

/** 503: this network holds back as many bytes as it may. */
const isRefused = ({ status }: AttackResult) =>
  status !== null && ((status >= 400 && status < 500) || status === 503)
const name = ({ method, host, path }: Attack, { status, sent }: AttackResult) =>
  `${method} ${host}${path}: ${status} after ${sent} bytes`

/** The attacks that were not answered as they should, by name. */
async function failing(
  attacks: readonly Attack[],
  atOnce: number,
  passes: (result: AttackResult) => boolean,
): Promise<string[]> {
  const results = await inParallel(attacks, atOnce, attack)
  // Beyond the number of connections that may linger, a client may lose its answer. Alone it gets it.
  for (const [index, one] of attacks.entries())
    if (results[index]?.status === null) results[index] = await attack(one)
  return attacks.flatMap((one, index) =>
    passes(results[index] as AttackResult) ? [] : [name(one, results[index] as AttackResult)],
  )
}

describe('SRV-6 no route of any role buffers or waits for endless input of unauthenticated callers', () => {
  test("there are routes of every role, and of the demo's platform and bank", () => {
    const ports = new Set(places.map(({ port }) => port))
    expect(ports.size).toBe(7)
    expect(places.length).toBeGreaterThan(250)
  })

  test('an endless body is refused on every route, by every method, before much of it was read', async () => {
    // By every method that the route knows, as a form with and without a session, and by one method
    // more.
    const attacks = places.flatMap(({ methods, ...place }, index) =>
      [...new Set([...methods, 'POST', METHODS[index % METHODS.length] as string])].flatMap(
        (method) =>
          (method === 'POST' ? CLAIMS : [{}]).map((headers): Attack => ({
            ...place,
            method,
            headers,
            body: 'endless',
          })),
      ),
    )
    const served = new Set<Socket>()
    const see = (message: unknown) => void served.add((message as { socket: Socket }).socket)
    subscribe('http.server.request.start', see)
    const failed = await failing(attacks, 24, isRefused)
    unsubscribe('http.server.request.start', see)
    expect(failed).toEqual([])
    expect(served.size).toBeGreaterThanOrEqual(attacks.length)
    // What was read of a connection is the most that can be kept of it: 1 MiB at the demo's
    // platform with a signature claimed, and what lay in the buffers when it was refused.
    expect(Math.max(...[...served].map((socket) => socket.bytesRead))).toBeLessThan(1536 * 1024)
  }, 60_000)

  test('a slow body is refused on every route after its timeout', async () => {
    expect(
      await failing(
        places.map(({ methods: _, ...place }): Attack => ({
          ...place,
          method: 'POST',
          body: 'slow',
        })),
        400,
        ({ status }) => status === 408,
      ),
    ).toEqual([])
  }, 30_000)

  test('the refusal is in the language of the request, and the connection is closed', async () => {
    const { host, port } = new URL(market.origins.app)
    const { answer } = await attack({
      host,
      port: Number(port),
      method: 'POST',
      path: '/api/contact',
      headers: { 'accept-language': 'ar', accept: 'text/html' },
      body: 'endless',
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
    expect(Buffer.from(answer, 'latin1').toString()).toContain('ما أُرسل كبير جدًا')
  })
})
