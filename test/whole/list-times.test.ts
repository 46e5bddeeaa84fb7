import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, asyncProperty, integer } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIST_TIMES } from '#db/list-order.ts'
import { newId } from '#lib/ids.ts'
import { PAGE_ROWS } from '#lib/page-key.ts'
import { TIMELINE_ROWS } from '#modules/market/timeline-rules.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'

/** A cursor has milliseconds: a list ordered by a finer time loses or repeats rows (decision 0079). */
const ROOT = join(import.meta.dirname, '../..')

/** Where the time of a cursor is compared. */
const COMPARED_IN = [
  'db/list-order.ts',
  'kernel/happened.ts',
  // The queue's table is not ours: its times are cut to milliseconds in the statement.
  'modules/market/operator-jobs.ts',
]

let market: Marketplace
let admin: ConsoleBrowser
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
})
afterAll(() => market.stop())

describe('the times that order lists', () => {
  test('are columns with milliseconds', async () => {
    const { rows } = await sql<{ name: string; precision: number }>`
      select table_name || '.' || column_name as name, datetime_precision as precision
      from information_schema.columns
      where table_schema = 'public' and table_name || '.' || column_name = any(${LIST_TIMES}::text[])`.execute(
      market.services.db,
    )
    expect(rows.map((row) => [row.name, row.precision]).toSorted()).toEqual(
      [...LIST_TIMES].toSorted().map((name) => [name, 3]),
    )
  })

  test('are compared with a cursor in one place, which takes those columns only', () => {
    const files = globSync('{modules,kernel,server,db}/**/*.ts', {
      cwd: ROOT,
      exclude: ['**/*.{test,support,suite}.ts'],
    }).filter((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      // `after.at`, or a comparison with a row of values that begins with a time.
      return /\b(?:after|before)\??\.at\b|[<>]=? *\(\$\{[^}]+\}::timestamptz,/.test(text)
    })
    expect(files.toSorted()).toEqual(COMPARED_IN)
  })
})

/** Every row of all pages, in their order. */
async function readAll(path: string, field: string): Promise<string[]> {
  const ids: string[] = []
  let after: unknown = ''
  do {
    const { body } = await admin.ask(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}after=${String(after)}`,
    )
    ids.push(...(body[field] as { id: string }[]).map((row) => row.id))
    after = body.next
  } while (after !== null)
  return ids
}

/** Microseconds after a moment: many rows share a millisecond, and some the microsecond. */
const microseconds = (rows: number) =>
  array(integer({ min: 0, max: 2_500 }), { minLength: rows, maxLength: rows })
const MOMENT = '2026-03-01T12:00:00Z'

describe('a list whose rows were written within the same milliseconds', () => {
  test('has each row once, both ways', async () => {
    const { db } = market.services
    await assert(
      asyncProperty(microseconds(2 * PAGE_ROWS + 5), async (times) => {
        await sql`delete from partners where slug like 'same-%'`.execute(db)
        await sql`insert into partners (id, slug, name, created_at)
          select 'par_' || to_char(n, 'FM00000'), 'same-' || n, 'Same', ${MOMENT}::timestamptz + us * interval '1 microsecond'
          from unnest(${times}::integer[]) with ordinality as written (us, n)`.execute(db)
        const { rows } = await sql<{
          id: string
        }>`select id from partners order by created_at, id`.execute(db)
        const all = rows.map((row) => row.id)
        expect(await readAll('/operator/partners?sort=oldest', 'partners')).toEqual(all)
        expect(await readAll('/operator/partners?sort=newest', 'partners')).toEqual(
          all.toReversed(),
        )
      }),
      { numRuns: 8 },
    )
  })

  test('is merged from its sources without a loss, also where their numbers have more digits', async () => {
    const { db } = market.services
    const { id: person } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    let turn = 0
    await assert(
      asyncProperty(microseconds(TIMELINE_ROWS + 7), async (times) => {
        turn += 1
        const item = `itm_${String(turn).padStart(20, '0')}`
        // Around a power of ten: as text, 1000 comes before 999.
        await sql`insert into audit_log (id, at, actor_id, actor_role, operation, kind, object_id, request_id) overriding system value
          select ${10 ** (2 + turn) - 20}::bigint + n, ${MOMENT}::timestamptz + us * interval '1 microsecond', ${person}, 'admin', 'stopItem', 'item', ${item}, 'r'
          from unnest(${times}::integer[]) with ordinality as written (us, n)`.execute(db)
        for (const us of times)
          await sql`insert into notes (id, subject_kind, subject_id, person_id, text, created_at)
            values (${newId('not')}, 'item', ${item}, ${person}, 'Same', ${MOMENT}::timestamptz + ${us}::integer * interval '1 microsecond')`.execute(
            db,
          )
        const ids = await readAll(`/operator/items/${item}/timeline`, 'happened')
        expect(ids).toHaveLength(2 * times.length)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 8 },
    )
  })
})
