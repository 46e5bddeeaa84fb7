import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import { idOf, install, update, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { type Credential, openApp, signed } from '#test/support/selling-app.ts'
import { renewOldKeys } from './rights.ts'

/** An app with access to the shop's web services: what it may do, did, and no longer may. */
let market: Marketplace
let owner: Owner
let app: Credential
beforeAll(async () => {
  market = await startMarketplace()
  for (const version of ['2.0.0', '2.1.0']) await publish('celebration', version, false)
  await publish('instant', '9.0.0', true)
  owner = await signIn(market)
  for (const slug of ['celebration', 'instant'])
    await install(owner, await idOf(owner, slug), {
      body: slug === 'celebration' ? { release: '2.0.0' } : {},
    })
  await processRun(market)
  app = await openApp(market, owner, 'celebration')
})
afterAll(() => market.stop())

async function publish(slug: string, version: string, required: boolean): Promise<void> {
  const { id } = await market.services.db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const manifest = {
    format: 1,
    kind: 'app',
    prefix: slug,
    version,
    name: { en: slug },
    compatibility: { platforms: { 1: '*' } },
    events: ['app.permissions_changed'],
    links: { go_to_app: '{{store:url}}/apps/celebration', webhooks: 'https://app.example/hook' },
    permissions: [{ code: 'web_service_user', required, reason: { en: 'Counts parties.' } }],
    web_service_user: {
      title: { en: 'Orders' },
      summary: { en: 'Reads orders.' },
      scopes: ['orders.read', 'orders.note'],
    },
  }
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
  ])
  await publishRelease(market.services, {
    itemId: id,
    version,
    notes: { en: 'Reads orders.' },
    publishedAt: market.clock.now(),
    zip,
  })
}

const rightsOf = async (slug = 'celebration') =>
  (await owner.call('GET', `/app-store/app/${slug}/rights`)).body.data
const setTo = (scopes: string[], slug = 'celebration', by = owner) =>
  by.call('PUT', `/app-store/app/${slug}/rights`, { body: { store: by.storeId, scopes } })
const take = async () => (await signed(market, app, 'POST', 'celebration/web-service-key')).body
/** What the shop says to the app. */
async function use(
  key: { secret: string; url: string },
  how: 'read' | 'note' = 'read',
): Promise<number> {
  const headers = { authorization: `Bearer ${key.secret}` }
  return (
    await market.services.trustedHttp.request(
      `${key.url}/orders${how === 'note' ? '/1/notes' : ''}`,
      how === 'note' ? { method: 'POST', headers, body: '{"text":"hi"}' } : { headers },
    )
  ).status
}
const told = async () =>
  (
    await market.services.db
      .selectFrom('webhook_messages')
      .select('body')
      .where('installation_id', '=', app.installation_id)
      .orderBy('sequence')
      .execute()
  ).map(
    (row) =>
      (
        JSON.parse(row.body) as {
          data: { installation: { scopes: string[]; permissions: string[] }; key?: object }
        }
      ).data,
  )

