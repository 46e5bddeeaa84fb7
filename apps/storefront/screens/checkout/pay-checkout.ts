import { data } from 'react-router'
import { quoteInstallments, type InstallmentOffer } from '#modules/orders/card-contract.ts'
import {
  addAddress,
  calculatePrice,
  getOrderStatus,
  listAddresses,
  payOrder,
  updateAddress,
  type Address,
  type Order,
} from '#modules/orders/contract.ts'
import { INSTALLMENTS, readMeans, text } from '#modules/orders/ui/card-form.ts'
import {
  COUPON_FIELD,
  fieldOfInput,
  consentsFor,
  findMistakes,
  firstStep,
  isFreeForm,
  isSameAddress,
  keepable,
  NEW_ADDRESS,
  readAddress,
  readConsents,
} from '#modules/orders/ui/payment-form.ts'
import type { PermissionCode } from '#lib/market.ts'
import { systemClock } from '#lib/clock.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { goTo } from '../../go-to.ts'
import { loadWords } from '../../messages.tsx'
import { forStoreOf, type ScreenContext } from '../../screen-context.ts'
import { resultPath } from '../../paths.ts'
import { CHOOSE_ITEMS } from './bundle-fields.ts'
import { findConsents } from './load-checkout.ts'
import { readPermissions } from './plan-fields.ts'
import type { Purchase } from './purchase.ts'

/** The response to a submission; a successful payment redirects instead. */
export interface CheckoutAnswer {
  kind:
    | 'refused'
    | 'changed'
    | 'declined'
    | 'challenge'
    | 'waiting'
    | 'quote'
    | 'coupon'
    | 'parts'
    | 'items'
  /** Title of the error summary; null: the number of fields to correct. */
  message: string | null
  fieldErrors: FieldErrors
  /** Newer than the page's. */
  order: Order | null
  address: Address | null
  challengeUrl: string | null
  /** Installments for the requested card; null when unavailable. */
  offers: readonly InstallmentOffer[] | null
  /** Idempotency key for the next submission: a new one after a final answer. */
  key: string | null
  given: Record<string, string>
  /** Optional permissions of the plan that were not allowed. */
  refused: PermissionCode[]
  /** The response was lost; set in the browser. */
  lost: boolean
}

type Found = Partial<CheckoutAnswer> & Pick<CheckoutAnswer, 'kind'>

/**
 * Submits checkout: validation, address, price, payment, in this order; each step may end it with a
 * message.
 */
