import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { inTransaction, type Services, defaultLanguage } from '#kernel/context.ts'
import { queueMail } from '#modules/mail/public.ts'
import { type DiscrepancyKind, insertDiscrepancy } from './discrepancies.ts'
import {
  type Gateway,
  type GatewayMovement,
  type GatewayPayment,
  GatewayUnavailable,
  type Money,
} from './gateways/gateway.ts'
import { receiptWords } from './order-facts.ts'
import { finishRefund } from './refunds.ts'
import { settleAttempt } from './settle-payment.ts'

/** Late answers and clock differences after midnight. */
const GRACE_SECONDS = 1800
/** Days compared in one call. */
const MOST_DAYS = 31

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const dayAfter = (day: string): string => dayOf(secondsAfter(new Date(`${day}T00:00:00Z`), 86_400))

/**
 * Compares our ledger with the gateways' ledgers (PAY-22), day by day (UTC) up to yesterday.
 * Hourly; each day once. Former gateways with keys are included, because refunds and chargebacks
 * come for months. An unavailable gateway is retried at the next call.
 */
export async function compareLedgers(services: Services): Promise<void> {
  for (const gateway of await listGateways(services))
    await compareWithGateway({ ...services, gateway })
}

/** The present gateway, and former ones that were compared and still have keys. */
export async function listGateways(
  services: Pick<Services, 'db' | 'gateway' | 'formerGateway'>,
): Promise<Gateway[]> {
  const former = (await listComparedGateways(services.db))
    .filter((name) => name !== services.gateway.name)
    .map((name) => services.formerGateway(name))
    .filter((gateway) => gateway !== null)
  return [services.gateway, ...former]
}

async function compareWithGateway(services: Services): Promise<void> {
  const last = dayOf(secondsAfter(services.clock.now(), -86_400 - GRACE_SECONDS))
  let day = await nextDayToCompare(services.db, services.gateway.name)
  for (
    let done = 0;
    day !== null && day <= last && done < MOST_DAYS;
    done += 1, day = dayAfter(day)
  ) {
    try {
      await compareLedgersOfDay(services, day)
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error
      services.log.warn({ error, day }, 'gateway ledger unavailable, will retry')
      return
    }
  }
}

/** Compares one day, idempotently. Returns the new discrepancies. */
export async function compareLedgersOfDay(services: Services, day: string): Promise<Discrepancy[]> {
  const gateway = services.gateway.name
  const { movements, differences } = await compareDay(services, day)
  const now = services.clock.now()
  const fresh = await inTransaction(services, async (trx) => {
    const found: Discrepancy[] = []
    for (const difference of differences) {
      if (await insertDiscrepancy(trx, { id: newId('dif'), gateway, day, ...difference }, now))
        found.push(difference)
    }
    await recordComparedDay(trx, { gateway, day, movements }, now)
    if (found.length > 0 && services.alertMailTo !== null) {
      const t = receiptWords(defaultLanguage(services))
      await queueMail(services, trx, {
        key: `ledger ${gateway} ${day} ${now.toISOString()}`,
        to: services.alertMailTo,
        locale: defaultLanguage(services),
        subject: t('ledger.mail.subject', { day, count: found.length }),
        paragraphs: [
          t('ledger.mail.lead', { gateway }),
          ...found.slice(0, 20).map((one) => lineOf(one, t)),
        ],
        footnote: t('ledger.mail.what'),
      })
    }
    return found
  })
  for (const difference of fresh)
    services.log.warn({ gateway, day, ...difference }, 'ledger discrepancy found')
  return fresh
}

const sumText = (sum: Money | null) =>
  sum === null ? '–' : formatAmount(sum.amountMinor, sum.currency as Currency)

function lineOf(
  { kind, ours, theirs, order_number: orderNumber, subject }: Discrepancy,
  t: ReturnType<typeof receiptWords>,
): string {
  return t('ledger.mail.line', {
    what: t(`ledger.kind.${kind}`),
    order: orderNumber ?? subject,
    ours: sumText(ours),
    theirs: sumText(theirs),
  })
}

interface Discrepancy {
  kind: DiscrepancyKind
  /** Our attempt's id, or the gateway's reference of an unknown payment. */
  subject: string
  order_number: string | null
  attempt_id: string | null
  gateway_ref: string | null
  ours: Money | null
  theirs: Money | null
}

