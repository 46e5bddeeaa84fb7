import { data } from 'react-router'
import { previewSubscription } from '#modules/billing/contract.ts'
import { getItem } from '#modules/catalog/contract.ts'
import { listSavedCards, quoteInstallments } from '#modules/orders/card-contract.ts'
import {
  calculatePrice,
  getOrderStatus,
  listAddresses,
  listAgreements,
  suggestAddress,
  startOrder,
  type Address,
  type Order,
} from '#modules/orders/contract.ts'
import type { LegalText } from '#modules/orders/fill-texts.ts'
import { agreementsIn, boxesIn } from '#modules/orders/legal-texts.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { NEW_CARD } from '#modules/orders/ui/card-form.ts'
import { type AskedConsents, NEW_ADDRESS } from '#modules/orders/ui/payment-form.ts'
import { getInstallation } from '#modules/installs/contract.ts'
import { isImpossible } from '#modules/installs/ui/plan-facts.ts'
import { goTo } from '../../go-to.ts'
import { pathsFor, resultPath } from '../../paths.ts'
import type { ScreenContext } from '../../screen-context.ts'
import { installmentKey } from '#modules/orders/ui/order-amounts.ts'
import type { BundlePart } from './bundle-part.ts'
import { countriesIn } from './countries.ts'

/**
 * What a buyer of this order ticks; products and later periods bring no permissions. What the store
 * agreed to before in the same version is not asked again.
 */
export async function findConsents(
  screen: ScreenContext,
  order: Pick<Order, 'order_number' | 'product' | 'subscription'>,
  permissions: AskedConsents['permissions'],
): Promise<AskedConsents & { agreedBefore: boolean }> {
  const boxes = boxesIn(screen.operator.country)
  const asked = boxes.data_protection === 'everybody'
  const found =
    asked &&
    (await screen.attempt(listAgreements, { params: { order_number: order.order_number } }))
  const agreedBefore = found && found.ok && found.answer.data.some((one) => one.agreed_before)
  return {
    permissions: isInside(order) ? false : permissions,
    boxes: agreedBefore ? { ...boxes, data_protection: 'nobody' } : boxes,
    agreedBefore,
  }
}

/** Paid for something that is on the shop already. */
const isInside = ({ product, subscription }: Pick<Order, 'product' | 'subscription'>): boolean =>
  product !== null || (subscription !== null && subscription.purpose !== 'start')

/**
 * Creates or returns the open order of this store and item; redirects to the installation when
 * nothing is to be paid.
 */
export async function openOrder(screen: ScreenContext, slug: string): Promise<Order> {
  const started = await screen.attempt(startOrder, { params: { slug }, body: {} })
  if (!started.ok) {
    if (started.error.code === 'checkout.already_owned')
      throw goTo(pathsFor(screen.framed).install(slug))
    // Sold by period only: an order is opened after its terms were shown.
    if (started.error.code === 'checkout.plan_not_for_sale')
      throw goTo(pathsFor(screen.framed).subscribe(slug))
    throw data(started.error, { status: started.error.statusCode })
  }
  const { data: order } = started.answer
  if (order.state === 'paid') throw goTo(pathsFor(screen.framed).install(slug))
  return order
}

export async function loadCheckout(
  screen: ScreenContext,
  slug: string,
  { edit, asked, isLater }: { edit: string | null; asked: string | null; isLater: boolean },
) {
  const { data: item } = await screen.call(getItem, { query: { slug } })
  if (asked === null && (item.price === 0 || item.installed?.owned))
    throw goTo(pathsFor(screen.framed).install(item.slug))
  const opened =
    asked === null ? await openOrder(screen, slug) : await requireAsked(screen, slug, asked)
  // A requested order that was paid or has ended: shows the outcome and a way on.
  if (asked !== null && opened.state !== 'draft' && opened.state !== 'awaiting_payment') {
    throw goTo(resultPath(screen.framed, opened.paid_at ? 'success' : 'fail', opened.order_number))
  }
  const [{ fit, plan }, recurs, facts] = await Promise.all([
    isInside(opened) || isLater || screen.session?.right !== 'install'
      ? NO_PLAN
      : planHere(screen, item.id),
    recurringOf(screen, slug, opened),
    findPayment(screen, opened, { edit, permissions: item.permissions.length > 0 }),
  ])
  return {
    ...facts,
    fit,
    plan,
    recurs,
    bundle: null as BundlePart | null,
    item: {
      slug: item.slug,
      name: item.name,
      icon: item.icon,
      market: item.market,
      swatches: item.swatches,
      permissions: isInside(opened) ? [] : item.permissions,
      /** The version whose permissions these are. */
      version: item.version_here ?? item.version,
    },
  }
}

