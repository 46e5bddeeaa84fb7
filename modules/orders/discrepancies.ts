import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import type { LedgerDifferences } from '#db/types.gen.ts'
import { newId } from '#lib/ids.ts'
import { toMajor } from '#lib/money.ts'
import { PAGE_ROWS, type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { personOf } from '#kernel/actor.ts'
import { inTransaction, type Services, defaultLanguage } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { queueMail } from '#modules/mail/public.ts'
import type { AttemptAsked } from './data.ts'
import { refuse } from './errors.ts'
import type { Gateway, Money } from './gateways/gateway.ts'
import {
  listDifferences as differencesContract,
  settleDifference as settleContract,
} from './operator-contract.ts'
import { receiptWords } from './order-facts.ts'

const done = { success: true as const }

const amountOf = (minor: number | null, currency: string | null) =>
  minor === null || currency === null ? null : { amount: toMajor(minor, currency), currency }

export const listDifferences = defineOperation({
  ...differencesContract,
  run: async (ctx, { query }) => {
    const [found, compared] = await Promise.all([
      listDiscrepancyRows(ctx.db, {
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
        ours: amountOf(row.ours_minor, row.ours_currency),
        theirs: amountOf(row.theirs_minor, row.theirs_currency),
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
  audit: { kind: 'difference', id: ({ params }) => params.difference, read: readDiscrepancy },
  run: async (ctx, { params, body }) => {
    if (!(await readDiscrepancy(ctx.db, params.difference))) throw refuse('not_found')
    if (
      !(await resolveDiscrepancy(
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

const listDiscrepancyRows = (
  db: Db,
  { state, after, most }: { state: string | null; after: PageKey | null; most: number },
) =>
  db
    .selectFrom('ledger_differences')
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('on_day'))
    .$if(state !== null, (query) => query.where('state', '=', state as string))
    .where(isBeyond(['ledger_differences.found_at', 'ledger_differences.id'], after, 'newest'))
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

function readDiscrepancy(db: Db, id: string) {
  return db
    .selectFrom('ledger_differences')
    .select(['state', 'note', 'handled_by'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const listComparedDays = (db: Db) =>
  db
    .selectFrom('ledger_days')
    .select(['gateway', sql<string>`to_char(max(day), 'YYYY-MM-DD')`.as('day')])
    .groupBy('gateway')
    .orderBy('gateway')
    .execute()

type DiscrepancyRow = Selectable<LedgerDifferences>

/**
 * `charge_unknown`: captured by the gateway, unknown to us. `charge_missing`: paid here, not
 * captured there. `amount_differs`, `refund_differs`: known to both with other amounts.
 * `money_held`: captured for an order that does not want it. `not_asked`: the gateway has no keys
 * any more.
 */
export type DiscrepancyKind =
  | 'charge_unknown'
  | 'charge_missing'
  | 'amount_differs'
  | 'refund_differs'
  | 'money_held'
  | 'not_asked'

type NewDiscrepancy = Pick<
  DiscrepancyRow,
  'id' | 'gateway' | 'subject' | 'order_number' | 'attempt_id' | 'gateway_ref'
> & { day: string; kind: DiscrepancyKind; ours: Money | null; theirs: Money | null }

/** False when it was found before: an explained discrepancy is not opened again. */
export async function insertDiscrepancy(
  db: Db,
  { ours, theirs, ...row }: NewDiscrepancy,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledger_differences')
    .values({
      ...row,
      ours_minor: ours?.amountMinor ?? null,
      ours_currency: ours?.currency ?? null,
      theirs_minor: theirs?.amountMinor ?? null,
      theirs_currency: theirs?.currency ?? null,
      state: 'open',
      found_at: at,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'day', 'kind', 'subject']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Records a discrepancy together with its end; one that is open ends so. */
export const insertResolved = (
  db: Db,
  { ours, theirs, ...row }: NewDiscrepancy,
  { note, by }: { note: string; by: string },
  at: Date,
) => {
  const end = { state: 'resolved', note, handled_by: by, handled_at: at } as const
  return db
    .insertInto('ledger_differences')
    .values({
      ...row,
      ours_minor: ours?.amountMinor ?? null,
      ours_currency: ours?.currency ?? null,
      theirs_minor: theirs?.amountMinor ?? null,
      theirs_currency: theirs?.currency ?? null,
      ...end,
      found_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'day', 'kind', 'subject'])
        .doUpdateSet(end)
        .where('ledger_differences.state', '=', 'open'),
    )
    .execute()
}

/** Resolves an open discrepancy; false when it is not open. */
export async function resolveDiscrepancy(
  db: Db,
  id: string,
  change: { state: 'explained' | 'resolved'; note: string; by: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ledger_differences')
    .set({ state: change.state, note: change.note, handled_by: change.by, handled_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The current gateway, or a former one whose keys are still configured; otherwise null. */
export const gatewayOf = (
  { gateway, formerGateway }: Pick<Services, 'gateway' | 'formerGateway'>,
  name: string,
): Gateway | null => (name === gateway.name ? gateway : formerGateway(name))

/**
 * Reports once, as a discrepancy, in the log and by mail, a payment whose gateway has no keys any
 * more.
 */
export async function reportUnavailableGateway(
  services: Services,
  attempt: AttemptAsked,
): Promise<void> {
  const { gateway, number: orderNumber } = attempt
  const day = attempt.created_at.toISOString().slice(0, 10)
  const now = services.clock.now()
  const isNew = await inTransaction(services, async (trx) => {
    const fresh = await insertDiscrepancy(
      trx,
      {
        id: newId('dif'),
        gateway,
        day,
        kind: 'not_asked',
        subject: attempt.id,
        order_number: orderNumber,
        attempt_id: attempt.id,
        gateway_ref: attempt.gateway_ref,
        ours: null,
        theirs: null,
      },
      now,
    )
    if (fresh && services.alertMailTo !== null) {
      const t = receiptWords(defaultLanguage(services))
      await queueMail(services, trx, {
        key: `not asked ${attempt.id}`,
        to: services.alertMailTo,
        locale: defaultLanguage(services),
        subject: t('ledger.not_asked.subject', { gateway }),
        paragraphs: [
          t('ledger.not_asked.lead', { gateway, order: orderNumber, attempt: attempt.id }),
          t('ledger.not_asked.do', { gateway }),
        ],
        footnote: t('ledger.mail.what'),
      })
    }
    return fresh
  })
  if (isNew)
    services.log.error(
      { attempt: attempt.id, order: orderNumber, gateway },
      'unfinished payment at a gateway that is not configured: restore its keys',
    )
}

/** For the inbox: differences that nobody has explained, the oldest first. */
export const listOpenDifferences = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('ledger_differences')
      .select([
        'id',
        'gateway',
        'order_number',
        'gateway_ref',
        'subject',
        'theirs_minor',
        'theirs_currency',
        'ours_minor',
        'ours_currency',
        'found_at',
      ])
      .where('state', '=', 'open')
      .orderBy('found_at')
      .limit(most)
      .execute()
  ).map((row) => {
    const [minor, currency] = [
      row.theirs_minor ?? row.ours_minor,
      row.theirs_currency ?? row.ours_currency,
    ]
    return {
      id: row.id,
      title: shortText(row.order_number ?? row.gateway_ref ?? row.subject),
      detail: row.gateway,
      ...(minor !== null && currency !== null && { amount: { minor, currency } }),
      since: row.found_at,
    }
  })
