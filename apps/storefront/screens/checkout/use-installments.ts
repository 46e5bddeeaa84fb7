import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { installmentKey } from '#modules/orders/ui/order-amounts.ts'
import type { InstallmentOffer } from '#modules/orders/card-contract.ts'
import type { Order } from '#modules/orders/contract.ts'
import type { CheckoutAnswer } from './pay-checkout.ts'

interface Told {
  asked: string
  offers: readonly InstallmentOffer[] | null
}

/** A bank knows a card's terms by so many digits. */
const ENOUGH = 8

/**
 * In how many parts the card may pay that the buyer chose or is typing: asked anew for another
 * card, another total, another answer of the server; of the card that is chosen at first the page
 * may know. Of a typed card only the first digits leave the field. Whoever has no script pays at
 * once.
 */
export function useInstallments({
  order,
  known,
  offered,
  savedCard,
  firstDigits,
  store,
  answer,
}: {
  order: Order
  /** What the page was told. */
  known: Told | null
  /** The gateway lets cards pay in parts. */
  offered: boolean
  savedCard: string | null
  firstDigits: string
  store: string
  answer: CheckoutAnswer | undefined
}) {
  const quote = useFetcher<CheckoutAnswer>()
  const [count, setCount] = useState(1)
  const card = savedCard ?? (firstDigits.length >= ENOUGH ? firstDigits : null)
  const asked = offered && card !== null && order.total > 0 ? installmentKey(card, order) : null
  // What was told of another card says nothing of this one.
  const [told, setTold] = useState<Told | null>(known)

  const ask = useEffectEvent(() => {
    setCount(1)
    if (asked === null || card === null) return
    if (asked === known?.asked && told === known && answer === undefined) return
    const which = savedCard === null ? 'first_digits' : 'saved_card_id'
    void quote.submit(
      { intent: 'parts', order: order.order_number, store, asked, [which]: card },
      { method: 'post' },
    )
  })
  useEffect(() => ask(), [asked, answer])
  useEffect(() => {
    if (quote.data?.kind === 'parts')
      setTold({ asked: quote.data.given.asked ?? '', offers: quote.data.offers })
  }, [quote.data])

  const current = told !== null && told.asked === asked ? told : null
  const offers = current?.offers ?? []
  const chosen = offers.find((offer) => offer.count === count) ?? null
  return {
    /** Nothing to choose from where there is one way only. */
    offers: offers.length > 1 ? offers : [],
    asking: asked !== null && current === null,
    silent: current !== null && current.offers === null,
    count: chosen?.count ?? 1,
    choose: setCount,
    /** The chosen way, when it is not to pay at once. */
    parts: chosen !== null && chosen.count > 1 ? chosen : null,
    /** What the card is charged, major units. */
    charged: chosen?.total ?? order.total,
  }
}

export type Parts = ReturnType<typeof useInstallments>
