import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convertObsidian } from '#tools/convert-obsidian-2026/convert.ts'
import { convertShopify } from '#tools/convert-shopify-2020/convert.ts'
import { emptyMarket, writtenBy, type Market } from './import.support.ts'

/**
 * A folder that holds both. They carry brand names and no usable license, so they are no part of
 * the project.
 */
const PLACE = process.env.ARASTA_CATALOGUES
const FOLDERS = ['shopify-apps-2020', 'obsidian-community-2026'] as const
const isThere = PLACE !== undefined && FOLDERS.every((name) => existsSync(join(PLACE, name)))

const NOT_HERE = `NOT TESTED: the two real catalogues are not here. Set ARASTA_CATALOGUES to a folder that holds ${FOLDERS.join(' and ')}.`
if (!isThere) console.info(NOT_HERE)

describe.runIf(isThere)(isThere ? 'the two real catalogues' : NOT_HERE, () => {
  let market: Market
  let folder: string
  const target = (name: string) => join(folder, name)
  beforeAll(async () => {
    market = await emptyMarket()
    folder = await mkdtemp(join(tmpdir(), 'converted-'))
  })
  afterAll(async () => {
    await market.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const numbers = async (source: string) =>
    (
      await sql`
    select count(*)::int as items, count(*) filter (where market = 'theme')::int as themes, count(*) filter (where status = 'unpublished')::int as unpublished,
      count(rating)::int as rated, count(latest_release_id)::int as with_version, count(*) filter (where price_kind = 'free')::int as free,
      count(*) filter (where price_kind = 'recurring')::int as recurring, count(*) filter (where price_kind = 'usage')::int as usage, count(*) filter (where price_kind = 'one_time')::int as one_time
    from items where source = ${source}`.execute(market.db)
    ).rows[0]
  const count = async (
    table: 'plans' | 'releases' | 'imported_ratings' | 'item_categories' | 'item_cards',
  ) =>
    Number(
      (
        await market.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  test(
    '4,750 apps with plans and ratings are imported completely',
    { timeout: 300_000 },
    async () => {
      expect(await convertShopify(join(PLACE as string, FOLDERS[0]), target('shopify'))).toEqual({
        category: 12,
        item: 4750,
        text: 4750,
        plan: 8514,
        rating: 129_820,
      })
      const { report, ...summary } = await market.import(target('shopify'))
      expect(summary).toMatchObject({ new: 4750, refused: 0 })
      expect(Object.fromEntries(report.counts)).toMatchObject({
        'R-PICTURE-REMOTE': 4750,
        'R-RATING-NOBODY': 1017,
      })
      expect(report.skipped).toBe(0)
      expect(await numbers(FOLDERS[0])).toEqual({
        items: 4750,
        themes: 0,
        unpublished: 0,
        rated: 3733,
        with_version: 0,
        free: 1720,
        recurring: 2464,
        usage: 522,
        one_time: 44,
      })
      expect([
        await count('plans'),
        await count('imported_ratings'),
        await count('item_categories'),
      ]).toEqual([8514, 129_820, 7376])
      // The header of the plan features is swapped: right when no plan has more than the source's
      // most.
      expect(
        (
          await sql`select sum(jsonb_array_length(features -> 'en'))::int as n, max(jsonb_array_length(features -> 'en')) as most from plans where features <> '{}'`.execute(
            market.db,
          )
        ).rows,
      ).toEqual([{ n: 23_990, most: 12 }])
    },
  )

  test(
    '6,858 plugins, 701 themes, their versions and delistings are imported completely',
    { timeout: 300_000 },
    async () => {
      expect(
        await convertObsidian(join(PLACE as string, FOLDERS[1]), target('obsidian')),
      ).toMatchObject({ item: 7752, release: 85_638 })
      const { report, ...summary } = await market.import(target('obsidian'))
      expect(summary).toMatchObject({ new: 7752, refused: 0 })
      // Versions of seven plugins that are on no list.
      expect(Object.fromEntries(report.counts)).toMatchObject({ 'R-ITEM-UNKNOWN': 365 })
      expect(report.skipped).toBe(365)
      // Eight of the 201 delistings are on the current lists again.
      expect(await numbers(FOLDERS[1])).toMatchObject({
        items: 7752,
        themes: 722,
        unpublished: 193,
        rated: 0,
        free: 7752,
        with_version: 6817,
      })
      expect(await count('releases')).toBe(85_638 - 365)
      expect(await count('item_cards')).toBe(4750 + 6858 + 701)
    },
  )

  test('a second import writes no row', { timeout: 300_000 }, async () => {
    const before = await writtenBy(market.db)
    expect(await market.import(target('shopify'))).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: 4750,
    })
    expect(await market.import(target('obsidian'))).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: 7752,
    })
    const after = await writtenBy(market.db)
    expect(after.length).toBe(before.length)
    expect(after.every((row, at) => row === before[at])).toBe(true)
  })
})
