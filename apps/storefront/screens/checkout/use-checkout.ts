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
  firstStep,
} from '#modules/orders/ui/payment-form.ts'
import { inputName, ORDER_STEPS_FIELD } from '#modules/installs/ui/read-inputs.ts'
import { systemClock } from '#lib/clock.ts'
import { directionOf } from '#lib/locale.ts'
import { fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { openBankWindow, usePaymentHint } from '../../bank-window.ts'
import { fieldMessages } from '../../field-messages.ts'
import { useWords } from '../../messages.tsx'
import { usePolling } from '../../polling.ts'
import { useShell } from '../../shell.tsx'
import { usePlanChoices } from '../install/plan-choices.ts'
import type { CheckoutData } from './load-checkout.ts'
import { CHOOSE_ITEMS, findBundleMistakes } from './bundle-fields.ts'
import type { BundlePart } from './bundle-part.ts'
import { findPlanMistakes } from './plan-fields.ts'
import type { CheckoutAnswer } from './pay-checkout.ts'
import { resultPath } from '../../paths.ts'
import { amountText, installmentKey } from '#modules/orders/ui/order-amounts.ts'
import { isolated } from '../../item-card.tsx'
import type { InstallmentOffer } from '#modules/orders/card-contract.ts'

type Status = AnswerOf<typeof getOrderStatus>
const POLL_MS = 2_000
const isSettled = (status: Status) => status.data.outcome !== 'in_progress'

/** The checkout page's state besides its fields. */
const TAX_FACTS = ['country', 'invoice_type', 'tax_number', 'vat_status'] as const

export function useCheckout(page: CheckoutData, form: RefObject<HTMLFormElement | null>) {
  const { t, locale } = useWords()
  const { framed, store } = useShell()
  const answer = useActionData<CheckoutAnswer>()
  const busy = useNavigation().state !== 'idle'
  const navigate = useNavigate()
  const quote = useFetcher<CheckoutAnswer>()
  const bankWindow = useRef<Window | null>(null)
  // The result of an earlier wait does not apply to the next.
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
  // Valid for one submission of the form.
  const hasToken = useRef(false)

  const coupon = useCoupon(order, answer, (given) => {
    if (given.order) setOrder(given.order)
    if (given.kind === 'waiting') setWaiting(true)
  })

  const choices = usePlanChoices(page.plan?.changes ?? [], answer)
  const check = useFormCheck({
    form,
    answer,
    find: (values) => ({
      ...(page.plan && findPlanMistakes(values, page.plan, choices.orderSteps)),
      ...(page.bundle && findBundleMistakes(values, page.bundle.items)),
      ...findMistakes(values, consentsFor(values, page.consents, addresses), systemClock.now()),
    }),
    told: firstStep,
    model: `${chosen} ${card}`,
  })
  const { announce } = check
  const messages = fieldMessages(t, check.fieldErrors, labelOf)
  // Without saved addresses there is no list to lead to.
  const list = messages.list.map((one) =>
    addresses.length === 0 && one.fieldId === fieldId('address_id')
      ? { ...one, fieldId: 'address-heading' }
      : one,
  )

  function labelOf(name: string) {
    const item = page.bundle?.items.find(({ id }) => name.split('.').includes(id))
    if (item) return t('bundle.of_item', { item: item.name, what: bundleLabelOf(item, name) })
    if (name.startsWith('consent.')) return t(`checkout.label.${name.slice(8) as ConsentKind}`)
    if (name === ORDER_STEPS_FIELD) return t('order_steps.title')
    const input = page.plan?.inputs.find((field) => inputName(field) === name)
    if (input) return input.title
    if (name === CARD_ID) return t('pay.card.choose')
    if (name === INSTALLMENTS) return t('pay.parts')
    return name === 'address_id'
      ? t('checkout.address')
      : t(`checkout.${name}` as 'checkout.card.number')
  }

  function bundleLabelOf({ plan }: BundlePart['items'][number], name: string) {
    const input = plan?.inputs.find((field) => inputName(field) === name)
    if (input) return input.title
    return t(name.startsWith('consent.') ? 'checkout.label.permissions' : 'order_steps.title')
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

  /** A refused card is not retried: its fields are cleared, and a saved one is deselected. */
  function anotherCard() {
    setCardRound((count) => count + 1)
    setFirstDigits('')
    setCard(NEW_CARD)
  }

  // A new response replaces the messages shown before; typed values stay.
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
      // The frame keeps its session in memory, so it stays in this document; outside, the result
      // page has another CSP (D22).
      if (framed) void navigate(path, { replace: true })
      else window.location.replace(path)
      return
    }
    setWaiting(false)
    announce()
    // A refused card must be entered again; if the bank was not reached, everything stays.
    if (outcome === 'failed') anotherCard()
    setMessage(
      outcome === 'failed'
        ? words
        : t(challenged ? 'checkout.challenge_left' : 'checkout.not_arrived'),
    )
  }, [poll.answer, waiting, framed, navigate, order.order_number, challenged, announce, t])

  // Returning from the bank may restore the page with its disabled button; load its current state.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    // Submit immediately when the token is set: React's state may be older.
    const withToken = hasToken.current
    hasToken.current = false
    if (busy || (asking && !withToken)) return event.preventDefault()
    if (isChoosing(event)) return
    setMessage(null)
    if (!check.submit()) return event.preventDefault()
    const ours = page.means.card_fields === 'ours' || order.total === 0
    // For saved cards, the bank is always asked.
    const asksBank = event.currentTarget.elements.namedItem(
      cardField('secure_3d'),
    ) as HTMLInputElement | null
    if (framed && !withToken && (card !== NEW_CARD || !ours || asksBank?.checked))
      bankWindow.current = openBankWindow(t('checkout.bank_window'), directionOf(locale))
    if (ours || page.means.card_fields === 'page' || card !== NEW_CARD || withToken) return
    // The window was opened in the click event (D20); now request a token from the gateway's
    // fields, and submit with it.
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
    // Its tax depends on these: update the total before submission.
    if (!address || TAX_FACTS.every((name) => address[name] === now?.[name])) return
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
    choices,
    errors: messages.errors,
    list,
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

