import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { DRAWN_KINDS } from './merchandising-rules.ts'
import { findShownPictures } from './public.ts'

let market: Marketplace
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser

beforeAll(async () => {
  market = await startMarketplace()
  const admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  ;[finance, reviewer] = [
    await signInToConsole(market, 'finance@example.com'),
    await signInToConsole(market, 'reviewer@example.com'),
  ]
})
afterAll(() => market.stop())

const jpeg = (background: string) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer()

const TABLES = { category: 'categories', collection: 'collections', goal: 'goals' } as const

async function firstOf(kind: keyof typeof TABLES): Promise<{ id: string; slug: string }> {
  const query = market.services.db
    .selectFrom(TABLES[kind])
    .select(['id', 'slug'])
    .where('market', '=', 'app')
    .orderBy('position')
  return query.executeTakeFirstOrThrow()
}

test.each(DRAWN_KINDS)(
  'a drawing of a %s is cut into an arch, described in the reader’s language, replaced, removed, and each of it undone',
  async (kind) => {
    const { id, slug } = await firstOf(kind)
    const path = `/operator/drawings/${kind}/${id}`
    const shown = async (hl: string) =>
      (
        (await call(market, 'GET', `/app-store/${kind}`, { query: { hl } })).body.data as {
          slug: string
          picture: { alt: string; sources: { path: string }[] } | null
        }[]
      ).find((one) => one.slug === slug)?.picture
    const alt = { tr: 'Bir tezgâh', en: 'A stall', ar: '' }
    expect(await shown('TR')).toBeNull()
    expect((await reviewer.ask('PUT', path, { alt })).status).toBe(404)
    expect((await reviewer.ask('POST', `${path}/undo`, {})).status).toBe(404)
    expect((await finance.upload(path, {}, await jpeg('#aa0000'), 'image/jpeg')).status).toBe(403)
    for (const [bytes, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'svg'],
      [Buffer.from('%PDF-1.7'), 'unreadable'],
      [
        await sharp(await jpeg('#00aa00'))
          .resize(60)
          .png()
          .toBuffer(),
        'small',
      ],
    ] as const)
      expect((await reviewer.upload(path, {}, bytes, 'image/png')).body.code).toBe(
        `partners.picture_${code}`,
      )
    expect((await reviewer.upload(path, {}, await jpeg('#aa0000'), 'image/jpeg')).status).toBe(200)
    expect((await reviewer.ask('PUT', path, { alt })).status).toBe(200)
    expect([(await shown('TR'))?.alt, (await shown('AR'))?.alt]).toEqual(['Bir tezgâh', 'A stall'])
    const [red = ''] = (await shown('TR'))?.sources.map((one) => one.path) ?? []
    const file = join(market.blobFolder, red.slice(1))
    expect(existsSync(file)).toBe(true)
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 352, height: 516, channels: 4 })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ]
    // Outside of the arch there is nothing, inside the picture.
    for (const [x, y] of [
      [2, 2],
      [40, 44],
      [176, 20],
      [350, 500],
    ] as const)
      expect(at(x, y)[3], `${x} ${y}`).toBe(0)
    const [r = 0, g = 0, , a] = at(176, 300)
    expect([r > 150, g < 30, a]).toEqual([true, true, 255])

    expect((await reviewer.upload(path, {}, await jpeg('#00aa00'), 'image/jpeg')).status).toBe(200)
    const [green = ''] = (await shown('TR'))?.sources.map((one) => one.path) ?? []
    expect([(await shown('TR'))?.alt, green === red]).toEqual(['', false])
    // What an undo needs is not swept away.
    expect((await findShownPictures(market.services.db, [red, green])).sort()).toEqual(
      [red, green].sort(),
    )
    await reviewer.ask('POST', `${path}/undo`, {})
    expect(await shown('TR')).toMatchObject({ alt: 'Bir tezgâh', sources: [{ path: red }] })
    expect((await reviewer.ask('DELETE', path)).status).toBe(200)
    expect((await reviewer.ask('DELETE', path)).status).toBe(200)
    expect(await shown('TR')).toBeNull()
    expect(await findShownPictures(market.services.db, [red, green])).toEqual([red])
    await reviewer.ask('POST', `${path}/undo`, {})
    expect(await shown('TR')).toMatchObject({ sources: [{ path: red }] })
    const lines = await market.services.db
      .selectFrom('audit_log')
      .select(['operation', 'before', 'after'])
      .where('object_id', '=', id)
      .where('kind', '=', 'drawing')
      .orderBy('id')
      .execute()
    expect(lines.map((one) => one.operation)).toEqual([
      'setDrawing',
      'describeDrawing',
      'setDrawing',
      'undoDrawing',
      'removeDrawing',
      'removeDrawing',
      'undoDrawing',
    ])
    expect(lines[0]).toMatchObject({ before: { picture: null }, after: { picture: red } })
  },
)

test('a tag has no drawing, and nothing has one that is not there', async () => {
  const { body } = await reviewer.ask('POST', '/operator/categories', {
    market: 'app',
    slug: 'undrawn',
    name: { tr: 'Etiket' },
    drawing: null,
    tag: true,
  })
  for (const path of [
    `category/${String(body.id)}`,
    'category/cat_none',
    'collection/col_none',
    'goal/goal_none',
  ])
    expect(
      (await reviewer.upload(`/operator/drawings/${path}`, {}, await jpeg('#0000aa'), 'image/jpeg'))
        .status,
      path,
    ).toBe(404)
})
