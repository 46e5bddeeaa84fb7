import { data } from 'react-router'
import { getBundle } from '#modules/catalog/contract.ts'
import {
  getOrderStatus,
  listAgreements,
  startBundleOrder,
  type Order,
} from '#modules/orders/contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { goTo } from '../../go-to.ts'
import { pathsFor, resultPath, withQuery } from '../../paths.ts'
import type { ScreenContext } from '../../screen-context.ts'
import type { BundleItem } from './bundle-part.ts'
import { WITHOUT_PARAM, withOwnNames, withoutQuery } from './bundle-fields.ts'
import { type CheckoutData, findPayment, planHere } from './load-checkout.ts'

type BundleOrder = AnswerOf<typeof startBundleOrder>['data']

/** Where the bundle's page says why there is nothing to buy together. */
const NO_BUNDLE: readonly string[] = [
  'checkout.bundle_owned',
  'checkout.bundle_too_small',
  'input.invalid',
]

/** Creates or returns the open order of this store for the items of the bundle. */
export async function openBundleOrder(
  screen: ScreenContext,
  slug: string,
  without: readonly string[],
): Promise<BundleOrder> {
  const started = await screen.attempt(startBundleOrder, {
    params: { slug },
    body: { leave_out: [...without] },
  })
  if (started.ok) return started.answer.data
  if (NO_BUNDLE.includes(started.error.code)) throw goTo(pathsFor(screen.framed).bundle(slug))
  throw data(started.error, { status: started.error.statusCode })
}

export async function loadBundleCheckout(
  screen: ScreenContext,
  slug: string,
  {
    edit,
    asked,
    without,
    isLater,
  }: {
    edit: string | null
    asked: string | null
    without: readonly string[]
    isLater: boolean
  },
): Promise<CheckoutData> {
  if (asked !== null) await goToAsked(screen, slug, asked)
  const opened = await openBundleOrder(screen, slug, without)
  const items = await findBundleItems(screen, opened, isLater)
  const asking = items.filter((item) => item.permissions.length > 0).map(({ id }) => id)
  return {
    ...(await findPayment(screen, opened, { edit, permissions: asking })),
    fit: null,
    plan: null,
    recurs: null,
    bundle: { slug, items, leftOut: opened.left_out },
    item: {
      slug: opened.item.slug,
      name: opened.bundle?.name ?? opened.lines.map((line) => line.item.name).join(' + '),
      icon: null,
      market: opened.item.market,
      swatches: [],
      permissions: [],
      version: null,
    },
  }
}

/** A page with what an order of the store sells; one that is paid or over shows its outcome. */
async function goToAsked(screen: ScreenContext, slug: string, asked: string): Promise<never> {
  const [{ data: order }, { data: bundle }] = await Promise.all([
    screen.call(getOrderStatus, { params: { order_number: asked } }),
    screen.call(getBundle, { query: { slug } }),
  ])
  if (order.bundle?.slug !== slug) throw screen.refusal('not_found')
  if (order.state !== 'draft' && order.state !== 'awaiting_payment')
    throw goTo(resultPath(screen.framed, order.paid_at ? 'success' : 'fail', asked))
  const sold = new Set(order.lines.map(({ item }) => item.id))
  const without = bundle.items.flatMap(({ item }) => (sold.has(item.id) ? [] : [item.slug]))
  throw goTo(
    withQuery(pathsFor(screen.framed).bundleCheckout(slug), {
      [WITHOUT_PARAM]: withoutQuery(without),
    }),
  )
}

/** Each item of the order with its permissions and what the payment would install. */
export async function findBundleItems(
  screen: ScreenContext,
  order: Pick<Order, 'order_number' | 'lines'>,
  isLater: boolean,
): Promise<BundleItem[]> {
  const { data: agreements } = await screen.call(listAgreements, {
    params: { order_number: order.order_number },
  })
  const installs = !isLater && screen.session?.right === 'install'
  return Promise.all(
    order.lines.map(async ({ item: { id, slug, name, icon, version } }) => {
      const asked = agreements.find((one) => one.item?.id === id)
      const { fit, plan } = installs ? await planHere(screen, id) : { fit: null, plan: null }
      return {
        id,
        slug,
        name,
        icon,
        version: asked?.version ?? version,
        permissions: asked?.permissions ?? [],
        fit,
        plan: plan && withOwnNames(id, plan),
      }
    }),
  )
}
