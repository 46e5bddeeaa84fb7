import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActionData, useFetcher, useNavigate, useNavigation } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import type { Address, Order, getOrderStatus } from '#modules/orders/contract.ts'
import { CARD_ID, INSTALLMENTS, NEW_CARD, cardField } from '#modules/orders/ui/card-form.ts'
import type { CardElement } from '#modules/orders/ui/gateway-script.ts'
import {
  COUPON_FIELD,
  type ConsentKind,
  consentsFor,
  findMistakes,
} from '#modules/orders/ui/payment-form.ts'
import { systemClock } from '#lib/clock.ts'
import { directionOf } from '#lib/locale.ts'
import { useFormCheck } from '#ui/use-form-check.ts'
import { openBankWindow, usePaymentHint } from '../../bank-window.ts'
import { fieldMessages } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'
import { usePolling } from '../../polling.ts'
import { useShell } from '../../shell.tsx'
import type { CheckoutData } from './load-checkout.ts'
import type { CheckoutAnswer } from './pay-checkout.ts'
import { resultPath } from '../../paths.ts'
import { amountText, installmentKey } from '#modules/orders/ui/order-amounts.ts'
import { isolated } from '../../item-card.tsx'
import type { InstallmentOffer } from '#modules/orders/card-contract.ts'

type Status = AnswerOf<typeof getOrderStatus>
const POLL_MS = 2_000
const isSettled = (status: Status) => status.data.outcome !== 'in_progress'

