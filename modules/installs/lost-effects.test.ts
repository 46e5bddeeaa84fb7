import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import { idOf, install, processRun, uninstall } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { effectOf } from './ledger.ts'
import { listSideEffects } from './data.ts'
import { mendStore } from './lost-effects.ts'

let market: Marketplace
let owner: Owner
let cookies: string
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  await market.services.db
    .updateTable('items')
    .set({ price_kind: 'free', price_minor: 0, price_period: null })
    .execute()
  cookies = await idOf(owner, 'cookie-consent')
})
afterAll(() => market.stop())

const connector = () => connectorOf(market.services, owner.storeId)
const slots = async () => (await (await connector()).getState()).slots
const users = async () => (await (await connector()).getState()).users
const mend = (apply: boolean) => mendStore(market.services, owner.storeId, apply)
const nothing = { unknown: 0, removed: 0, putBack: 0, gone: 0 }

async function installed() {
  const { body } = await install(owner, cookies)
  await processRun(market)
  return listSideEffects(market.services.db, body.data.id as string)
}
async function takeOff(): Promise<void> {
  await uninstall(owner, cookies)
  await processRun(market)
}

test('a shop that is as the ledger says is left alone', async () => {
  await installed()
  const before = await slots()
  expect(await mend(true)).toEqual(nothing)
  expect(await slots()).toEqual(before)
  await takeOff()
  expect(await mend(true)).toEqual(nothing)
})

test('an update that the ledger does not know gives its place back to what stood there, in one step', async () => {
  const effects = await installed()
  const before = [await slots(), await users()]
  for (const row of effects) {
    const effect = effectOf(row)
    const content = effect.kind === 'web_service_user' ? effect.content : { html: '<p>newer</p>' }
    await (await connector()).putEffect(newId('eff'), { ...effect, content }, { replaces: row.id })
  }
  const updated = await slots()
  expect(updated).not.toEqual(before[0])
  const found = { unknown: effects.length, gone: effects.length }
  expect(await mend(false)).toEqual({ ...nothing, ...found })
  expect(await slots()).toEqual(updated)
  expect(await mend(true)).toEqual({
    unknown: effects.length,
    removed: effects.length,
    putBack: effects.length,
    gone: 0,
  })
  const layersOf = (all: Awaited<ReturnType<typeof slots>>) =>
    all.flatMap(({ slot, layers }) => layers.map(({ effect_id: id }) => `${slot} ${id}`))
  expect(layersOf(await slots())).toEqual(layersOf(before[0] as typeof updated))
  expect((await users()).map((user) => user.effect_id)).toEqual(
    (before[1] as Awaited<ReturnType<typeof users>>).map((user) => user.effect_id),
  )
  expect(await mend(true)).toEqual(nothing)
  // The ledger has the places as they are: taking it off leaves the shop as it was.
  await takeOff()
  expect(layersOf(await slots())).toEqual([])
})

test('what an update took off comes back with what it replaced', async () => {
  const effects = await installed()
  const before = await slots()
  const [first, ...others] = effects.filter(({ kind }) => kind !== 'web_service_user')
  const effect = effectOf(first!)
  await (
    await connector()
  ).putEffect(
    newId('eff'),
    { ...effect, content: { html: '<p>newer</p>' } },
    { replaces: first!.id },
  )
  for (const { id } of others) await (await connector()).deleteEffect(id)
  expect(await mend(true)).toEqual({
    unknown: 1,
    removed: 1,
    putBack: 1 + others.length,
    gone: 0,
  })
  if (others.length > 0)
    expect(await processRun(market)).toMatchObject({ kind: 'repair', state: 'succeeded' })
  expect((await slots()).map((slot) => slot.layers.length)).toEqual(
    before.map((slot) => slot.layers.length),
  )
  expect(await mend(true)).toEqual(nothing)
  await takeOff()
})

test('parts of an install that the ledger does not know are taken off, those of others are not', async () => {
  const effects = await installed()
  const before = await slots()
  const block = effects.find(({ kind }) => kind === 'tracking_code')!
  const effect = effectOf(block)
  await (await connector()).putEffect(newId('eff'), effect)
  await (await connector()).putEffect('of-another-market', effect)
  expect(await mend(true)).toMatchObject({ unknown: 1, removed: 1, putBack: 0 })
  const left = (await slots()).flatMap(({ layers }) => layers.map((one) => one.effect_id))
  expect(left).toContain('of-another-market')
  await (await connector()).deleteEffect('of-another-market')
  expect((await slots()).map((slot) => slot.sha256)).toEqual(before.map((slot) => slot.sha256))
  await takeOff()
})

test('what was only taken off is left to the owner, and what is under way goes on', async () => {
  const effects = await installed()
  for (const { id } of effects) await (await connector()).deleteEffect(id)
  expect(await mend(true)).toEqual({ ...nothing, gone: effects.length })
  expect((await slots()).flatMap(({ layers }) => layers)).toEqual([])
  await takeOff()
  await install(owner, cookies)
  const planned = await market.services.db
    .selectFrom('side_effects')
    .innerJoin('installations', 'installations.id', 'installation_id')
    .selectAll('side_effects')
    .where('installations.state', '=', 'installing')
    .execute()
  const offer = planned.find(({ kind }) => kind === 'tracking_code')!
  await (await connector()).putEffect(offer.id, effectOf(offer))
  expect(await mend(true)).toEqual(nothing)
  expect(await processRun(market)).toMatchObject({ kind: 'install', state: 'succeeded' })
})
