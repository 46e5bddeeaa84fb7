import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
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
    '/health/ready',
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

  test('while it serves visitors says first that it is not ready and fails no request that came before it closed', async () => {
    const server = await startServerProcess(market, { ROLES: 'web', SHUTDOWN_DELAY_SECONDS: '1' })
    const { app } = server.origins
    const probe = new Sender(1)
    const isReady = async () =>
      (await probe.ask({ origin: app, method: 'GET', path: '/health/ready' })).status === 200
    await expect.poll(isReady).toBe(true)
    const answers: (number | string)[] = []
    let over = false
    const visitors = Array.from({ length: 4 }, async () => {
      // Like a proxy's: kept connections, and nothing is sent a second time.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!over) answers.push(await getOnce(agent, app, '/api/market/app/list'))
      agent.destroy()
    })
    const upload = await beginUpload(app)

    const ended = server.terminate()
    await expect.poll(isReady, { interval: 20 }).toBe(false)
    const list = { origin: app, method: 'GET', path: '/api/market/app/list' }
    // So that no connection is kept under which it could be closed.
    expect((await probe.ask(list)).headers.connection).toBe('close')
    const before = answers.length
    await sleep(300)
    over = true
    await Promise.all(visitors)
    expect(answers.length).toBeGreaterThan(before + 4)
    expect(answers.filter((answer) => answer !== 200)).toEqual([])

    await expect.poll(() => getOnce(new Agent(), app, '/'), { timeout: 5_000 }).toBe('ECONNREFUSED')
    expect(await upload.finish()).toBe(400)
    expect(await ended).toBe(0)
    expect(faultsOf(server)).toEqual([])
    probe.close()
  }, 120_000)
})

/** The status of the answer, or the code of what went wrong. */
const getOnce = (agent: Agent, origin: string, path: string) =>
  new Promise<number | string>((resolve) => {
    const { host, port } = new URL(origin)
    request({ agent, host: '127.0.0.1', port, path, headers: { host } }, (answer) =>
      answer
        .resume()
        .on('end', () => resolve(answer.statusCode ?? 0))
        .on('error', (error) => resolve(error.message)),
    )
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end()
  })

/** A form of which one half is sent; the other half and the status of the answer by `finish`. */
async function beginUpload(origin: string) {
  const { host, port } = new URL(origin)
  const headers = { host, 'content-type': 'application/json', 'content-length': 4 }
  const path = '/api/contact-forms'
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers })
  const answered = new Promise<number | string>((resolve) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    sent.on('error', (error) => resolve(error.message))
  })
  await new Promise<void>((resolve) => sent.write('{ ', () => resolve()))
  return {
    finish() {
      sent.end(' }')
      return answered
    },
  }
}