/** Everything the checkout page knows beside what stands in its fields. */
export function useCheckout(page: CheckoutData, form: RefObject<HTMLFormElement | null>) {
  const { t, locale } = useWords()
  const { framed, store } = useShell()
  const answer = useActionData<CheckoutAnswer>()
  const busy = useNavigation().state !== 'idle'
  const navigate = useNavigate()
  const quote = useFetcher<CheckoutAnswer>()
  const bankWindow = useRef<Window | null>(null)
  // What an earlier wait ended with says nothing of the next.
  const told = useRef<Status | null>(null)

  const [order, setOrder] = useState<Order>(answer?.order ?? page.order)
  const addresses = withSaved(page.addresses, answer?.address)
  const [chosen, setChosen] = useState(
    answer?.address?.id ?? answer?.given.address_id ?? page.chosen,
  )
  const [message, setMessage] = useState<string | null>(
    answer
      ? messageOf(answer)
      : page.couponEnded
        ? t('errors.checkout.coupon_ended')
        : page.status.outcome === 'failed'
          ? page.status.message
          : null,
  )
  const [card, setCard] = useState(answer?.given[CARD_ID] ?? page.card)
  const [firstDigits, setFirstDigits] = useState('')
  const [cardRound, setCardRound] = useState(0)
  const [waiting, setWaiting] = useState(
    answer ? isWaiting(answer) : page.status.outcome === 'in_progress',
  )
  const [blocked, setBlocked] = useState(false)
  const places = usePlaces(waiting)
  const gatewayFields = useRef<CardElement | null>(null)
  const [asking, setAsking] = useState(false)
  // For one sending of the form.
  const hasToken = useRef(false)

  const coupon = useCoupon(order, answer, (given) => {
    if (given.order) setOrder(given.order)
    if (given.kind === 'waiting') setWaiting(true)
  })

  const check = useFormCheck({
    form,
    answer,
    find: (values) =>
      findMistakes(values, consentsFor(values, page.consents, addresses), systemClock.now()),
    model: `${chosen} ${card}`,
  })
  const { announce } = check

  function labelOf(name: string) {
    if (name.startsWith('consent.')) return t(`checkout.label.${name.slice(8) as ConsentKind}`)
    if (name === CARD_ID) return t('pay.card.choose')
    if (name === INSTALLMENTS) return t('pay.parts')
    return name === 'address_id'
      ? t('checkout.address')
      : t(`checkout.${name}` as 'checkout.card.number')
  }

  const parts = useInstallments({
    order,
    known: page.parts,
    offered: page.means.installments,
    savedCard: card === NEW_CARD ? null : card,
    firstDigits,
    store: store?.id ?? '',
    answer,
  })

  /**
   * A refused card is not tried again by itself: the fields are empty, and a kept one makes way for
   * another.
   */
  function anotherCard() {
    setCardRound((count) => count + 1)
    setFirstDigits('')
    setCard(NEW_CARD)
  }

  // A new answer of the server takes the place of what was said before; what was typed stays.
  useEffect(() => {
    if (!answer) return
    setMessage(messageOf(answer))
    setWaiting(isWaiting(answer))
    if (answer.kind === 'declined') anotherCard()
    if (answer.address) setChosen(answer.address.id)
    if (answer.order) setOrder(answer.order)
    if (
      answer.kind === 'challenge' &&
      answer.challengeUrl &&
      bankWindow.current &&
      !bankWindow.current.closed
    ) {
      setBlocked(false)
      bankWindow.current.location.replace(answer.challengeUrl)
    } else {
      setBlocked(answer.kind === 'challenge')
      if (answer.kind !== 'waiting') bankWindow.current?.close()
    }
  }, [answer])

  useEffect(() => {
    if (quote.data?.order) setOrder(quote.data.order)
  }, [quote.data])

  const challenged = answer ? answer.kind === 'challenge' : page.status.attempt === 'challenge'
  const poll = usePolling<Status>(waiting ? `/checkout/status/${order.order_number}` : null, {
    of: order.order_number,
    everyMs: POLL_MS,
    isEnd: isSettled,
  })
  usePaymentHint(order.order_number, poll.again)
  useEffect(() => {
    if (!poll.answer || !waiting || !isSettled(poll.answer) || poll.answer === told.current) return
    told.current = poll.answer
    bankWindow.current?.close()
    const { outcome, message: words } = poll.answer.data
    if (outcome === 'confirmed') {
      const path = resultPath(framed, 'success', order.order_number)
      // The frame keeps its session in memory, so it stays in this document; outside, another page
      // has another policy (D22).
      if (framed) void navigate(path, { replace: true })
      else window.location.replace(path)
      return
    }
    setWaiting(false)
    announce()
    // A refused card is typed anew; what never reached the bank stands as it was.
    if (outcome === 'failed') anotherCard()
    setMessage(
      outcome === 'failed'
        ? words
        : t(challenged ? 'checkout.challenge_left' : 'checkout.not_arrived'),
    )
  }, [poll.answer, waiting, framed, navigate, order.order_number, challenged, announce, t])

  // The way back from the bank may show the page as it was left, locked button and all: what is
  // true now is asked anew.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    // With a token the form goes at once: what React knows of the asking may be older.
    const withToken = hasToken.current
    hasToken.current = false
    if (busy || (asking && !withToken)) return event.preventDefault()
    setMessage(null)
    if (!check.submit()) return event.preventDefault()
    const ours = page.means.card_fields === 'ours' || order.total === 0
    // A kept card is always asked about at the bank.
    const asksBank = event.currentTarget.elements.namedItem(
      cardField('secure_3d'),
    ) as HTMLInputElement | null
    if (framed && !withToken && (card !== NEW_CARD || !ours || asksBank?.checked))
      bankWindow.current = openBankWindow(t('checkout.bank_window'), directionOf(locale))
    if (ours || page.means.card_fields === 'page' || card !== NEW_CARD || withToken) return
    // The window is open, in the press itself (D20); now the gateway's fields are asked for a
    // token, and the form goes with it.
    event.preventDefault()
    void submitWithToken(event.currentTarget)
  }

  async function submitWithToken(sent: HTMLFormElement) {
    setAsking(true)
    const asked = await gatewayFields.current?.token().catch(() => null)
    setAsking(false)
    const place = sent.elements.namedItem(cardField('client_token')) as HTMLInputElement | null
    if (!asked || !place || 'message' in asked) {
      bankWindow.current?.close()
      announce()
      setMessage((asked && 'message' in asked && asked.message) || t('pay.fields.incomplete'))
      return
    }
    place.value = asked.token
    hasToken.current = true
    sent.requestSubmit()
  }

  function choose(id: string) {
    setChosen(id)
    const address = addresses.find((one) => one.id === id)
    const now = addresses.find((one) => one.id === order.address_id)
    // Another country, another tax: the total must not surprise at the button.
    if (!address || address.country === (now?.country ?? 'TR')) return
    const store = form.current?.elements.namedItem('store') as HTMLInputElement | null
    void quote.submit(
      {
        intent: 'quote',
        order: order.order_number,
        address_id: id,
        [COUPON_FIELD]: order.coupon_code ?? '',
        store: store?.value ?? '',
      },
      { method: 'post' },
    )
  }

  return {
    answer,
    order,
    coupon,
    addresses,
    chosen,
    choose,
    card,
    chooseCard: setCard,
    typeCard: setFirstDigits,
    parts,
    ...fieldMessages(t, check.fieldErrors, labelOf),
    message,
    round: check.round,
    cardRound,
    gatewayFields,
    busy: busy || asking,
    submit,
    poll,
    key: answer?.key ?? page.key,
    given: answer && answer.kind !== 'coupon' ? answer.given : {},
    waiting: waiting && {
      challenge: challenged ? { url: answer?.challengeUrl ?? null, blocked } : null,
      lost: answer?.lost ?? false,
      otherCard: challenged
        ? () => {
            bankWindow.current?.close()
            setWaiting(false)
            setMessage(null)
            setCard(NEW_CARD)
            places.goToCard()
          }
        : null,
      panel: places.panel,
    },
  }
}