/** Whether the button chooses the items of a bundle, for which nothing must be complete. */
const isChoosing = ({ nativeEvent }: FormEvent<HTMLFormElement>) =>
  nativeEvent instanceof SubmitEvent &&
  nativeEvent.submitter instanceof HTMLButtonElement &&
  nativeEvent.submitter.value === CHOOSE_ITEMS

/** `changed` is translated where the totals are known. */
const messageOf = ({ kind, message }: CheckoutAnswer): string | null =>
  // A coupon's error is shown at its field.
  kind === 'coupon' ? null : (message ?? (kind === 'changed' ? 'changed' : null))

const isWaiting = (answer: CheckoutAnswer) =>
  answer.kind === 'waiting' || answer.kind === 'challenge'

const withSaved = (addresses: readonly Address[], saved: Address | null | undefined): Address[] =>
  saved ? [saved, ...addresses.filter((one) => one.id !== saved.id)] : [...addresses]

/**
 * Moves the focus when its element is replaced: to the bank's message when it replaces the form, to
 * the card when the buyer wants another one. Errors take the focus themselves (`ErrorSummary`).
 */
function usePlaces(waiting: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const was = useRef(waiting)
  const [toCard, setToCard] = useState(0)
  useEffect(() => {
    const began = waiting && !was.current
    was.current = waiting
    // Not after a full load, which is read from the top.
    if (began) panel.current?.focus()
  }, [waiting])
  useEffect(() => {
    if (toCard > 0) cardPlace()?.focus()
  }, [toCard])
  return { panel, goToCard: () => setToCard((count) => count + 1) }
}

/**
 * The selected card when there are several, or the number field when it is ours; otherwise the
 * heading over the gateway's fields.
 */
const cardPlace = (): HTMLElement | null =>
  [`input[name="${CARD_ID}"]:checked`, `input[name="${cardField('number')}"]`, '#card-heading']
    .map((place) => document.querySelector<HTMLElement>(place))
    .find((place) => place !== null) ?? null

/**
 * Applies and removes the coupon without a page load, so that typed values stay. `answer`: the
 * response without a script.
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

/** Number of digits that identify a card's terms. */
const ENOUGH = 8

/**
 * The installments for the selected or typed card; requested again for another card, another total,
 * or a new response. For the preselected card the page may have loaded them. Only the first digits
 * of a typed card are sent. Without a script, payment is in full.
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
  /** Offers loaded with the page. */
  known: Told | null
  /** The gateway supports installments. */
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
  // Offers for another card do not apply to this one.
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
    /** A single offer is no choice. */
    offers: offers.length > 1 ? offers : [],
    asking: asked !== null && current === null,
    silent: current !== null && current.offers === null,
    count: chosen?.count ?? 1,
    choose: setCount,
    /** The selected offer, unless it is payment in full. */
    parts: chosen !== null && chosen.count > 1 ? chosen : null,
    /** The charged amount, in major units. */
    charged: chosen?.total ?? order.total,
  }
}
