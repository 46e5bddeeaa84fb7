import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareOrder } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { narrowed } from './search-rules.ts'

interface Row {
  id: string
  place: string
  title: string
  detail: string
  state: string | null
}
interface Answer {
  too_short: boolean
  found: { kind: string; more: boolean; rows: Row[] | null }[]
}

let market: Marketplace
let admin: ConsoleBrowser
let reviewer: ConsoleBrowser
let finance: ConsoleBrowser
let owner: ConsoleBrowser
let order: string

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  for (const role of ['reviewer', 'finance'] as const)
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  reviewer = await signInToConsole(market, 'reviewer@example.com')
  finance = await signInToConsole(market, 'finance@example.com')
  const prepared = await prepareOrder(await signIn(market, 'store-1'), 'minty', 'theme')
  order = prepared.orderNumber
})
afterAll(() => market.stop())

const find = async (q: string, who = admin): Promise<Answer> =>
  (await who.ask('GET', `/operator/find?${new URLSearchParams({ q })}`)).body as unknown as Answer
const kindsIn = ({ found }: Answer) => found.map((one) => one.kind)
const rowsOf = (answer: Answer, kind: string) =>
  answer.found.find((one) => one.kind === kind)?.rows ?? []

describe('the search of the console (D1)', () => {
  test('finds an item by a part of its name, its slug, and a release by its version', async () => {
    const [item] = rowsOf(await find('MINTY'), 'item')
    expect(item).toMatchObject({ title: 'Minty', detail: 'minty', state: 'published' })
    const { version } = await market.services.db
      .selectFrom('releases')
      .select('version')
      .where('item_id', '=', String(item?.id))
      .executeTakeFirstOrThrow()
    expect(rowsOf(await find(`minty ${version}`), 'release')).toContainEqual(
      expect.objectContaining({ place: item?.id, title: `Minty ${version}` }),
    )
    expect(kindsIn(await find('minty 99.1'))).not.toContain('release')
  })

  test('finds partners and people by names without their marks, and by mail address', async () => {
    await admin.ask('POST', '/operator/partners', {
      name: 'Çınar Atölyesi',
      email: 'deniz@cinar.example',
    })
    owner = await signInToConsole(market, 'deniz@cinar.example')
    const [partner] = rowsOf(await find('cinar'), 'partner')
    expect(partner?.title).toBe('Çınar Atölyesi')
    expect(rowsOf(await find('deniz@cinar'), 'person')).toMatchObject([
      { place: partner?.place, detail: 'deniz@cinar.example', state: 'partner' },
    ])
    expect(rowsOf(await find('finance@example'), 'person')).toMatchObject([
      { place: '', state: 'operator' },
    ])
  })

  test('finds a buyer by mail address, and from there the store and its orders', async () => {
    const { email, store_id: storeId } = await market.services.db
      .selectFrom('addresses')
      .select(['email', 'store_id'])
      .executeTakeFirstOrThrow()
    const answer = await find(email)
    expect(rowsOf(answer, 'buyer')).toMatchObject([{ place: storeId }])
    await sql`update orders set state = 'cancelled' where number = ${order}`.execute(
      market.services.db,
    )
    expect(rowsOf(await find(email), 'order')).toMatchObject([
      { place: order, detail: expect.stringContaining('Minty'), state: 'cancelled' },
    ])
  })

  test('finds an order by the beginning and by the end of its number, in any case', async () => {
    for (const typed of [order, order.toLowerCase(), order.slice(0, 8), order.slice(-6)])
      expect(rowsOf(await find(typed), 'order')).toMatchObject([{ title: order }])
  })

  test('shows each role only what it may open, and partners nothing', async () => {
    expect(kindsIn(await find(order, reviewer))).toEqual([])
    expect(kindsIn(await find(order, finance))).toEqual(['order'])
    const stores = await find('store-1', finance)
    expect(kindsIn(stores)).not.toContain('store')
    expect((await owner.ask('GET', '/operator/find?q=minty')).status).toBe(403)
  })

  test('asks for one kind where the text says so', async () => {
    expect(kindsIn(await find('item: minty'))).toEqual(['item'])
    expect(narrowed('mail:emre').kinds).toEqual(['person', 'buyer'])
    expect(narrowed('10:30')).toMatchObject({ text: '10:30' })
  })

  test('looks for nothing with fewer than three letters, and takes every text', async () => {
    expect(await find('mi')).toMatchObject({ too_short: true, found: [] })
    for (const text of ['%%%', "'; drop table orders; --", '\\\\\\', '١٢٣', 'a'.repeat(200)])
      expect((await find(text)).found).toEqual([])
  })

  test('shows a kind that cannot be read as unknown, and the others as they are', async () => {
    const { db } = market.services
    await sql`alter table invoices rename to invoices_away`.execute(db)
    try {
      const answer = await find('minty')
      expect(answer.found.find((one) => one.kind === 'invoice')).toMatchObject({ rows: null })
      expect(rowsOf(answer, 'item')).toHaveLength(1)
    } finally {
      await sql`alter table invoices_away rename to invoices`.execute(db)
    }
  })
})