export type Checkout = ReturnType<typeof useCheckout>

/** `changed` is put into words where the totals are known. */
const messageOf = ({ kind, message }: CheckoutAnswer): string | null =>
  // What is wrong with a coupon stands under its field.
  kind === 'coupon' ? null : (message ?? (kind === 'changed' ? 'changed' : null))

const isWaiting = (answer: CheckoutAnswer) =>
  answer.kind === 'waiting' || answer.kind === 'challenge'

const withSaved = (addresses: readonly Address[], saved: Address | null | undefined): Address[] =>
  saved ? [saved, ...addresses.filter((one) => one.id !== saved.id)] : [...addresses]

/**
 * Where the keyboard and the screen reader go on when what had the focus makes way: to the bank's
 * words when they take the place of the form, to the card when the buyer wants another one. What
 * went wrong takes the focus by itself (`ErrorSummary`).
 */
function usePlaces(waiting: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const was = useRef(waiting)
  const [toCard, setToCard] = useState(0)
  useEffect(() => {
    const began = waiting && !was.current
    was.current = waiting
    // Not on a page that came like this: it is read from its beginning.
    if (began) panel.current?.focus()
  }, [waiting])
  useEffect(() => {
    if (toCard > 0) cardPlace()?.focus()
  }, [toCard])
  return { panel, goToCard: () => setToCard((count) => count + 1) }
}

/**
 * The chosen card where there are several, the number's field where we ask for it; else the heading
 * over the gateway's own fields.
 */
const cardPlace = (): HTMLElement | null =>
  [`input[name="${CARD_ID}"]:checked`, `input[name="${cardField('number')}"]`, '#card-heading']
    .map((place) => document.querySelector<HTMLElement>(place))
    .find((place) => place !== null) ?? null

/**
 * The coupon of the checkout: applied and taken off beside the page, so that nothing typed is lost.
 * `answer`: the page's own, without a script.
 */
function useCoupon(
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
function useInstallments({
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
