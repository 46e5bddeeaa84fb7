import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { PAGE_ROWS } from '#lib/page-key.ts'
import { prepareOrder } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { listBare } from '#test/support/releases.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { EXPORT_DAYS, MOST_EXPORTS } from './exports-rules.ts'
import { LIST_COLUMNS, LIST_NAMES } from './list-columns.ts'
import { rowsText } from './make-export.ts'
import { findDueExports, makeExport, purgeExports } from './public.ts'

let market: Marketplace
let admin: ConsoleBrowser
let reviewer: ConsoleBrowser
let order: string

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'reviewer@example.com',
    role: 'reviewer',
  })
  reviewer = await signInToConsole(market, 'reviewer@example.com')
  order = (await prepareOrder(await signIn(market, 'store-1'), 'minty', 'theme')).orderNumber
})
afterAll(() => market.stop())

interface Export {
  id: string
  list: string
  state: string
  rows: number
  filters: Record<string, string>
}
const mine = async (who = admin) =>
  (await who.ask('GET', '/operator/exports')).body.exports as Export[]
const start = (body: object, who = admin, headers = {}) =>
  who.ask('POST', '/operator/exports', { format: 'csv', ...body }, headers)
/** Has it made and takes it. */
async function take(id: string, who = admin): Promise<{ status: number; text: string }> {
  const response = await fetch(
    `${market.origins.console.replace('console.localhost', '127.0.0.1')}/api/operator/exports/${id}/file`,
    {
      method: 'POST',
      headers: {
        origin: market.origins.console,
        cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/json',
      },
      body: '{}',
    },
  )
  // Not `text()`, which takes the mark of UTF-8 away.
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString() }
}
async function make(body: object, who = admin): Promise<{ id: string; text: string }> {
  const { id } = (await start(body, who)).body as { id: string }
  await makeExport(market.services, id)
  return { id, text: (await take(id, who)).text }
}
const clear = async (who = admin) => {
  for (const { id } of await mine(who)) await who.ask('DELETE', `/operator/exports/${id}`)
}

describe('a list turned around (D1)', () => {
  const SORTED = ['orders', 'items', 'subscriptions', 'stores', 'partners', 'reviews'] as const
  test.each(SORTED)('has the same rows of %s the other way, page by page', async (list) => {
    const read = async (sort: string) => {
      const ids: unknown[] = []
      let after: unknown = ''
      while (after !== null) {
        const { body } = await admin.ask(
          'GET',
          `/operator/${list}?${new URLSearchParams({ sort, after: String(after) })}`,
        )
        const lines = body[list] as { id?: string; number?: string }[]
        ids.push(...lines.map((line) => line.id ?? line.number))
        after = body.next
      }
      return ids
    }
    const newest = await read('newest')
    expect(await read('oldest')).toEqual(newest.toReversed())
    expect(new Set(newest).size).toBe(newest.length)
  })
})

