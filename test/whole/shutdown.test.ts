import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, install } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { Sender } from '#proofs/hostile/send.ts'

const ERROR = 50

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

/** Lines of level error and above, and whatever is no line of the log. */
const faultsOf = (server: ServerProcess): string[] =>
  server.lines().filter((line) => {
    if (line === 'server ready') return false
    try {
      return (JSON.parse(line) as { level: number }).level >= ERROR
    } catch {
      return true
    }
  })

/** Visitors who look around until the server is gone. */
async function lookAround(server: ServerProcess, isOver: () => boolean): Promise<number> {
  const sender = new Sender(4)
  const paths = [
    '/',
    '/list',
    '/delivery-day',
    '/api/market/app/list',
    '/search?q=galeri',
    '/health',
    '/api/app-store/app/detail?slug=notices',
  ]
  let answered = 0
  await Promise.all(
    [0, 1, 2, 3].map(async (one) => {
      for (let turn = one; !isOver(); turn++) {
        const reply = await sender.send({
          origin: server.origins[turn % 2 === 0 ? 'app' : 'theme'],
          method: 'GET',
          path: `${paths[turn % paths.length]}`,
        })
        if (typeof reply === 'string') return
        answered += 1
      }
    }),
  )
  sender.close()
  return answered
}

describe('a server that is shut down', () => {
  test('right after its start, during its first jobs, ends without an error in the log', async () => {
    const server = await startServerProcess(market)
    expect(await server.terminate()).toBe(0)
    expect(faultsOf(server)).toEqual([])
  }, 120_000)

  test('under light load, with jobs in progress, ends without an error in the log', async () => {
    const owner = await signIn(market)
    const server = await startServerProcess(market)
    let over = false
    const looking = lookAround(server, () => over)
    for (const slug of ['celebration', 'instant', 'delivery-day'])
      await install(owner, await idOf(owner, slug))
    const exit = await server.terminate()
    over = true
    expect(exit).toBe(0)
    expect(await looking).toBeGreaterThan(0)
    expect(faultsOf(server)).toEqual([])
  }, 120_000)
})