/**
 * Compares one day (`YYYY-MM-DD`, UTC). Settles unfinished payments first, and asks for each
 * payment before reporting it because clocks differ. Stores nothing. Throws `GatewayUnavailable`.
 */
async function compareDay(
  services: Services,
  day: string,
): Promise<{ movements: number; differences: Discrepancy[] }> {
  const from = new Date(`${day}T00:00:00Z`)
  const until = secondsAfter(from, 86_400)
  const { gateway, db } = services
  const theirs = (await gateway.listMovements?.(from, until)) ?? []
  const differences: Discrepancy[] = []
  const seen = new Set<string>()
  for (const [gatewayRef, movements] of Map.groupBy(theirs, (movement) => movement.gatewayRef)) {
    const own = await findOwn(services, movements[0] as GatewayMovement)
    if (own) seen.add(own.id)
    differences.push(
      ...(own
        ? await compareKnown(services, own, movements)
        : unknownMovements(gatewayRef, movements)),
    )
  }
  for (const own of await listOwnMoved(db, gateway.name, from, until)) {
    if (!seen.has(own.id)) differences.push(...(await compareKnown(services, own, [])))
  }
  return { movements: theirs.length, differences }
}

/** The attempt of ours that a movement belongs to. */
export async function findOwn(
  { db, gateway }: Pick<Services, 'db' | 'gateway'>,
  { attemptId, gatewayRef }: GatewayMovement,
): Promise<OwnAttempt | undefined> {
  const byId =
    attemptId === null ? undefined : await findOwnAttempt(db, gateway.name, { id: attemptId })
  return byId ?? findOwnAttempt(db, gateway.name, { gatewayRef })
}

/** Movements for references that we do not know. */
function unknownMovements(gatewayRef: string, movements: GatewayMovement[]): Discrepancy[] {
  const about = {
    subject: gatewayRef,
    order_number: movements[0]?.orderNumber ?? null,
    attempt_id: null,
    gateway_ref: gatewayRef,
    ours: null,
  }
  return [...Map.groupBy(movements, (one) => `${one.kind} ${one.currency}`).values()].map(
    (alike) => ({
      ...about,
      kind: alike[0]?.kind === 'charge' ? 'charge_unknown' : 'refund_differs',
      theirs: sumOf(alike),
    }),
  )
}

const sumOf = (movements: GatewayMovement[]): Money | null =>
  movements[0] === undefined
    ? null
    : {
        amountMinor: movements.reduce((sum, one) => sum + one.amountMinor, 0),
        currency: movements[0].currency,
      }

async function compareKnown(
  services: Services,
  before: OwnAttempt,
  movements: GatewayMovement[],
): Promise<Discrepancy[]> {
  const own = await settleUnfinished(services, before)
  const payment = await services.gateway.retrieve({
    attemptId: own.id,
    gatewayRef: own.gateway_ref,
    orderNumber: own.order_number,
    amountMinor: own.amount_minor,
    currency: own.currency,
  })
  const about = {
    subject: own.id,
    order_number: own.order_number,
    attempt_id: own.id,
    gateway_ref: own.gateway_ref,
  }
  const charged =
    sumOf(movements.filter((one) => one.kind === 'charge')) ??
    chargeOf(payment, own.refunded_minor > 0 || movements.length > 0)
  const ours: Money | null =
    own.captured_minor === null ? null : { amountMinor: own.captured_minor, currency: own.currency }
  const found: Discrepancy[] = []
  const add = (kind: DiscrepancyKind, mine: Money | null, its: Money | null) =>
    found.push({ kind, ...about, ours: mine, theirs: its })

  // Money for an attempt that ended without: it is refunded, and somebody should look why.
  const ended = before.captured_minor === null && ['voided', 'declined'].includes(before.state)
  if (charged && ended) add('charge_unknown', null, charged)
  else if (charged && ours === null) add('charge_unknown', null, charged)
  else if (ours !== null && charged === null) add('charge_missing', ours, null)
  else if (
    ours !== null &&
    charged !== null &&
    (ours.amountMinor !== charged.amountMinor || ours.currency !== charged.currency)
  )
    add('amount_differs', ours, charged)

  if (payment !== null && own.refunded_minor !== refundedAtGateway(payment, charged)) {
    add(
      'refund_differs',
      { amountMinor: own.refunded_minor, currency: own.currency },
      { amountMinor: refundedAtGateway(payment, charged), currency: payment.currency },
    )
  }
  if (ours !== null && own.state !== 'succeeded' && own.refunded_minor < ours.amountMinor) {
    add(
      'money_held',
      { amountMinor: ours.amountMinor - own.refunded_minor, currency: own.currency },
      charged,
    )
  }
  return found
}

