import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import type { ListingAnswer } from '../partners/item-contract.ts'
import { readDraft } from '../partners/draft.ts'
import { GRACE_SECONDS, purgePictures } from './purge-pictures.ts'

const DAY = 86_400
let market: Marketplace
let owner: ConsoleBrowser
let base: string
let item: string
let partner: string

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const admin = await firstOperator(market)
  partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Ada', email: 'ada@example.com' })).body
      .id,
  )
  owner = await signInToConsole(market, 'ada@example.com')
  item = String(
    (
      await owner.ask('POST', `/partners/${partner}/items`, {
        market: 'app',
        name: 'Countdown',
        slug: 'countdown',
        prefix: 'countdown',
      })
    ).body.id,
  )
  base = `/partners/${partner}/items/${item}`
})
afterAll(() => market.stop())

const put = async (place: string, background: string) => {
  const bytes = await sharp({ create: { width: 1280, height: 800, channels: 3, background } })
    .png()
    .toBuffer()
  expect((await owner.upload(`${base}/pictures`, { place }, bytes, 'image/png')).status).toBe(200)
}
const content = async () =>
  ((await owner.ask('GET', `${base}/listing`)).body as unknown as ListingAnswer).content
const filesOf = (pictures: ListingAnswer['content']['pictures']) =>
  pictures.flatMap((one) => one.sources.map((source) => source.path))
const there = (paths: readonly string[]) =>
  paths.map((path) => existsSync(join(market.blobFolder, path.slice(1))))
const sweep = (days: number) => {
  market.clock.moveSeconds(days * DAY)
  return purgePictures(market.services)
}

test('a picture that was taken out of a listing goes after its grace, and never one that a listing, a draft or a submission names', async () => {
  await put('cover_desktop', '#aa0000')
  const first = filesOf((await content()).pictures)
  await put('cover_desktop', '#00aa00')
  await put('screenshot_desktop', '#0000aa')
  const { pictures } = await content()
  const [cover, shot] = [filesOf(pictures.slice(0, 1)), filesOf(pictures.slice(1))]
  // Handed in, and then taken out of the draft: only the submission names it.
  const draft = await readDraft(market.services, item)
  const { id: person } = await market.services.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', 'ada@example.com')
    .executeTakeFirstOrThrow()
  await market.services.db
    .insertInto('submissions')
    .values({
      id: 'sub_00000000000000000001',
      item_id: item,
      partner_id: partner,
      state: 'waiting',
      listing: JSON.stringify(draft?.listing),
      with_listing: true,
      submitted_by: person,
      submitted_at: market.clock.now(),
      waiting_at: market.clock.now(),
    })
    .execute()
  expect((await owner.ask('DELETE', `${base}/pictures/${pictures[1]?.id}`)).status).toBe(200)

  expect(await sweep(0)).toBe(0)
  expect(await sweep(2)).toBe(0)
  expect(await sweep(GRACE_SECONDS / DAY - 1)).toBe(0)
  expect(await sweep(2)).toBe(first.length)
  expect([there(first), there(cover), there(shot)]).toEqual([
    first.map(() => false),
    cover.map(() => true),
    shot.map(() => true),
  ])

  // Put there again it is a picture like any other.
  const past = GRACE_SECONDS + 3 * DAY
  market.clock.moveSeconds(-past)
  await put('screenshot_desktop', '#aa0000')
  expect(filesOf((await content()).pictures)).toEqual([...cover, ...first])
  expect(there(first)).toEqual(first.map(() => true))
  market.clock.moveSeconds(past)

  // Decided long ago: nobody needs to see it any more.
  await market.services.db
    .updateTable('submissions')
    .set({ state: 'withdrawn', decided_at: market.clock.now() })
    .execute()
  expect(await sweep(100)).toBe(0)
  expect(await sweep(100)).toBe(0)
  expect(await sweep(GRACE_SECONDS / DAY + 1)).toBe(shot.length)
  expect([there(shot), there(cover), there(first)]).toEqual([
    shot.map(() => false),
    cover.map(() => true),
    first.map(() => true),
  ])
})