export async function payCheckout(
  screen: ScreenContext,
  form: FormData,
  /** Not needed to change the price. */
  findPurchase: () => Promise<Purchase>,
) {
  const answer = (found: Found, status = 200) =>
    data<CheckoutAnswer>(
      {
        message: null,
        fieldErrors: {},
        order: null,
        address: null,
        challengeUrl: null,
        offers: null,
        key: crypto.randomUUID(),
        lost: false,
        given: keepable(form),
        refused: readPermissions(form).refused,
        ...found,
      },
      { status },
    )
  const refused = (error: ErrorFacts, more: Partial<CheckoutAnswer> = {}) =>
    answer({ kind: 'refused', message: error.message, ...more }, error.statusCode)
  const orderNumber = text(form, 'order')

  if (text(form, 'intent') === 'quote') {
    const quote = await screen.attempt(calculatePrice, {
      params: { order_number: orderNumber },
      body: { address_id: text(form, 'address_id'), coupon_code: text(form, COUPON_FIELD) },
      ...forStoreOf(form),
    })
    return answer({
      kind: 'quote',
      order: quote.ok ? quote.answer.data : null,
      key: null,
      given: {},
    })
  }

  if (text(form, 'intent') === 'parts') {
    const digits = text(form, 'first_digits')
    const quote = await screen.attempt(quoteInstallments, {
      params: { order_number: orderNumber },
      body:
        digits === '' ? { saved_card_id: text(form, 'saved_card_id') } : { first_digits: digits },
      ...forStoreOf(form),
    })
    const offers = quote.ok ? quote.answer.data.offers : null
    return answer({ kind: 'parts', offers, key: null, given: { asked: text(form, 'asked') } })
  }

  if (text(form, 'intent') === 'coupon') {
    const changed = await screen.attempt(calculatePrice, {
      params: { order_number: orderNumber },
      body: { coupon_code: text(form, COUPON_FIELD) },
      ...forStoreOf(form),
    })
    if (changed.ok)
      return answer({ kind: 'coupon', order: changed.answer.data, key: null, given: {} })
    return changed.error.code === 'checkout.payment_in_flight'
      ? answer({ kind: 'waiting' })
      : answer(
          { kind: 'coupon', message: changed.error.message, key: null },
          changed.error.statusCode,
        )
  }

  // The page's address has the choice; the answer, what was typed.
  if (text(form, 'intent') === CHOOSE_ITEMS) return answer({ kind: 'items' })

  const purchase = await findPurchase()
  const { bought } = purchase
  const { t } = await loadWords(screen.locale, screen.branding.words)
  const { data: addresses } = await screen.call(listAddresses)
  const boxes = consentsFor(
    form,
    await findConsents(screen, { ...bought, order_number: orderNumber }, purchase.permissions),
    addresses,
  )
  const fieldErrors = firstStep({
    ...purchase.mistakes,
    ...findMistakes(form, boxes, systemClock.now()),
  })
  if (Object.keys(fieldErrors).length > 0) return answer({ kind: 'refused', fieldErrors }, 422)

  const saved = isFreeForm(form) ? NO_ADDRESS : await saveAddress(screen, form)
  if (!saved.ok) {
    const told = fieldErrorsOf(saved.error, 'address', text(form, 'address.country'))
    return Object.keys(told).length > 0
      ? answer({ kind: 'refused', fieldErrors: told }, saved.error.statusCode)
      : refused(saved.error)
  }
  const { address, addressId } = saved

  const priced = await screen.attempt(calculatePrice, {
    params: { order_number: orderNumber },
    body: {
      ...(addressId !== null && { address_id: addressId }),
      coupon_code: text(form, COUPON_FIELD),
    },
    ...forStoreOf(form),
  })
  if (!priced.ok) return afterRefusal(priced.error)
  const order = priced.answer.data
  if (order.total !== Number(text(form, 'order_total')))
    return answer({ kind: 'changed', order, address }, 409)

  const consents = readConsents(form, boxes)
  const planned = await purchase.plan(consents)
  if (planned) return refused(planned.error, { order, address, fieldErrors: planned.fieldErrors })

  const paid = await attemptPayment(screen, form, order, consents)
  if (paid === null) return answer({ kind: 'waiting', order, address, key: text(form, 'key') })
  if (!paid.ok) return afterRefusal(paid.error)
  switch (paid.answer.state) {
    case 'paid':
      // A free order has no payment result.
      throw order.total === 0
        ? goTo(purchase.freePath, { status: 303 })
        : leave(resultPath(screen.framed, 'success', order.order_number))
    case 'challenge': {
      const url = paid.answer.challenge?.url ?? null
      // Outside the frame the bank's page replaces ours; inside, the window opened by the click
      // navigates there (D20).
      if (url !== null && !screen.framed) throw goTo(url, { external: true, status: 303 })
      return answer({ kind: 'challenge', challengeUrl: url, order, address })
    }
    case 'declined':
      // S8.10, with the reason.
      return answer(
        {
          kind: 'declined',
          message: [t('errors.checkout.order_not_completed'), paid.answer.declined?.message]
            .filter(Boolean)
            .join('. '),
          order,
          address,
        },
        402,
      )
    case 'pending':
      return answer({ kind: 'waiting', order, address })
  }

  function leave(path: string) {
    return goTo(path, { status: 303, document: !screen.framed })
  }

  /**
   * A double submission, an old tab, the back button: shows the current state, and never pays
   * twice.
   */
  async function afterRefusal(error: ErrorFacts) {
    if (error.code === 'checkout.payment_in_flight')
      return answer({ kind: 'waiting', address, key: text(form, 'key') })
    if (error.code === 'checkout.coupon_invalid' || error.code === 'checkout.coupon_ended') {
      const without = await screen.attempt(calculatePrice, {
        params: { order_number: orderNumber },
        body: {},
      })
      const order = without.ok ? without.answer.data : await purchase.reopen()
      return answer(
        { kind: 'changed', message: t('errors.checkout.coupon_ended'), order, address },
        409,
      )
    }
    // Only the app can request its order again.
    if (error.code === 'checkout.total_changed' && bought.product)
      return refused(error, { message: t('in_app.price_changed', { app: purchase.name }), address })
    if (error.code === 'checkout.total_changed') {
      const order = await purchase.reopen()
      // The order's total is unchanged, so the installments changed.
      const words =
        order.total === Number(text(form, 'order_total')) ? { message: error.message } : {}
      return answer({ kind: 'changed', order, address, ...words }, 409)
    }
    if (error.code === 'checkout.order_not_payable' || error.code === 'checkout.order_not_found') {
      const status = await screen.attempt(getOrderStatus, { params: { order_number: orderNumber } })
      if (status.ok && status.answer.data.outcome === 'confirmed')
        throw leave(resultPath(screen.framed, 'success', orderNumber))
      if (bought.product)
        return refused(error, { message: t('in_app.over', { app: purchase.name }), address })
      if (bought.subscription)
        return refused(error, { message: t('checkout.subscription.over'), address })
      return answer(
        {
          kind: 'changed',
          message: t('checkout.renewed'),
          order: await purchase.reopen(),
          address,
        },
        409,
      )
    }
    return refused(error, { fieldErrors: fieldErrorsOf(error, 'payment', ''), address })
  }
}

