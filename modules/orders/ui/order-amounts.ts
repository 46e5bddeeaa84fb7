import type { Translate } from '#lib/locale.ts'
import { type Currency, formatAmount, toMinor } from '#lib/money.ts'
import type { SummaryLine } from '#ui/order-summary.tsx'
import type { MessageKey } from '#locales/keys.ts'
import type { InstallmentOffer } from '../card-contract.ts'
import type { Order } from '../contract.ts'

/** Major units → "₺249,90". */
export const amountText = (amount: number, currency: Currency): string =>
  formatAmount(toMinor(amount, currency) ?? 0, currency)

/** The lines above the total. Discounts have a minus sign (U+2212). */
export function orderLines(
  order: Pick<
    Order,
    'subtotal' | 'discount' | 'tax' | 'tax_rate' | 'tax_exemption' | 'coupon_code' | 'currency'
  > & { lines?: readonly Pick<Order, 'tax_rate'>[] },
  t: T,
): SummaryLine[] {
  return [
    { label: t('checkout.subtotal'), amount: amountText(order.subtotal, order.currency) },
    ...(order.discount > 0
      ? [
          {
            label: order.coupon_code
              ? t('checkout.discount_coupon', { code: order.coupon_code })
              : t('checkout.discount'),
            amount: amountText(-order.discount, order.currency),
            discount: true,
          },
        ]
      : []),
    {
      label:
        order.tax_exemption !== null
          ? t(`checkout.${order.tax_exemption}`)
          : order.lines?.some((line) => line.tax_rate !== order.tax_rate)
            ? t('checkout.tax_of_several')
            : t('checkout.tax', { rate: order.tax_rate }),
      amount: amountText(order.tax, order.currency),
    },
  ]
}

/** The surcharge line, if there is one. */
export const installmentLines = (
  parts: Pick<InstallmentOffer, 'count' | 'surcharge'> | null,
  currency: Currency,
  t: T,
): SummaryLine[] =>
  parts && parts.surcharge > 0
    ? [
        {
          label: t('pay.parts.line', { count: parts.count }),
          amount: amountText(parts.surcharge, currency),
        },
      ]
    : []

/** Identifies an installment quote by card and total; answers for others are outdated. */
export const installmentKey = (card: string, order: Pick<Order, 'total'>): string =>
  `${card} ${order.total}`

/** The translator of the page. */
export type T = Translate<MessageKey>
