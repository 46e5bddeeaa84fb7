import type { listOrders } from '#modules/orders/contract.ts'
import { amountText, orderLines } from '#modules/orders/ui/order-amounts.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Amount } from '#ui/amount.tsx'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { FactList } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { ReceiptLink } from '../../receipt-link.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'

export type OwnOrder = AnswerOf<typeof listOrders>['data'][number]

const TONES: Record<OwnOrder['state'], Tone> = {
  draft: 'turquoise',
  awaiting_payment: 'turquoise',
  paid: 'green',
  partially_refunded: 'green',
  refunded: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** Where the checkout of an order goes on, in this market or the other one. */
export function useCheckoutOf(): (
  order: Pick<OwnOrder, 'item' | 'order_number' | 'product'>,
) => string {
  const { market, framed, sites } = useShell()
  const paths = usePaths()
  return ({ item, order_number: number, product }) => {
    const checkout =
      item.market === market
        ? paths.checkout(item.slug)
        : `${sites[item.market] ?? ''}${framed ? '/market' : ''}/checkout/${item.slug}`
    return product ? `${checkout}?order=${number}` : checkout
  }
}

/**
 * One order: what, when, how much, how it stands; its lines open below. An open one can still be
 * paid.
 */
export function OrderRow({ order }: { order: OwnOrder }) {
  const { t } = useWords()
  const dates = useDates()
  const { market, framed, sites } = useShell()
  const paths = usePaths()
  const { item, product } = order
  const name = product?.name ?? item.name
  const pay = useCheckoutOf()(order)
  const install =
    item.market === market
      ? paths.install(item.slug)
      : `${sites[item.market] ?? ''}${framed ? '/market' : ''}/install/${item.slug}`
  const total = amountText(order.total, order.currency)
  const facts = [
    { label: t('orders.number'), value: order.order_number },
    ...(product
      ? [
          {
            label: t('in_app.inside', { app: item.name }),
            value: t('in_app.line', { product: product.name, count: product.quantity }),
          },
        ]
      : order.plan === ''
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
  return (
    <li className="border-line p-4 not-first:border-t md:p-5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 md:grid-cols-[auto_minmax(0,1fr)_7rem_9.5rem] lg:grid-cols-[auto_minmax(0,1fr)_8rem_11rem_11rem]">
        {item.market === 'theme' ? (
          <ThemeIcon colour="currentColor" size={48} className="text-turquoise" />
        ) : (
          <AppIcon src={item.icon} name={item.name} size={48} />
        )}
        <div className="min-w-0">
          <h2 className="type-label line-clamp-2 wrap-anywhere-safe">{name}</h2>
          <p className="type-sm text-ink2 wrap-anywhere-safe">
            {product && (
              <>
                {t('in_app.inside', { app: item.name })}
                {' · '}
              </>
            )}
            <time dateTime={order.created_at}>{dates.day(order.created_at)}</time>
            {' · '}
            <bdi dir="ltr">{order.order_number}</bdi>
          </p>
        </div>
        <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-2.5 md:contents">
          <p className="type-body strong figures md:text-end">
            <Amount text={total} />
          </p>
          <p className="md:justify-self-end lg:justify-self-start lg:ps-6">
            <Badge tone={TONES[order.state]}>{t(`orders.state.${order.state}`)}</Badge>
          </p>
          {order.may_pay && order.available && (
            <p className="md:col-start-2 lg:col-start-auto lg:justify-self-end">
              <LinkButton href={pay} size="small" aria-label={t('orders.pay_of', { item: name })}>
                {t('orders.pay')}
              </LinkButton>
            </p>
          )}
          {order.state === 'paid' && order.available && !product && (
            <p className="md:col-start-2 lg:col-start-auto lg:justify-self-end">
              <LinkButton
                href={install}
                size="small"
                kind="secondary"
                aria-label={t('orders.open_of', { item: item.name })}
              >
                {t('orders.open')}
              </LinkButton>
            </p>
          )}
        </div>
      </div>
      {order.use_ends_at && (
        <p className="type-sm mt-2 ms-16">
          {t('orders.use_ends', { item: item.name, day: dates.day(order.use_ends_at) })}
        </p>
      )}
      <details className="mt-2 ms-16">
        <summary
          className="link type-sm inline-flex min-h-8 items-center"
          aria-label={t('orders.details_of', { number: order.order_number })}
        >
          {t('orders.details')}
        </summary>
        <FactList facts={facts} className="mt-2 max-w-130" />
        {order.receipt && (
          <p className="type-sm mt-3">
            <ReceiptLink orderNumber={order.order_number}>{t('orders.receipt')}</ReceiptLink>
          </p>
        )}
      </details>
    </li>
  )
}
