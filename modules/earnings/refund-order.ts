import { toMajor, toMinor } from '#lib/money.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { endRefunded, lockToEnd, previewRefundedSubscription } from '#modules/billing/public.ts'
import { findNames } from '#modules/identity/public.ts'
import { findLiveInstallation } from '#modules/installs/public.ts'
import {
  findRefundableOrder,
  grantRefundRequest,
  keepsItem,
  previewRefundOf,
  readRefunds,
  type RefundableOrder,
  requestRefundIn,
} from '#modules/orders/public.ts'
import { findPartnerByName } from './data.ts'
import { previewRefundShares, refuseField } from './entries.ts'
import { refuse } from './errors.ts'
import {
  previewRefund as previewContract,
  refundAnOrder as refundContract,
} from './refund-contract.ts'
import { balanceOf } from './rules.ts'

type Preview = AnswerOf<typeof previewContract>
type Happens = NonNullable<Preview['happens']>
type Possible = Extract<Awaited<ReturnType<typeof previewRefundOf>>, { kind: 'possible' }>
type OfSubscription = Awaited<ReturnType<typeof previewRefundedSubscription>>

/** Reads with the functions that the refund, its credit note and its shares are made by. */
export const previewRefund = defineOperation({
  ...previewContract,
  run: async (ctx, { params, query }) => {
    const found = await findRefundableOrder(ctx.db, params.order)
    if (!found) throw refuse('not_found')
    const { order, lines, refunds } = found
    const line =
      lines.find((one) => one.place === query.line) ??
      lines.find((one) => one.total_minor + one.surcharge_minor > one.returning_minor) ??
      lines[0]
    if (!line) throw refuse('not_found')
    const { place } = line
    const [subscription, names] = await Promise.all([
      order.subscription_id === null
        ? null
        : previewRefundedSubscription(ctx, {
            subscriptionId: order.subscription_id,
            orderId: order.id,
          }),
      findNames(ctx.db, refunds.map(operatorOf)),
    ])
    const amountMinor = amountAsked(query, order.currency, subscription)
    const plan = await previewRefundOf(ctx, found, {
      amountMinor,
      place,
      reason: query.reason,
    })
    const money = (minor: number) => toMajor(minor, order.currency)
    const unused = subscription?.unused
    const isPossible = plan.kind === 'possible'
    const leftMinor = plan.leftMinor ?? 0
    return {
      currency: order.currency as Preview['currency'],
      line: place,
      left: money(leftMinor),
      unused:
        unused && unused.refundMinor <= leftMinor
          ? {
              amount: money(unused.refundMinor),
              days_left: unused.days.left,
              days: unused.days.of,
            }
          : null,
      can_end: subscription?.canEnd ?? false,
      is_subscription: subscription !== null,
      earlier: refunds
        .filter((one) => one.line_place === place)
        .map((one) => ({
          id: one.id,
          amount: money(one.amount_minor),
          state: one.state as Preview['earlier'][number]['state'],
          by: names.get(operatorOf(one) ?? '') ?? null,
          at: one.requested_at.toISOString(),
        })),
      happens: isPossible
        ? await whatHappens(ctx, found, { plan, subscription, ends: query.end === '1' })
        : null,
      fault: isPossible ? null : faultOf(plan.why, leftMinor),
    }
  },
})

const operatorOf = ({ asked_by: by }: { asked_by: string }): string | null =>
  by.startsWith('operator ') ? by.slice('operator '.length) : null

/** Null for all that is left; not a number for what is no amount, which is refused as such. */
function amountAsked(
  { size, amount = '' }: { size: string; amount?: string | undefined },
  currency: string,
  subscription: OfSubscription,
): number | null {
  if (size === 'unused') return subscription?.unused?.refundMinor ?? Number.NaN
  if (size !== 'part') return null
  const given = Number(amount)
  return (amount !== '' && Number.isFinite(given) ? toMinor(given, currency) : null) ?? Number.NaN
}

const faultOf = (why: string, leftMinor: number): NonNullable<Preview['fault']> =>
  leftMinor === 0
    ? 'nothing_left'
    : why === 'too_much' || why === 'whole_only'
      ? why
      : 'amount_invalid'

