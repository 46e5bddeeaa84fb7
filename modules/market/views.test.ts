import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { MOST_VIEWS } from './views-rules.ts'

let market: Marketplace
let admin: ConsoleBrowser
let support: ConsoleBrowser
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'support@example.com',
    role: 'support',
  })
  support = await signInToConsole(market, 'support@example.com')
})
afterAll(() => market.stop())

const save = (name: string, path: string, who = admin) =>
  who.ask('POST', '/operator/views', { name, path })
const viewsOf = async (who: ConsoleBrowser) =>
  (await who.ask('GET', '/operator/views')).body.views as {
    id: string
    name: string
    path: string
  }[]

describe('saved views of the console (D1)', () => {
  test('are kept by name, for the person who saved them alone', async () => {
    await save('Stopped', '/operator/items?state=stopped')
    await save('Stopped', '/operator/items?state=stopped&market=app')
    await save('All', '/operator/items?state=published', support)
    const [mine, ...more] = await viewsOf(admin)
    expect(more).toEqual([])
    expect(mine).toMatchObject({
      name: 'Stopped',
      path: '/operator/items?state=stopped&market=app',
    })
    expect((await support.ask('DELETE', `/operator/views/${mine?.id}`)).status).toBe(404)
    expect((await admin.ask('DELETE', `/operator/views/${mine?.id}`)).status).toBe(200)
    expect(await viewsOf(admin)).toEqual([])
  })

  test.each([
    ['/operator/items'],
    ['https://elsewhere.example/operator/items?q=1'],
    ['//elsewhere.example/?q=1'],
    ['/operator/../account?q=1'],
    ['/operator/items?q=a b'],
    ['/partner/par_1?q=1'],
  ])('refuse %s, which is no list of operators with filters', async (path) => {
    expect((await save('Elsewhere', path)).status).toBe(400)
  })

  test('are at most 50, and a name among them can still get another list', async () => {
    for (let n = 0; n < MOST_VIEWS; n += 1)
      expect((await save(`View ${n}`, `/operator/orders?q=${n}`)).status).toBe(200)
    expect((await save('One more', '/operator/orders?q=x')).status).toBe(409)
    expect((await save('View 7', '/operator/orders?q=x')).status).toBe(200)
    expect(await viewsOf(admin)).toHaveLength(MOST_VIEWS)
  })
})
