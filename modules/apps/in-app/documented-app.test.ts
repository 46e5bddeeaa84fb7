import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, passChallenge, pay, prepareKnownOrder } from '#test/support/checkout.ts'
import { idOf, install, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { FIREWORKS, publishSelling } from '#test/support/selling-app.ts'

/**
 * The app of docs/in-app-purchase.md, taken out of the page and started as somebody else's process.
 */
let market: Marketplace
let owner: Owner
let folder: string
let server: ChildProcess
let origin: string

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  folder = await mkdtemp(join(tmpdir(), 'arasta-app-'))
  const page = await readFile(join(import.meta.dirname, '../../../docs/in-app-purchase.md'), 'utf8')
  for (const [, name, code] of page.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm))
    await writeFile(join(folder, name as string), code as string)
  origin = `http://127.0.0.1:${await freePort()}`
  server = spawn(process.execPath, [join(folder, 'server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      APP_PREFIX: 'celebration',
      APP_ORIGIN: origin,
      ARASTA_ORIGIN: market.origins.app,
      ARASTA_ADDRESS: market.origins.app.replace('apps.localhost', '127.0.0.1'),
    },
  })
  await once(server.stdout as NodeJS.ReadableStream, 'data')
  await publishSelling(market, 'celebration', '2.0.0', [FIREWORKS], `${origin}/open`)
})
afterAll(async () => {
  server.kill()
  await rm(folder, { recursive: true, force: true })
  await market.stop()
})

test('S3.4 the app from the documentation opens, requests a purchase, is paid and verifies our signature', async () => {
  await install(owner, await idOf(owner, 'celebration'))
  await processRun(market)
  await owner.call('POST', '/domain/address', { body: ADDRESS })

  const opened = (await owner.call('POST', '/app-store/app/celebration/open', { body: {} })).body
    .data.url as string
  expect(opened.startsWith(`${origin}/open?arasta-token=`)).toBe(true)
  const entered = await fetch(opened, { redirect: 'manual' })
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/'])
  const visit = async (path: string) => {
    const answer = await fetch(new URL(path, origin), {
      redirect: 'manual',
      headers: { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' },
    })
    return { to: answer.headers.get('location') ?? '', shows: (await answer.json()) as unknown }
  }
  expect((await visit('/')).shows).toEqual({ store: owner.domain, bought: [] })
  // The token was for one use.
  expect((await fetch(opened, { redirect: 'manual' })).status).toBe(502)

  const checkout = new URL((await visit('/buy?product=fireworks')).to)
  expect(checkout.origin).toBe(market.origins.app)
  const order = (await owner.call('GET', `/checkout/status/${checkout.searchParams.get('order')}`))
    .body.data
  expect((await visit(order.product.return_to)).shows).toEqual({ state: 'open' })
  const paid = await pay(owner, await prepareKnownOrder(owner, order))
  await passChallenge(market, paid.body.challenge.url)
  expect((await visit(order.product.return_to)).shows).toEqual({
    state: 'paid',
    product: 'fireworks',
  })
  expect((await visit('/')).shows).toEqual({ store: owner.domain, bought: [['fireworks', 'paid']] })
})
