import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOf, type StoreConnector } from '#modules/stores/platforms/public.ts'
import {
  install,
  installationPath,
  shopPage,
  uninstall,
  update,
  processRun,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { share, WHOLE } from '#test/support/sample-share.ts'
import type { PlanChange, UpdateChange } from './contract.ts'
import { filesOf, sourceLines } from './present-plan.ts'

let market: Marketplace
let owners: Record<'app' | 'theme', Owner>
let connector: StoreConnector
let items: {
  id: string
  slug: string
  prefix: string
  market: 'app' | 'theme'
  oldest: string
  latest: string
}[]

beforeAll(async () => {
  market = await startMarketplace()
  owners = { app: await signIn(market), theme: await signIn(market, 'store-1', 'theme') }
  connector = await connectorOf(market.services, owners.app.storeId)
  // What an item costs is of no interest here.
  await market.services.db
    .updateTable('items')
    .set({ price_kind: 'free', price_minor: 0, price_period: null })
    .execute()
  const rows = await market.services.db
    .selectFrom('items')
    .innerJoin('releases', 'releases.item_id', 'items.id')
    .select(['items.id', 'slug', 'prefix', 'market', 'version'])
    .where('items.status', '=', 'published')
    .where('package_sha256', 'is not', null)
    .orderBy('slug')
    .orderBy('version_order')
    .execute()
  items = [...Map.groupBy(rows, (row) => row.id).values()].map((versions) => ({
    ...versions[0]!,
    market: versions[0]!.market as 'app',
    oldest: versions[0]!.version,
    latest: versions.at(-1)!.version,
  }))
})
afterAll(() => market.stop())

/**
 * What of an item stands on the shop, as the plan writes it: kind, place and source line by line.
 */
async function standing(prefix: string) {
  const state = await connector.getState()
  const layers = state.slots.flatMap((slot) =>
    slot.layers.filter((layer) => layer.item.prefix === prefix).map((layer) => layer.effect_id),
  )
  const users = (
    await market.services.db
      .selectFrom('side_effects')
      .select('id')
      .where('slot', '=', `user:${prefix}`)
      .where('state', '=', 'applied')
      .execute()
  ).map((row) => row.id)
  const shown = await Promise.all([...layers, ...users].map((id) => connector.getEffect(id)))
  return shown
    .flatMap((effect) =>
      effect
        ? [
            {
              kind: effect.kind,
              slot: effect.slot,
              source: sourceLines(effect.kind, effect.content, {
                package: effect.package,
                files: filesOf(effect as Parameters<typeof filesOf>[0]),
              }),
            },
          ]
        : [],
    )
    .sort(byPlace)
}
const byPlace = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
const slotOf = (change: PlanChange, prefix: string) =>
  change.placement !== null
    ? `placement:${change.placement}`
    : change.kind === 'theme'
      ? 'theme'
      : `user:${prefix}`
const promised = (changes: readonly (PlanChange | UpdateChange)[], prefix: string) =>
  changes
    .filter((change) => !('what' in change) || change.what !== 'removed')
    .map((change) => ({ kind: change.kind, slot: slotOf(change, prefix), source: change.detail }))
    .sort(byPlace)

describe('D12 for every demo item', () => {
  test('the shop after install, update and rollback matches the plan line by line, and the uninstall restores it', async () => {
    expect(items.length).toBeGreaterThan(30)
    let updated = 0
    for (const item of share(items, 3)) {
      const owner = owners[item.market]
      const path = installationPath(item.id, item.market)
      const planOf = async (release?: string) =>
        (await owner.call('GET', path, { query: { hl: 'EN', ...(release && { release }) } })).body
          .data
      const [page, state] = [
        await shopPage(market, 'store-1', '/'),
        (await connector.getState()).slots,
      ]

      const { plan, fit } = await planOf(item.oldest)
      expect(fit, item.slug).toMatchObject({ fits: true, missing: [] })
      expect(plan.weight.outside, `${item.slug} names an address that is not the shop's`).toEqual(
        [],
      )
      for (const change of plan.changes)
        expect([change.before, change.detail === ''], item.slug).toEqual(['', false])
      const started = await install(owner, item.id, {
        site: item.market,
        body: { release: item.oldest },
      })
      expect(started.status, item.slug).toBe(200)
      expect(await processRun(market), item.slug).toMatchObject({
        kind: 'install',
        state: 'succeeded',
      })
      expect(await standing(item.prefix), item.slug).toEqual(promised(plan.changes, item.prefix))

      if (item.latest !== item.oldest) {
        for (const release of [item.latest, item.oldest]) {
          const there = await standing(item.prefix)
          const { update: facts } = await planOf(release)
          expect(
            facts.changes
              .filter((change: UpdateChange) => change.what !== 'added')
              .map((change: UpdateChange) => ({
                kind: change.kind,
                slot: slotOf(change, item.prefix),
                source: change.before,
              }))
              .sort(byPlace),
            item.slug,
          ).toEqual(there)
          expect(
            (
              await update(
                owner,
                item.id,
                { release, permissions: facts.asks.map((ask: { code: string }) => ask.code) },
                item.market,
              )
            ).status,
            item.slug,
          ).toBe(200)
          expect(await processRun(market), item.slug).toMatchObject({
            kind: 'update',
            state: 'succeeded',
          })
          expect(await standing(item.prefix), item.slug).toEqual(
            promised(facts.changes, item.prefix),
          )
        }
        updated += 1
      }
      expect((await uninstall(owner, item.id, item.market)).status, item.slug).toBe(200)
      expect(await processRun(market), item.slug).toMatchObject({
        kind: 'uninstall',
        state: 'succeeded',
        failure: null,
      })
      expect((await connector.getState()).slots, item.slug).toEqual(state)
      expect(await shopPage(market, 'store-1', '/'), item.slug).toBe(page)
    }
    expect(updated).toBeGreaterThanOrEqual(WHOLE ? 8 : 2)
  }, 240_000)
})