describe('a list as a file (D1)', () => {
  test('has what the list shows with its filters, amounts in minor units too', async () => {
    const { text } = await make({
      list: 'orders',
      format: 'json',
      filters: { q: order, state: 'draft' },
    })
    const [row, ...more] = JSON.parse(text) as Record<string, unknown>[]
    expect(more).toEqual([])
    expect(row).toMatchObject({ number: order, item: 'Minty', state: 'draft' })
    expect(row?.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(row?.total).toMatch(/^\d+\.\d\d$/)
    expect(row?.total_minor).toBe(Math.round(Number(row?.total) * 100))
    const { body } = await admin.ask('GET', `/operator/orders/${order}`)
    expect(Number(row?.total)).toBe(body.total)
  })

  test('has every row once, beyond the first page, also when one changes while the pages are read', async () => {
    const { db } = market.services
    for (let n = 0; n < 20; n += 1) await listBare(market, `bare${n}`)
    const items = await db.selectFrom('items').select('id').orderBy('updated_at').execute()
    expect(items.length).toBeGreaterThan(PAGE_ROWS)
    const last = items[0]?.id ?? ''
    let isMoved = false
    // After the first page the last row of the list becomes its first.
    const reading = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isMoved && result.rows.length === PAGE_ROWS + 1) {
          isMoved = true
          const now = market.services.clock.now()
          await db.updateTable('items').set({ updated_at: now }).where('id', '=', last).execute()
        }
        return result
      },
    })
    const { id } = (await start({ list: 'items', columns: ['name', 'id'] })).body as { id: string }
    await makeExport({ ...market.services, db: reading }, id)
    expect(isMoved).toBe(true)
    const [head, ...rows] = (await take(id)).text.trimEnd().split('\r\n')
    expect(head).toBe('\uFEFFid,name')
    expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(
      items.map((item) => item.id).toSorted(),
    )
    expect((await mine()).find((one) => one.id === id)).toMatchObject({
      state: 'done',
      rows: items.length,
    })
  })

  test('stops without a fault when it is deleted while its rows are read', async () => {
    const { db } = market.services
    const { id } = (await start({ list: 'items' })).body as { id: string }
    let isDeleted = false
    const reading = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isDeleted && result.rows.length === PAGE_ROWS + 1) {
          isDeleted = true
          await db.deleteFrom('list_exports').where('id', '=', id).execute()
        }
        return result
      },
    })
    await expect(makeExport({ ...market.services, db: reading }, id)).resolves.toBeUndefined()
    expect(isDeleted).toBe(true)
    expect(await mine()).not.toContainEqual(expect.objectContaining({ id }))
  })

  test.each(LIST_NAMES)(
    'is made of %s with one connection: no job waits for a second',
    async (list) => {
      const { db } = market.services
      // More than a part of a file.
      await sql`insert into partners (id, slug, name, created_at)
      select 'par_many' || n, 'many-' || n, 'Many', now() from generate_series(1, 600) n`.execute(
        db,
      )
      const { id } = (await start({ list })).body as { id: string }
      const alone = openDb({ url: market.databaseUrl, poolSize: 1 })
      try {
        await makeExport({ ...market.services, db: alone }, id)
      } finally {
        await alone.destroy()
      }
      const made = (await mine()).find((one) => one.id === id)
      expect(made?.state).toBe('done')
      if (list === 'partners') expect(made?.rows).toBeGreaterThan(600)
      await db.deleteFrom('partners').where('name', '=', 'Many').execute()
      await clear()
    },
  )

  test('does not let a spreadsheet run what somebody wrote', () => {
    const column = LIST_COLUMNS.items.filter(({ id }) => id === 'name')
    const names = ['=1+1', '+1', '-1', '@cmd', '\t=1', 'a,"b"', '-12.50']
    expect(
      rowsText(
        'csv',
        column,
        names.map((name) => ({ name })),
      ),
    ).toBe([`'=1+1`, `'+1`, '-1', `'@cmd`, `"'\t'=1"`, '"a,""b"""', '-12.50', ''].join('\r\n'))
  })

  test.each(LIST_NAMES)('is there for %s, with a cell for each field', async (list) => {
    const { text } = await make({ list })
    const [head = '', ...rows] = text.slice(1).trimEnd().split('\r\n')
    const fields = LIST_COLUMNS[list].flatMap((column) => column.fields)
    expect(head.split(',')).toEqual(fields)
    const { text: asJson } = await make({ list, format: 'json' })
    const objects = JSON.parse(asJson) as object[]
    for (const one of objects) expect(Object.keys(one)).toEqual(fields)
    if (objects.length === 0) expect(rows).toEqual([])
    await clear()
  })

  test('is of whoever asked for it, and of those who may read the list', async () => {
    expect((await start({ list: 'orders' }, reviewer)).status).toBe(403)
    expect((await start({ list: 'audit' }, reviewer)).status).toBe(403)
    const { id } = await make({ list: 'items' }, reviewer)
    expect((await take(id, reviewer)).status).toBe(200)
    expect((await take(id, admin)).status).toBe(404)
    expect((await admin.ask('DELETE', `/operator/exports/${id}`)).status).toBe(404)
    expect(await mine(admin)).toEqual([])
    await clear(reviewer)
  })

  test('is not made, and not handed out, once the role is gone', async () => {
    await admin.ask('POST', '/operator/invitations', { email: 'f@example.com', role: 'finance' })
    const finance = await signInToConsole(market, 'f@example.com')
    const made = await make({ list: 'orders' }, finance)
    const waiting = (await start({ list: 'orders' }, finance)).body as { id: string }
    const setRole = (role: string) =>
      market.services.db
        .updateTable('operators')
        .set({ role })
        .where('person_id', 'in', (eb) =>
          eb.selectFrom('people').select('id').where('email', '=', 'f@example.com'),
        )
        .execute()
    await setRole('support')
    await makeExport(market.services, waiting.id)
    expect((await mine(finance)).map((one) => one.state).toSorted()).toEqual(['done', 'failed'])
    expect((await take(made.id, finance)).status).toBe(403)
  })

  test('refuses filters and columns that the list does not have', async () => {
    expect((await start({ list: 'orders', filters: { state: 'lost' } })).status).toBe(400)
    expect((await start({ list: 'orders', columns: ['iban'] })).status).toBe(400)
    const { id } = await make({ list: 'items', filters: { other: 'x', after: 'y', q: '' } })
    expect((await mine()).find((one) => one.id === id)?.filters).toEqual({})
  })

  test('is made once for a form that is sent twice', async () => {
    await clear()
    const headers = { 'idempotency-key': 'export-form-key-000001' }
    const [first, second] = [
      await start({ list: 'items' }, admin, headers),
      await start({ list: 'items' }, admin, headers),
    ]
    expect(second.body).toEqual(first.body)
    expect(await mine()).toHaveLength(1)
  })

  test('is whole after a job that died: what it had written is thrown away', async () => {
    await clear()
    const { id } = (await start({ list: 'items', format: 'json' })).body as { id: string }
    const { db, clock } = market.services
    await db
      .updateTable('list_exports')
      .set({ state: 'running', turn: 1, rows: 500, touched_at: clock.now() })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('list_export_parts')
      .values({ export_id: id, turn: 1, place: 0, body_sealed: 'half' })
      .execute()
    // While it may still be at work, nobody else begins.
    await makeExport(market.services, id)
    expect((await mine())[0]).toMatchObject({ state: 'running', rows: 500 })
    expect(await findDueExports(market.services)).toEqual([])

    const later = { ...market.services, clock: { now: () => new Date(+clock.now() + 90_000) } }
    expect(await findDueExports(later)).toEqual([id])
    await makeExport(later, id)
    const rows = JSON.parse((await take(id)).text) as unknown[]
    expect((await mine())[0]).toMatchObject({ state: 'done', rows: rows.length })
    expect(
      await db.selectFrom('list_export_parts').selectAll().where('turn', '=', 1).execute(),
    ).toEqual([])
    // A late job of the same export changes nothing.
    await makeExport(later, id)
    expect(JSON.parse((await take(id)).text)).toEqual(rows)
  })

  test('stands in the audit log when it is asked for and when it is taken, without what was searched', async () => {
    const { id } = await make({ list: 'stores', filters: { q: 'ayse' } })
    const { body } = await admin.ask('GET', `/operator/audit?object=${id}`)
    const lines = body.lines as { operation: string; after: Record<string, unknown> | null }[]
    expect(lines.map((line) => line.operation)).toEqual(['fetchExport', 'startExport'])
    expect(lines[1]?.after).toEqual({ list: 'stores', format: 'csv', filters: 'q' })
  })

  test(`is deleted after ${EXPORT_DAYS} days, and there are ${MOST_EXPORTS} at most`, async () => {
    await clear()
    for (let n = 0; n < MOST_EXPORTS; n += 1)
      expect((await start({ list: 'items' })).status).toBe(200)
    expect((await start({ list: 'items' })).status).toBe(409)
    await market.services.db
      .updateTable('list_exports')
      .set({ asked_at: new Date(+market.services.clock.now() - (EXPORT_DAYS * 86_400 + 1) * 1000) })
      .execute()
    expect(await mine()).toEqual([])
    await purgeExports(market.services)
    expect(await market.services.db.selectFrom('list_exports').select('id').execute()).toEqual([])
  })
})
