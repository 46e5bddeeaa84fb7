import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { CardSetups } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { isMarketPath } from '#lib/market.ts'
import { type Ctx, inTransaction, type Services, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { limitKey, consumeRateLimits, refundRateLimits } from '#kernel/rate-limits.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import { findAddress } from './addresses.ts'
import { getCardSetup as getContract, setUpCard as contract } from './card-contract.ts'
import { choosePaymentMethod, saveCard } from './cards.ts'
import { gatewayOf } from './discrepancies.ts'
import { refuse } from './errors.ts'
import { GatewayUnavailable, type SetupStep } from './gateways/gateway.ts'
import { buyerSnapshot, limitsOf } from './pay-order.ts'
import { CHALLENGE_SECONDS, MAX_ATTEMPTS_PER_HOUR, SETTLE_AFTER_SECONDS } from './rules.ts'

/** Ids of setups; a gateway names one as it names an attempt to pay. */
export const SETUP_PREFIX = 'cst'
export const isSetupId = (id: string): boolean => id.startsWith(`${SETUP_PREFIX}_`)

type SetupRow = Selectable<CardSetups>

const LIVE = ['created', 'challenge', 'unknown']
const isLive = ({ state }: Pick<SetupRow, 'state'>): boolean => LIVE.includes(state)

/** While nobody comes back from the bank, it is asked again after this long. */
const LOOK_SECONDS = 120
const HOUR = 3_600
const MOST_LOOKED_AT = 50

/** Saves a card without a payment: the row is there before the gateway is asked. */
export const setUpCard = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    const { gateway } = ctx
    const store = ctx.actor
    if (!gateway.saveCard) throw refuse('checkout.means_not_accepted')
    const address = await findAddress(ctx.db, store.storeId, body.address_id)
    if (!address) throw refuse('checkout.address_not_found')
    const chosen = await choosePaymentMethod(
      ctx,
      store,
      {
        ...body,
        store_card: true,
        secure_3d: true,
        installments: 1,
        total: 0,
        consents: [],
        framed: false,
      },
      true,
    )
    // As many cards as may be tried by paying, and counted with those.
    const limits = [
      { key: `card setup ${store.storeId}`, most: MAX_ATTEMPTS_PER_HOUR, seconds: HOUR },
      ...limitsOf(ctx, chosen.cardLimitKey),
    ]
    await consumeRateLimits(ctx, limits)
    const now = ctx.clock.now()
    const { id } = await ctx.db
      .insertInto('card_setups')
      .values({
        id: newId(SETUP_PREFIX),
        store_id: store.storeId,
        gateway: gateway.name,
        state: 'created',
        card_name: chosen.cardName,
        return_path: body.return_to,
        limit_keys: limits.map(({ key }) => limitKey(key)),
        created_at: now,
        updated_at: now,
        next_look_at: secondsAfter(now, LOOK_SECONDS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { currency } = await pricingOf(ctx)
    const step = await gateway.saveCard(
      { setupId: id, currency, buyer: buyerSnapshot(ctx, address) },
      chosen.means,
      {
        returnUrl: `${siteOrigin(ctx, ctx.market, ctx.platformId)}/checkout/return/${gateway.name}`,
        buyerIp: ctx.address,
        locale: ctx.locale,
        ...(chosen.customerRef !== undefined && { customerRef: chosen.customerRef }),
      },
    )
    if (step.kind === 'unreachable') {
      await recordStep(ctx, id, { kind: 'declined', reason: 'gateway_error' })
      throw refuse('checkout.bank_unreachable', { retryAfter: 30 })
    }
    return { data: present(ctx, await recordStep(ctx, id, step)) }
  },
})

export const getCardSetup = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await ctx.db
      .selectFrom('card_setups')
      .selectAll()
      .where('id', '=', params.id)
      .where('store_id', '=', ctx.actor.storeId)
      .executeTakeFirst()
    if (!row) throw refuse('checkout.card_not_found')
    return { data: present(ctx, row) }
  },
})

function present(ctx: Pick<Ctx, 't'>, row: SetupRow) {
  const reason = row.decline_reason ?? 'card_declined'
  const isOver = row.state === 'declined'
  return {
    id: row.id,
    state: isOver
      ? ('declined' as const)
      : row.state === 'saved'
        ? ('saved' as const)
        : row.state === 'challenge'
          ? ('challenge' as const)
          : ('pending' as const),
    saved_card_id: row.saved_card_id,
    challenge_url: row.state === 'challenge' ? row.challenge_url : null,
    declined: isOver
      ? {
          reason,
          message: ctx.t(`errors.decline.${reason}` as 'errors.decline.card_declined'),
        }
      : null,
  }
}