/** An operation's field errors, by the page's field names. */
const fieldErrorsOf = (
  error: ErrorFacts,
  operation: 'address' | 'payment',
  country: string,
): FieldErrors =>
  Object.fromEntries(
    // Installments are selected again automatically; the message over the form explains it.
    Object.entries(error.fieldErrors ?? {})
      .filter(([path]) => path !== INSTALLMENTS)
      .map(([path, message]) => [fieldOfInput(path, operation, country), message]),
  )

type Saved =
  | { ok: true; addressId: string | null; address: Address | null }
  | { ok: false; error: ErrorFacts }
const NO_ADDRESS: Saved = { ok: true, addressId: null, address: null }

/** The invoice address: saved, changed or new (the same form sent twice saves it once). */
async function saveAddress(screen: ScreenContext, form: FormData): Promise<Saved> {
  const editing = text(form, 'editing')
  const chosen = text(form, 'address_id')
  if (editing === '' && chosen !== NEW_ADDRESS)
    return { ok: true, addressId: chosen, address: null }
  const body = readAddress(form)
  if (editing === '') {
    const { data: saved } = await screen.call(listAddresses)
    const same = saved.find((one) => isSameAddress(one, body))
    if (same) return { ok: true, addressId: same.id, address: same }
  }
  const result =
    editing === ''
      ? await screen.attempt(addAddress, { body, ...forStoreOf(form) })
      : await screen.attempt(updateAddress, { params: { id: editing }, body, ...forStoreOf(form) })
  return result.ok
    ? { ok: true, addressId: result.answer.data.id, address: result.answer.data }
    : result
}

/** Null after an error of ours: the bank may have charged, so the page polls for the outcome. */
async function attemptPayment(
  screen: ScreenContext,
  form: FormData,
  order: Order,
  consents: ReturnType<typeof readConsents>,
) {
  try {
    return await screen.attempt(payOrder, {
      params: { order_number: order.order_number },
      headers: { 'idempotency-key': text(form, 'key') },
      body: {
        total: Number(text(form, 'total')),
        ...(order.total > 0 && readMeans(form)),
        consents,
        framed: screen.framed,
      },
      ...forStoreOf(form),
    })
  } catch (error) {
    screen.report(error)
    return null
  }
}