test('S3.9 the app fetches its key by a signed call and the market does not store it; two keys overlap for an hour', async () => {
  const first = (await take()).data
  expect(first).toMatchObject({
    scopes: ['orders.read', 'orders.note'],
    secret: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(await use(first)).toBe(200)
  const second = (await take()).data
  expect([second.secret === first.secret, await use(first), await use(second)]).toEqual([
    false,
    200,
    200,
  ])
  market.clock.moveSeconds(3601)
  expect([await use(first), await use(second)]).toEqual([401, 200])
  const { rows } = await market.services.db
    .selectFrom('web_service_keys')
    .selectAll()
    .execute()
    .then((rows) => ({ rows }))
  expect(JSON.stringify(rows)).not.toContain(second.secret)
  owner = await signIn(market)
})

test('S3.9 shows the owner how often and when each right was last used, or since when it was not', async () => {
  market.clock.moveSeconds(40 * 86_400)
  owner = await signIn(market)
  expect(await rightsOf()).toMatchObject({
    access: { granted: true, required: false },
    counted: 'yes',
    busy: false,
    rights: [
      { code: 'orders.read', granted: true, calls: 4, idle_days: 40 },
      { code: 'orders.note', granted: true, calls: 0, last_used_at: null, idle_days: 40 },
    ],
  })
  // A shop that does not answer keeps nobody from seeing what was given.
  market.shop.setFault('store-1', 'state', { kind: 'error_500', times: 1 })
  expect(await rightsOf()).toMatchObject({
    counted: 'unreachable',
    rights: [
      { granted: true, calls: null },
      { granted: true, calls: null },
    ],
  })
})

test('S3.9 one click revokes a right: the shop refuses it at once, the other rights keep their key, the app is notified; one click restores it', async () => {
  const key = (await take()).data
  expect((await setTo(['orders.read'])).body.data.busy).toBe(true)
  expect((await setTo([])).body.code).toBe('installs.busy')
  await processRun(market)
  expect([await use(key), await use(key, 'note')]).toEqual([200, 403])
  expect((await rightsOf()).rights).toMatchObject([
    { granted: true, calls: 5 },
    { code: 'orders.note', granted: false, calls: null },
  ])
  expect((await told()).at(-1)!.installation).toMatchObject({
    scopes: ['orders.read'],
    permissions: ['web_service_user'],
  })
  // It stays taken back when another version comes that asks for the same.
  await update(owner, await idOf(owner, 'celebration'))
  await processRun(market)
  expect([await use(key), await use(key, 'note'), (await rightsOf()).version]).toEqual([
    200,
    403,
    '2.1.0',
  ])
  await setTo(['orders.read', 'orders.note'])
  await processRun(market)
  expect(await use(key, 'note')).toBe(404)
})

test('S3.9 one click revokes all rights, and restoring them issues new keys', async () => {
  const key = (await take()).data
  await setTo([])
  await processRun(market)
  expect([await use(key), (await take()).code, (await rightsOf()).access.granted]).toEqual([
    401,
    'rights.no_access',
    false,
  ])
  expect((await told()).at(-1)!.installation).toMatchObject({ scopes: [], permissions: [] })
  await setTo(['orders.read'])
  await processRun(market)
  expect([await use(key), await use((await take()).data)]).toEqual([401, 200])
  expect((await setTo(['customers.read'])).body.code).toBe('rights.not_asked_for')
})

test("S5.4 rights that a package requires cannot be revoked one by one, and another store's app is not found", async () => {
  expect((await setTo(['orders.read'], 'instant')).body.code).toBe('rights.required')
  const stranger = await signIn(market, 'store-2')
  expect([
    (await setTo([], 'celebration', stranger)).status,
    (await stranger.call('GET', '/app-store/app/celebration/rights')).status,
  ]).toEqual([404, 404])
})

test('S3.9 a key ends after a day by the owner or by schedule, and the app is notified to fetch another', async () => {
  const key = (await take()).data
  expect(
    (
      await owner.call('POST', '/app-store/app/celebration/rights/key', {
        body: { store: owner.storeId },
      })
    ).body.data.key,
  ).toMatchObject({ renews_at: null, renew_asked_at: expect.any(String) })
  expect((await told()).at(-1)!.key).toMatchObject({ renew_by: expect.any(String) })
  expect(await use(key)).toBe(200)
  market.clock.moveSeconds(86_401)
  expect(await use(key)).toBe(401)
  const next = (await take()).data
  const count = (await told()).length
  await renewOldKeys(market.services)
  expect((await told()).length).toBe(count)
  market.clock.moveSeconds(91 * 86_400)
  await Promise.all([renewOldKeys(market.services), renewOldKeys(market.services)])
  expect((await told()).length).toBe(count + 1)
  expect(await use(next)).toBe(200)
  market.clock.moveSeconds(86_401)
  expect(await use(next)).toBe(401)
})
