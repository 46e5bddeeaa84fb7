import type { ReactNode } from 'react'
import type { AnswerOf } from '#kernel/operation.ts'
import type { listOrders } from '#modules/orders/contract.ts'
import { amountText, orderLines } from '#modules/orders/ui/order-amounts.ts'
import { Amount } from '#ui/amount.tsx'
import type { Tone } from '#ui/badge.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { ReceiptLink } from '../../receipt-link.tsx'
import { useShell } from '../../shell.tsx'

export type OwnOrder = AnswerOf<typeof listOrders>['data'][number]

export const ORDER_TONES: Record<OwnOrder['state'], Tone> = {
  draft: 'turquoise',
  awaiting_payment: 'turquoise',
  paid: 'green',
  partially_refunded: 'green',
  refunded: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** URL of an order's checkout, in this market or the other. */
export function useCheckoutOf(): (
  order: Pick<OwnOrder, 'item' | 'order_number' | 'product' | 'subscription' | 'bundle'>,
) => string {
  const { market, sites } = useShell()
  const paths = usePaths()
  return ({ item, order_number: number, product, subscription, bundle }) => {
    const here = bundle?.slug ? paths.bundleCheckout(bundle.slug) : paths.checkout(item.slug)
    const checkout = item.market === market ? here : `${sites[item.market] ?? ''}${here}`
    return product || subscription || bundle ? `${checkout}?order=${number}` : checkout
  }
}

/** What was bought, by one name: the product, the item, or the bundle and else all of its items. */
export const orderName = ({
  product,
  bundle,
  lines,
  item,
}: Pick<OwnOrder, 'product' | 'bundle' | 'lines' | 'item'>): string =>
  product?.name ??
  (bundle ? (bundle.name ?? lines.map((line) => line.item.name).join(' + ')) : item.name)

/** What is known of an order, as labels and values. */
export function useOrderFacts(order: OwnOrder): { label: string; value: ReactNode }[] {
  const { t } = useWords()
  const dates = useDates()
  const { item, product } = order
  const total = amountText(order.total, order.currency)
  return [
    { label: t('orders.number'), value: order.order_number },
    ...(order.lines.length > 1
      ? order.lines.map((line) => ({
          label: line.item.name,
          value: <Amount text={amountText(line.total, order.currency)} />,
        }))
      : []),
    ...(product
      ? [
          {
            label: t('in_app.inside', { app: item.name }),
            value: t('in_app.line', { product: product.name, count: product.quantity }),
          },
        ]
      : order.plan === '' || order.bundle
        ? []
        : [{ label: t('orders.plan'), value: order.plan }]),
    ...orderLines(order, t).map((line) => ({
      label: line.label,
      value: <Amount text={line.amount} />,
    })),
    { label: t('checkout.total'), value: <Amount text={total} /> },
    ...(order.surcharge > 0
      ? [
          {
            label: t('pay.charged'),
            value: <Amount text={amountText(order.total + order.surcharge, order.currency)} />,
          },
        ]
      : []),
    ...order.refunds.map((refund) => ({
      label: t(refund.unwanted ? 'orders.refund_unwanted' : 'orders.refund'),
      value: (
        <>
          <Amount text={amountText(refund.amount, order.currency)} />
          <span className="type-sm regular block text-ink2">
            {t(`orders.refund.${refund.state}`, { day: dates.day(refund.at) })}
            {refund.document && (
              <>
                {' · '}
                <ReceiptLink orderNumber={order.order_number} document={refund.document}>
                  {t('orders.credit_note')}
                </ReceiptLink>
              </>
            )}
          </span>
        </>
      ),
    })),
    ...(order.refunds.length > 1 && order.refunded > 0
      ? [
          {
            label: t('orders.refunded'),
            value: <Amount text={amountText(order.refunded, order.currency)} />,
          },
        ]
      : []),
    ...(order.paid_at ? [{ label: t('orders.paid_on'), value: dates.day(order.paid_at) }] : []),
    ...(order.card_last_four
      ? [{ label: t('orders.card'), value: <bdi dir="ltr">•••• {order.card_last_four}</bdi> }]
      : []),
    ...(order.support_ends_at
      ? [{ label: t('orders.support_until'), value: dates.day(order.support_ends_at) }]
      : []),
    ...(order.may_pay ? [{ label: t('orders.until'), value: dates.day(order.expires_at) }] : []),
  ]
}