/** What every checkout asks: addresses, cards, agreements, and the order with its tax. */
export async function findPayment(
  screen: ScreenContext,
  opened: Order,
  { edit, permissions }: { edit: string | null; permissions: AskedConsents['permissions'] },
) {
  const [{ data: addresses }, { data: cards }, { data: status }, consents] = await Promise.all([
    screen.call(listAddresses),
    screen.call(listSavedCards),
    screen.call(getOrderStatus, { params: { order_number: opened.order_number } }),
    findConsents(screen, opened, permissions),
  ])
  // The address that is preselected; its country decides the tax, so the first total is correct.
  const address = addresses.find((one) => one.id === opened.address_id) ?? addresses[0]
  const order =
    status.outcome === 'in_progress' ? opened : await priceFor(screen, opened, address ?? null)
  // After a refused card, preselect the fields of a new one.
  const card =
    (status.outcome === 'failed' ? undefined : cards.find((one) => one.may_pay)?.id) ?? NEW_CARD
  const asksParts =
    card !== NEW_CARD &&
    status.means.installments &&
    order.total > 0 &&
    status.outcome !== 'in_progress'
  return {
    order,
    couponEnded: opened.coupon_code !== null && order.coupon_code === null,
    status: {
      outcome: status.outcome,
      attempt: status.attempt?.state ?? null,
      message: status.message,
    },
    addresses,
    suggested: addresses.length === 0 ? await suggestedHere(screen) : null,
    cards,
    card,
    /** The installments for that card; null when not requested, or not answered in time. */
    parts: asksParts ? await partsOf(screen, order, card) : null,
    means: status.means,
    chosen: address?.id ?? NEW_ADDRESS,
    editing: addresses.find((one) => one.id === edit) ?? null,
    countries: countriesIn(screen.locale, screen.operator.country),
    agreements: (['distance_sale', 'data_protection', 'immediate_delivery'] as const).map(
      (kind) => {
        const { version, texts } = agreementsIn(screen.operator.country)[kind]
        return { version, texts: texts[screen.locale] }
      },
    ) as [ShownAgreement, ShownAgreement, ShownAgreement],
    operator: screen.operator,
    consents,
    key: crypto.randomUUID() as string,
  }
}

/**
 * What is charged again after the first order of a subscription: the plan, and when. Null for other
 * orders.
 */
async function recurringOf(
  screen: ScreenContext,
  slug: string,
  { subscription, coupon_code: coupon, order_number: number }: Order,
) {
  if (subscription === null || subscription.purpose !== 'start') return null
  const found = await screen.attempt(previewSubscription, {
    query: {
      slug,
      order: number,
      ...(coupon !== null && { coupon }),
    },
  })
  if (!found.ok) return null
  const { plan, renews, coming } = found.answer.data
  const next = coming.charges.at(1) ?? coming.charges[0]
  return {
    plan,
    renews,
    amount: next?.plan ?? 0,
    cap: next?.cap ?? 0,
    currency: coming.currency,
    coupon_ends: coming.coupon_ends,
  }
}

interface ShownAgreement {
  version: string
  texts: readonly LegalText[]
}

/**
 * How long checkout waits for optional data of the shop and the bank; slowness must not block
 * paying.
 */
const PATIENCE_MS = 1500
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([
    work,
    new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref()),
  ])

type Plan = AnswerOf<typeof getInstallation>['data']
const NO_PLAN = { fit: null, plan: null }

/**
 * What the payment would install, and what the shop lacks for it. Without a plan the item is only
 * bought: the shop did not answer in time, or has the item already.
 */
export async function planHere(
  screen: ScreenContext,
  id: string,
): Promise<{ fit: Plan['fit'] | null; plan: Plan['plan'] | null }> {
  const found = await inTime(screen.attempt(getInstallation, { params: { id }, query: {} }))
  if (!found?.ok) return NO_PLAN
  const { fit, plan, installation } = found.answer.data
  const installs = installation === null && fit.fits && !isImpossible(plan.changes)
  return { fit, plan: installs ? plan : null }
}

/** What the platform knows for the invoice, when the store has no address here. */
async function suggestedHere(screen: ScreenContext) {
  const found = await inTime(screen.attempt(suggestAddress))
  return found?.ok ? found.answer.data : null
}

/** Loaded with the page, because a table that appears later would shift the layout. */
async function partsOf(screen: ScreenContext, order: Order, card: string) {
  const quote = await inTime(
    screen.attempt(quoteInstallments, {
      params: { order_number: order.order_number },
      body: { saved_card_id: card },
    }),
  )
  return quote?.ok ? { asked: installmentKey(card, order), offers: quote.answer.data.offers } : null
}

/**
 * Prices the order for that invoice address, which also keeps a coupon reserved. When pricing fails
 * now, submitting will report it.
 */
async function priceFor(
  screen: ScreenContext,
  order: Order,
  address: Address | null,
): Promise<Order> {
  // What the tax authority says of a VAT id may be new since the order was priced.
  const sameAddress =
    address === null || (order.address_id === address.id && address.vat_status === null)
  if (sameAddress && order.coupon_code === null) return order
  const price = (coupon: string | null) =>
    screen.attempt(calculatePrice, {
      params: { order_number: order.order_number },
      body: {
        ...(!sameAddress && { address_id: address.id }),
        ...(coupon !== null && { coupon_code: coupon }),
      },
    })
  const priced = await price(order.coupon_code)
  if (priced.ok) return priced.answer.data
  const without = priced.error.code === 'checkout.coupon_invalid' ? await price(null) : priced
  return without.ok ? without.answer.data : order
}

export type CheckoutData = Awaited<ReturnType<typeof loadCheckout>>

/**
 * The number of an order that an app (S3.4) or a subscription requested; without one the page opens
 * the item's own.
 */
export function askedOrder(url: URL): string | null {
  const asked = url.searchParams.get('order') ?? ''
  return /^[A-Z0-9]{4,40}$/.test(asked) ? asked : null
}

/** The store's requested order for that item; otherwise not found. */
export async function requireAsked(
  screen: ScreenContext,
  slug: string,
  orderNumber: string,
): Promise<Order> {
  const { data: order } = await screen.call(getOrderStatus, {
    params: { order_number: orderNumber },
  })
  if ((!order.product && !order.subscription) || order.item.slug !== slug)
    throw screen.refusal('not_found')
  return order
}