const lockSetup = (db: Db, id: string) =>
  db.selectFrom('card_setups').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Records what the gateway said, once: a setup that has ended stays as it is. */
async function recordStep(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  id: string,
  step: Exclude<SetupStep, { kind: 'unreachable' }>,
): Promise<SetupRow> {
  const now = services.clock.now()
  return inTransaction(services, async (trx) => {
    const row = await lockSetup(trx, id)
    if (!row) throw new Error(`Card setup ${id} is gone`)
    if (!isLive(row)) return row
    return trx
      .updateTable('card_setups')
      .set({
        updated_at: now,
        ...('gatewayRef' in step &&
          step.gatewayRef !== undefined && { gateway_ref: step.gatewayRef }),
        ...(await columnsOf(services, trx, row, step, now)),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

async function columnsOf(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  trx: Db,
  row: SetupRow,
  step: Exclude<SetupStep, { kind: 'unreachable' }>,
  now: Date,
) {
  switch (step.kind) {
    case 'saved': {
      const { id, replaced } = await saveCard(
        trx,
        { storeId: row.store_id, gateway: row.gateway, name: row.card_name, card: step.card },
        now,
      )
      for (const old of replaced) await jobs.enqueue(trx, 'forget-card', { id: old })
      // What was counted against card testing was none.
      await refundRateLimits({ db: trx, clock }, row.limit_keys ?? [])
      return { state: 'saved', saved_card_id: id, challenge_url: null, next_look_at: null }
    }
    case 'declined':
      return {
        state: 'declined',
        decline_reason: step.reason,
        challenge_url: null,
        next_look_at: null,
      }
    case 'challenge':
      return {
        state: 'challenge',
        challenge_url: step.url,
        next_look_at: secondsAfter(now, LOOK_SECONDS),
      }
    case 'unknown':
      return { state: 'unknown', next_look_at: secondsAfter(now, SETTLE_AFTER_SECONDS) }
  }
}

/** Asks the gateway how a setup ended. One of which it knows nothing, or nobody came back, is over. */
export async function settleCardSetup(services: Services, id: string): Promise<SetupRow | null> {
  const row = await services.db
    .selectFrom('card_setups')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !isLive(row)) return row ?? null
  const now = services.clock.now()
  const isOver = secondsAfter(row.created_at, CHALLENGE_SECONDS) < now
  const over = { kind: 'declined', reason: 'three_d_failed' } as const
  try {
    const step = await gatewayOf(services, row.gateway)?.findSetup?.({
      setupId: row.id,
      gatewayRef: row.gateway_ref,
    })
    const isOpen = !step || step.kind === 'challenge' || step.kind === 'unknown'
    if (isOver && isOpen) return recordStep(services, id, over)
    return !step || step.kind === 'unreachable' ? row : recordStep(services, id, step)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    return isOver ? recordStep(services, id, over) : row
  }
}

interface ReturnedPayment {
  orderNumber: string
  succeeded: boolean
  framed: boolean
}

/** Where the browser goes on; a card that was only saved leads back to its page. */
export type ReturnResult = ReturnedPayment | { path: string }

/**
 * Where the browser goes after the bank; null when there is no such setup. The panel's frame opened
 * a window for the bank, which ends like that of a payment and tells the frame.
 */
export async function returnOfSetup(services: Services, id: string): Promise<ReturnResult | null> {
  const row = await settleCardSetup(services, id)
  if (!row) return null
  if (isMarketPath(row.return_path))
    return { orderNumber: row.id, succeeded: row.state === 'saved', framed: true }
  const mark = row.return_path.includes('?') ? '&' : '?'
  return { path: `${row.return_path}${mark}setup=${row.id}` }
}

/** Claims setups from which nobody came back; each id is returned to one caller. */
export async function findIdleCardSetups({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const due = await db
    .updateTable('card_setups')
    .set({ next_look_at: secondsAfter(now, LOOK_SECONDS) })
    .where('id', 'in', (on) =>
      on
        .selectFrom('card_setups')
        .select('id')
        .where('next_look_at', '<=', now)
        .orderBy('next_look_at')
        .limit(MOST_LOOKED_AT)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return due.map(({ id }) => id)
}
