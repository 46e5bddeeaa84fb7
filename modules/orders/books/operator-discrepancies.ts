import { defineOperation } from '#kernel/define-operation.ts'
import { personOf } from '#kernel/actor.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { toMajor } from '#lib/money.ts'
import { PAGE_ROWS, type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { refuse } from '../errors.ts'
import {
  listDifferences as differencesContract,
  settleDifference as settleContract,
} from '../operator-contract.ts'
import { handleDifference } from './ledger-data.ts'

const done = { success: true as const }

const sum = (minor: number | null, currency: string | null) =>
  minor === null || currency === null ? null : { amount: toMajor(minor), currency }

export const listDifferences = defineOperation({
  ...differencesContract,
  run: async (ctx, { query }) => {
    const [found, compared] = await Promise.all([
      listDifferenceRows(ctx.db, {
        state: query.state ?? null,
        after: parsePageKey(query.after),
        most: PAGE_ROWS + 1,
      }),
      listComparedDays(ctx.db),
    ])
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.found_at, id: row.id }))
    return {
      differences: rows.map((row) => ({
        id: row.id,
        gateway: row.gateway,
        day: row.on_day,
        kind: row.kind,
        order: row.order_number,
        reference: row.gateway_ref,
        ours: sum(row.ours_minor, row.ours_currency),
        theirs: sum(row.theirs_minor, row.theirs_currency),
        state: row.state as 'open',
        note: row.note,
        handled_by: row.handled_by,
        found_at: row.found_at.toISOString(),
        handled_at: row.handled_at?.toISOString() ?? null,
      })),
      next,
      compared,
    }
  },
})

export const settleDifference = defineOperation({
  ...settleContract,
  audit: { kind: 'difference', id: ({ params }) => params.difference, read: readDifference },
  run: async (ctx, { params, body }) => {
    if (!(await readDifference(ctx.db, params.difference))) throw refuse('not_found')
    if (
      !(await handleDifference(
        ctx.db,
        params.difference,
        { ...body, by: personOf(ctx).id },
        ctx.clock.now(),
      ))
    )
      throw refuse('backoffice.settled_already')
    return done
  },
})

export const listDifferenceRows = (
  db: Db,
  { state, after, most }: { state: string | null; after: PageKey | null; most: number },
) =>
  db
    .selectFrom('ledger_differences')
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('on_day'))
    .$if(state !== null, (query) => query.where('state', '=', state as string))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(found_at, id) < (${after?.at}::timestamptz, ${after?.id})`),
    )
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

function readDifference(db: Db, id: string) {
  return db
    .selectFrom('ledger_differences')
    .select(['state', 'note', 'handled_by'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export const listComparedDays = (db: Db) =>
  db
    .selectFrom('ledger_days')
    .select(['gateway', sql<string>`to_char(max(day), 'YYYY-MM-DD')`.as('day')])
    .groupBy('gateway')
    .orderBy('gateway')
    .execute()
