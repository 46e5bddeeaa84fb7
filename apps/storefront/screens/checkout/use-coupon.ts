import { useEffect, useEffectEvent, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import type { Order } from '#modules/orders/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { COUPON_FIELD } from '#modules/orders/ui/payment-form.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import type { CheckoutAnswer } from './pay-checkout.ts'

/**
 * The coupon of the checkout: applied and taken off beside the page, so that nothing typed is lost.
 * `answer`: the page's own, without a script.
 */
export function useCoupon(
  order: Order,
  answer: CheckoutAnswer | undefined,
  onAnswer: (answer: CheckoutAnswer) => void,
) {
  const { t, locale } = useWords()
  const fetcher = useFetcher<CheckoutAnswer>()
  const { data } = fetcher
  const take = useEffectEvent(onAnswer)
  useEffect(() => {
    if (data) take(data)
  }, [data])
  const last = data ?? (answer?.kind === 'coupon' ? answer : undefined)
  return {
    Form: fetcher.Form,
    submit(event: FormEvent<HTMLFormElement>) {
      const field = event.currentTarget.elements.namedItem(COUPON_FIELD)
      if (
        fetcher.state === 'idle' &&
        !(field instanceof HTMLInputElement && field.value.trim() === '')
      )
        return
      event.preventDefault()
      if (field instanceof HTMLInputElement) field.focus()
    },
    field: {
      applied:
        order.coupon_code === null
          ? null
          : {
              code: order.coupon_code,
              saves: t('coupon.saves', {
                amount: isolated(amountText(order.discount, order.currency), locale),
              }),
            },
      error: last?.message ?? null,
      typed:
        answer?.kind === 'coupon' && answer.message !== null
          ? (answer.given[COUPON_FIELD] ?? '')
          : '',
      busy: fetcher.state !== 'idle',
      answered: data !== undefined,
      t,
    },
  }
}