async function whatHappens(
  ctx: ConsoleCtx,
  { order }: RefundableOrder,
  { plan, subscription, ends }: { plan: Possible; subscription: OfSubscription; ends: boolean },
): Promise<Happens> {
  const { line, amountMinor, credit } = plan
  const [taken, there, keeps] = await Promise.all([
    previewRefundShares(ctx.db, { orderId: order.id, place: line.place, amountMinor }),
    findLiveInstallation(ctx.db, order.store_id, line.item_id),
    keepsItem(ctx, { order, line }),
  ])
  const partner = taken && (await findPartnerByName(ctx.db, taken.partnerId))
  // Reversed shares are negative; 0 - x is never -0.
  const partnerMinor = taken ? 0 - balanceOf(taken.shares) : 0
  const marketMinor = taken ? 0 - (taken.shares.commissionMinor + taken.shares.taxMinor) : 0
  const money = (minor: number) => toMajor(minor, order.currency)
  const end = endOf(plan, subscription, ends)
  const isOver = plan.useEndsAt !== null || end === 'ends_now' || end === 'ends_when_back'
  return {
    amount: money(amountMinor),
    net: money(credit.netMinor),
    tax: money(credit.taxMinor),
    tax_rate: credit.rateBp / 100,
    surcharge: money(plan.surchargeMinor),
    credit_note: plan.creditNote && { of: plan.creditNote.number },
    partner: partner ? { ...partner, amount: money(partnerMinor) } : null,
    market: money(marketMinor),
    rate: (taken?.rateBp ?? 0) / 100,
    taken_before: money(taken ? credit.netMinor - partnerMinor - marketMinor : 0),
    subscription: end,
    last_charge:
      end === 'ends_now' && subscription && subscription.lastCharge.amountMinor > 0
        ? {
            amount: toMajor(subscription.lastCharge.amountMinor, subscription.lastCharge.currency),
            currency: subscription.lastCharge.currency as Preview['currency'],
          }
        : null,
    use: isOver && !keeps ? 'ends' : 'goes_on',
    installation: !there ? 'none' : isOver && !keeps ? 'removed' : 'stays',
    ends_at: plan.useEndsAt?.toISOString() ?? null,
  }
}

function endOf(
  plan: Possible,
  subscription: OfSubscription,
  ends: boolean,
): Happens['subscription'] {
  if (!subscription) return 'none'
  if (!subscription.canEnd) return 'ended_before'
  if (ends) return 'ends_now'
  return plan.isReturn && subscription.endsByReturn ? 'ends_when_back' : 'goes_on'
}

/**
 * Commits the refund; the worker sends it to the gateway and retries until the outcome is known.
 */
export const refundAnOrder = defineOperation({
  ...refundContract,
  audit: { kind: 'order', id: ({ params }) => params.order, read: readRefunds },
  run: async (ctx, { params, body }) => {
    const found = await findRefundableOrder(ctx.db, params.order)
    if (!found) throw refuse('not_found')
    const { id, currency, subscription_id: subscriptionId } = found.order
    if (subscriptionId === null && body.reason === 'goodwill') throw refuseField('reason')
    if (subscriptionId === null && body.ends_subscription) throw refuseField('ends_subscription')
    const amountMinor = body.amount === null ? null : toMinor(body.amount, currency)
    if (body.amount !== null && amountMinor === null) throw refuseField('amount')
    const toEnd =
      subscriptionId !== null && body.ends_subscription
        ? await lockToEnd(ctx, ctx.db, subscriptionId)
        : null
    const answer = await requestRefundIn(
      ctx,
      {
        orderNumber: params.order,
        amountMinor,
        ...(body.line !== null && { place: body.line }),
        reason: body.reason,
        askedBy: `operator ${personOf(ctx).id}`,
        key: body.key,
      },
      0,
    )
    if (answer.kind === 'refused') {
      if (answer.why === 'no_order') throw refuse('not_found')
      throw refuse('backoffice.refund_refused', {
        params: { left: toMajor(answer.leftMinor ?? 0, currency) },
      })
    }
    const { refund } = answer
    if (toEnd) await endRefunded(ctx, ctx.db, toEnd, { refundMinor: refund.amount_minor })
    await grantRefundRequest(ctx.db, id, ctx.clock.now())
    return { id: refund.id, state: refund.state as 'requested' }
  },
})
