import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { includesRight, STORE_RIGHTS, type StoreRight } from '#lib/store-rights.ts'
import { INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, launchToken, type Owner, signIn } from '#test/support/owner.ts'

/** Everybody of a team may call these, which write; whoever adds another says so here. */
const WRITES_FOR_ALL = ['endSession', 'removeSavedItem', 'saveItem']
/** Reads about money, and what is said to sellers: not for everybody who may browse. */
const READS_FOR_FEWER = [
  'getCardSetup',
  'getHelp',
  'getOrderStatus',
  'getPackage',
  'getReceipt',
  'getStoreMessage',
  'getStoreOrder',
  'listAddresses',
  'listAgreements',
  'listApprovals',
  'listDrafts',
  'listOrders',
  'listSavedCards',
  'listShopFindings',
  'listShops',
  'listStoreMessages',
  'suggestAddress',
]

const ofStores = [
  ...MARKET_OPERATIONS.map((one) => ({ ...one.operation, site: 'app' as const })),
  ...INSTALLER_OPERATIONS.map((one) => ({ ...one.operation, site: 'installer' as const })),
].flatMap(({ policy, ...operation }) =>
  policy.who === 'store' || policy.who === 'store-or-app'
    ? [{ ...operation, needs: policy.needs }]
    : [],
)

let market: Marketplace
let team: Record<StoreRight, Owner>
beforeAll(async () => {
  market = await startMarketplace()
  const as = (role: StoreRight) =>
    signIn(market, 'store-1', 'app', {
      role,
      account: { id: role, name: role, email: `${role}@shop.example` },
    })
  team = {
    browse: await as('browse'),
    ask: await as('ask'),
    buy: await as('buy'),
    install: await as('install'),
  }
})
afterAll(() => market.stop())

test('every operation of a store states the right that it needs, and writes need more than browsing', () => {
  for (const { id, needs } of ofStores) expect(STORE_RIGHTS, id).toContain(needs)
  const named = (which: (one: (typeof ofStores)[number]) => boolean) =>
    [...new Set(ofStores.filter(which).map(({ id }) => id))].sort()
  expect(named(({ method, needs }) => method !== 'get' && needs === 'browse')).toEqual(
    WRITES_FOR_ALL,
  )
  expect(named(({ method, needs }) => method === 'get' && needs !== 'browse')).toEqual(
    READS_FOR_FEWER,
  )
})

describe('the server refuses who lacks the right, in their language, and keeps the session', () => {
  for (const { id, method, path, needs, site } of ofStores.filter(
    (one) => one.needs !== 'browse',
  )) {
    test(`${id} needs ${needs}`, async () => {
      const filled = (typeof path === 'string' ? path : path.app).replace(/\{\w+\}/g, 'x')
      for (const held of STORE_RIGHTS.filter((one) => !includesRight(one, needs))) {
        const answer = await call(market, method.toUpperCase(), filled, {
          site,
          headers: { 'apps-token': team[held].token, 'accept-language': 'tr' },
          query: { hl: 'TR' },
          ...(method === 'get' ? {} : { body: {} }),
        })
        expect([answer.status, answer.body.code]).toEqual([403, `session.may_not_${needs}`])
        expect(answer.body.message).toMatch(/^Hesabın /)
      }
    })
  }

  test('and after all of that everybody is still signed in', async () => {
    for (const person of Object.values(team))
      expect((await person.call('POST', '/auth/domain')).status).toBe(200)
  })
})

test('who has the right is let through, the owner to everything; a token without a role is an owner’s', async () => {
  expect((await team.buy.call('GET', '/checkout/orders')).status).toBe(200)
  expect((await team.ask.call('GET', '/contact-forms')).status).toBe(200)
  expect((await team.browse.call('GET', '/installations')).status).toBe(200)
  const owner = await signIn(market)
  expect((await owner.call('POST', '/auth/domain')).body.right).toBe('install')
  expect((await team.ask.call('POST', '/auth/domain')).body.right).toBe('ask')
})

test('a launch token with a role that is not known is refused', async () => {
  const token = await launchToken(market, 'store-1', { claims: { role: 'admin' } })
  const answer = await call(market, 'POST', '/auth/domain', {
    headers: { 'apps-token': token, 'store-token': market.shop.storeToken('store-1') },
  })
  expect([answer.status, answer.body.code]).toEqual([401, 'session.token_invalid'])
})