/** A wholly voided payment was charged before, if some of it was refunded. */
const chargeOf = (payment: GatewayPayment | null, wentBack: boolean): Money | null =>
  payment?.state === 'paid' || (payment?.state === 'voided' && wentBack)
    ? { amountMinor: payment.amountMinor, currency: payment.currency }
    : null

/** A full refund may be called a void. */
const refundedAtGateway = (payment: GatewayPayment, charged: Money | null): number =>
  payment.state === 'voided' && charged !== null ? charged.amountMinor : payment.refundedMinor

async function settleUnfinished(services: Services, own: OwnAttempt): Promise<OwnAttempt> {
  if (own.state !== 'succeeded') await settleAttempt(services, own.id)
  for (const { id } of await listOpenRefunds(services.db, own.id)) await finishRefund(services, id)
  return (await findOwnAttempt(services.db, services.gateway.name, { id: own.id })) ?? own
}

const OURS = [
  'payment_attempts.id',
  'payment_attempts.state',
  'payment_attempts.gateway_ref',
  'payment_attempts.amount_minor',
  'payment_attempts.captured_minor',
  'payment_attempts.currency',
  'orders.number as order_number',
] as const

const attempts = (db: Db) =>
  db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select(OURS)
    .select(
      sql<number>`(select coalesce(sum(r.amount_minor), 0)::bigint from refunds r where r.attempt_id = payment_attempts.id and r.state = 'succeeded')`.as(
        'refunded_minor',
      ),
    )

type OwnAttempt = Awaited<ReturnType<typeof findOwnAttempt>> & object

const findOwnAttempt = (db: Db, gateway: string, key: { id: string } | { gatewayRef: string }) =>
  attempts(db)
    .where(
      'id' in key ? 'payment_attempts.id' : 'payment_attempts.gateway_ref',
      '=',
      'id' in key ? key.id : key.gatewayRef,
    )
    .where('payment_attempts.gateway', '=', gateway)
    .executeTakeFirst()

/** Our attempts with a capture or refund in the period. */
const listOwnMoved = (db: Db, gateway: string, from: Date, until: Date) =>
  attempts(db)
    .where('payment_attempts.gateway', '=', gateway)
    .where('payment_attempts.id', 'in', (on) =>
      on
        .selectFrom('payment_attempts')
        .select('id')
        .where('captured_minor', 'is not', null)
        .where('captured_at', '>=', from)
        .where('captured_at', '<', until)
        .union(
          on
            .selectFrom('refunds')
            .select('attempt_id as id')
            .where('state', '=', 'succeeded')
            .where('ended_at', '>=', from)
            .where('ended_at', '<', until),
        ),
    )
    .execute()

const listOpenRefunds = (db: Db, attemptId: string) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', ['requested', 'unknown'])
    .execute()

/** The first day (`YYYY-MM-DD`) that was not compared yet; null before the first attempt. */
async function nextDayToCompare(db: Db, gateway: string): Promise<string | null> {
  const last = await db
    .selectFrom('ledger_days')
    .select(sql<string | null>`max(day)::text`.as('day'))
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  return last?.day ? dayAfter(last.day) : await dayOfFirstAttempt(db, gateway)
}

async function dayOfFirstAttempt(db: Db, gateway: string): Promise<string | null> {
  const first = await db
    .selectFrom('payment_attempts')
    .select((on) => on.fn.min('created_at').as('at'))
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  return first?.at ? dayOf(first.at) : null
}

const listComparedGateways = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('ledger_days').select('gateway').distinct().orderBy('gateway').execute()
  ).map((row) => row.gateway)

const recordComparedDay = (
  db: Db,
  row: { gateway: string; day: string; movements: number },
  at: Date,
) =>
  db
    .insertInto('ledger_days')
    .values({ ...row, compared_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'day'])
        .doUpdateSet({ movements: row.movements, compared_at: at }),
    )
    .execute()
