import { afterAll, beforeAll, expect, test } from 'vitest'
import { install, installationPath, uninstall, update, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { SPREAD_SECONDS, updateAutomatically } from './automatic-updates.ts'
import { newOrderStepParts } from './order-steps.ts'
import { planChanges } from './rules.ts'
import type { Manifest } from '#modules/catalog/packages/manifest.ts'

/** S3.8: code on the pages where customers type addresses and cards is agreed to by itself. */
let market: Marketplace
let owner: Owner
let id: string
const said = (text: string) => ({ en: text })
const part = (placement: number, html = `<p class="p${placement}">here</p>`) => ({
  id: `p${placement}`,
  placement,
  title: said(`Part ${placement}`),
  summary: said('A part.'),
  html,
})
const asks = (code: string, required: boolean) => ({
  code,
  required,
  reason: said('It works with it.'),
})
const parts = (codes: object[], blocks: object[] = []) => ({
  permissions: [
    asks('tracking_code', true),
    ...(blocks.length > 0 ? [asks('design_block', false)] : []),
  ],
  tracking_codes: codes,
  ...(blocks.length > 0 && { design_blocks: blocks }),
})
const publishAt = async (version: string, codes: object[], blocks?: object[]) =>
  publish(market.services, id, version, await zipOf('till', version, parts(codes, blocks)))

beforeAll(async () => {
  market = await startMarketplace()
  id = await listBare(market, 'till')
  await publishAt('1.0.0', [part(3)], [part(100102)])
  owner = await signIn(market)
})
afterAll(() => market.stop())

const seen = async () => (await owner.call('GET', installationPath(id))).body.data
const consents = () =>
  market.services.db
    .selectFrom('consents')
    .innerJoin('agreed_texts', 'agreed_texts.sha256', 'text_sha256')
    .selectAll('consents')
    .select('content')
    .where('kind', '=', 'order_steps')
    .orderBy('agreed_at')
    .orderBy('consents.id')
    .execute()

test('S3.8 an install on an order page is refused without its consent before anything is executed; leaving that part out needs none', async () => {
  expect(
    (await seen()).plan.changes.map((one: { placement: number; order_step: boolean }) => [
      one.placement,
      one.order_step,
    ]),
  ).toEqual([
    [100102, true],
    [3, false],
  ])
  const refused = await install(owner, id, { body: { order_steps: false } })
  expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
    422,
    'installs.order_steps_required',
    ['order_steps'],
  ])
  expect((await install(owner, id, { body: { order_steps: undefined } })).body.code).toBe(
    'installs.order_steps_required',
  )
  expect((await seen()).installation).toBe(null)
  expect(
    (await install(owner, id, { body: { order_steps: false, permissions: ['tracking_code'] } }))
      .status,
  ).toBe(200)
  await processRun(market)
  expect(await consents()).toEqual([])
  await uninstall(owner, id)
  await processRun(market)
})

test('S3.8 the consent is stored with version, time, and the hashes of its text and of the code', async () => {
  await install(owner, id)
  await processRun(market)
  const [consent, ...more] = await consents()
  expect(more).toEqual([])
  expect(consent).toMatchObject({
    store_id: owner.storeId,
    item_id: id,
    version: '1.0.0',
    agreed_at: market.clock.now(),
    text_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(consent!.content).toMatchObject({
    version: '1.0.0',
    package_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    words: [expect.any(String), expect.any(String), expect.any(String)],
    parts: [
      { key: 'design_block:p100102', placement: 100102, html: '<p class="p100102">here</p>' },
    ],
  })
})

test('S3.8 an update that is new on an order page waits for its owner while the old version runs; what was there before does not', async () => {
  await owner.call('PUT', `${installationPath(id)}/automatic-updates`, {
    body: { store: owner.storeId, automatic: 'all' },
  })
  await publishAt('1.0.1', [part(3)], [part(100102, '<p class="p100102">there</p>')])
  const automatic = async () => {
    await updateAutomatically(market.services)
    market.clock.moveSeconds(SPREAD_SECONDS + 60)
    owner = await signIn(market)
    await updateAutomatically(market.services)
    await processRun(market)
  }
  await automatic()
  expect((await seen()).installation).toMatchObject({
    version: '1.0.1',
    automatic: { waiting: null },
  })

  // The permission is the one it has; the part is another, in a place where it has one already.
  await publishAt('1.1.0', [part(3)], [part(100102), { ...part(100102), id: 'second' }])
  await automatic()
  const waiting = await seen()
  expect(waiting.installation).toMatchObject({
    state: 'installed',
    version: '1.0.1',
    automatic: { waiting: { version: '1.1.0', why: 'order_steps' } },
  })
  expect(waiting.update).toMatchObject({ asks: [], order_steps: [100102], ready: false })
  expect(
    waiting.update.changes
      .filter((one: { order_step: boolean }) => one.order_step)
      .map((one: { key: string }) => one.key),
  ).toEqual(['design_block:second'])
  const [listed] = (await owner.call('GET', '/installations', { query: { state: 'old' } })).body
    .data
  expect(listed.update).toMatchObject({ order_steps: [100102], ready: false })

  expect((await update(owner, id, { order_steps: false })).body.code).toBe(
    'installs.order_steps_required',
  )
  expect((await update(owner, id)).status).toBe(200)
  await processRun(market)
  expect((await seen()).installation.version).toBe('1.1.0')
  const [last] = (await consents()).slice(-1)
  expect([
    last!.version,
    (last!.content as unknown as { parts: { key: string }[] }).parts.map((one) => one.key),
  ]).toEqual(['1.1.0', ['design_block:second']])
})

test('S3.8 a part that starts to run scripts, or to load from another host, counts as new', () => {
  const changes = (html: string) =>
    planChanges(
      {
        kind: 'app',
        permissions: [],
        design_blocks: [],
        tracking_codes: [part(100101, html), part(1003, html)],
      } as unknown as Manifest,
      {},
    )
  const standing = (html: string) => [
    { slot: 'placement:100101', key: 'tracking_code:p100101', html },
  ]
  const isNew = (before: string, after: string) =>
    newOrderStepParts(standing(before), changes(after)).length > 0
  expect(isNew('<p>a</p>', '<p>b</p>')).toBe(false)
  expect(isNew('<p>a</p>', '<script src="{{asset:a.js}}"></script>')).toBe(true)
  expect(
    isNew('<script src="{{asset:a.js}}"></script>', '<script src="{{asset:b.js}}"></script>'),
  ).toBe(false)
  expect(
    isNew('<script src="{{asset:a.js}}"></script>', '<script src="//else.example/a.js"></script>'),
  ).toBe(true)
  expect(newOrderStepParts([], changes('<p>a</p>')).map((one) => one.placement)).toEqual([100101])
})
