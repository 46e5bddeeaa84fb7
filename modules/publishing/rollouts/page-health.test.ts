import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkHealth, findDueHealth } from '#modules/installs/public.ts'
import { mailTo } from '#test/support/console.ts'
import { install, uninstall, update, processRun } from '#test/support/installs.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import {
  type SubmittedItem,
  startSubmissions,
  type SubmissionDesk,
} from '#test/support/submissions.ts'
import { checkSubmission } from '../submissions/check-submission.ts'
import { findDueRollouts, checkRollout } from './watch.ts'

let desk: SubmissionDesk
let item: SubmittedItem
let owner: Owner

const db = () => desk.market.services.db
const shop = () => desk.market.shop
const stateOf = async (version: string) =>
  (
    await db()
      .selectFrom('releases')
      .select('status')
      .where('item_id', '=', item.id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
  ).status
/**
 * What is known of the newest run: the paths that were well before, how they are, which turned bad.
 */
const health = async () => {
  const {
    urls,
    state,
    bad_url: bad,
  } = await db()
    .selectFrom('store_health')
    .innerJoin('installation_runs', 'installation_runs.id', 'run_id')
    .select(['urls', 'store_health.state', 'bad_url'])
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    paths: urls.map((url) => new URL(url).pathname),
    state,
    bad: bad && new URL(bad).pathname,
  }
}
const ask = async (seconds: number) => {
  desk.market.clock.moveSeconds(seconds)
  for (const run of await findDueHealth(desk.market.services))
    await checkHealth(desk.market.services, run)
}
const look = async () => {
  desk.market.clock.moveSeconds(61)
  for (const id of await findDueRollouts(desk.market.services))
    await checkRollout(desk.market.services, id)
}
const hand = async (version: string, placement = 1004) => {
  const zip = await item.zip(version, {
    manifest: (manifest) => ({
      ...manifest,
      design_blocks: (manifest['design_blocks'] as object[]).map((block) => ({
        ...block,
        placement,
      })),
    }),
  })
  const { body } = await desk.submit(item, zip, { with_listing: '1' })
  await checkSubmission(desk.market.services, String(body.id))
  await desk.claim(String(body.id))
  expect((await desk.approve(String(body.id))).status).toBe(200)
}
const comes = async (change: ReturnType<typeof install>) => {
  const { status, body } = await change
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await processRun(desk.market)).toMatchObject({ state: 'succeeded' })
}

beforeAll(async () => {
  desk = await startSubmissions()
  item = await desk.newItem()
  await hand('1.0.0')
  owner = await signIn(desk.market)
})
afterAll(() => desk.market.stop())
beforeEach(() => shop().setFrontManner('store-1', null))

test('D12 a product page that was broken before does not count against a release that stands on it; the start page is looked at all the same', async () => {
  shop().setFrontManner('store-1', 'broken_product')
  await comes(install(owner, item.id))
  expect((await health()).paths).toEqual(['/'])
  await ask(21)
  expect(await health()).toMatchObject({ state: 'well' })
  await look()
  expect(await stateOf('1.0.0')).toBe('published')
})

test('D12 a shop that breaks on its product page alone, after a release came that stands there, halts it; whoever made it reads which page it is', async () => {
  await hand('1.1.0')
  await comes(update(owner, item.id, { release: '1.1.0' }))
  expect(await health()).toEqual({
    paths: ['/', '/products/tulip-vase'],
    state: 'waiting',
    bad: null,
  })
  shop().setFrontManner('store-1', 'broken_product')
  await ask(21)
  await ask(61)
  expect(await health()).toMatchObject({ state: 'bad', bad: '/products/tulip-vase' })
  await look()
  expect(await stateOf('1.1.0')).toBe('halted')
  expect((await mailTo(desk.market, 'owner@example.com')).text).toContain(
    `${owner.domain}/products/tulip-vase`,
  )
  const { rollouts } = (await desk.owner.ask('GET', `${item.path}/rollouts`)).body as {
    rollouts: { version: string; harmed: unknown[] }[]
  }
  expect(rollouts.find((one) => one.version === '1.1.0')?.harmed).toEqual([
    { domain: owner.domain, why: 'bad', path: '/products/tulip-vase' },
  ])
  await uninstall(owner, item.id)
  await processRun(desk.market)
})

test('D12 what stands on every page is looked at on the start page alone, and so is everything where a platform shows no previews', async () => {
  await hand('1.2.0', 2)
  await comes(install(owner, item.id))
  expect((await health()).paths).toEqual(['/'])
  await hand('1.3.0', 1054)
  shop().setFault('store-1', 'preview', { kind: 'error_500', times: 1 })
  await comes(update(owner, item.id, { release: '1.3.0', permissions: ['design_block'] }))
  expect((await health()).paths).toEqual(['/'])
  expect(shop().getFault('store-1', 'preview')).toBeUndefined()
})
