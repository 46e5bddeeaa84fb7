import { z } from 'zod'
import {
  type CardSetup,
  GatewayUnavailable,
  type InstallmentOffer,
  type Money,
  type PaymentMethod,
  type SavedCard,
  type SavedCardHandle,
  type SetupOptions,
  type SetupStep,
} from './gateway.ts'
import { brandOf, readAlias, storedCard } from './iyzico-payment.ts'
import {
  type Called,
  cardsAnswer,
  decimalOf,
  installmentAnswer,
  type IyzicoCalls,
  minorOf,
  type PaymentAnswer,
  readRefusal,
} from './iyzico-wire.ts'

const UNKNOWN_CARD_USER = 3_005
const done = z.object({ status: z.literal('success') })
const storedAnswer = z.object({
  status: z.literal('success'),
  cardUserKey: z.string().min(1).max(200),
  cardToken: z.string().min(1).max(200),
  binNumber: z.string().optional(),
  lastFourDigits: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  cardAssociation: z.string().optional(),
})

function answerOf<Answer>(called: Called<Answer>): Answer | null {
  if (called.kind === 'silent') throw new GatewayUnavailable('iyzico', called.reached)
  return called.kind === 'answer' ? called.answer : null
}

/**
 * iyzico has no fingerprints: cards with the same BIN, last four digits and expiry count as one.
 */
const likenessOf = (
  bin: string,
  lastFour: string,
  expiry: { expiryMonth: number; expiryYear: number } | null,
): string =>
  `bin ${bin}, end ${lastFour}, until ${expiry ? `${expiry.expiryMonth}/${expiry.expiryYear}` : 'unknown'}`

/** Cards saved at iyzico for a store (its `cardUserKey`), and installment quotes. */
export function iyzicoCards(calls: IyzicoCalls) {
  const list = (customerRef: string) =>
    calls.post(
      '/cardstorage/cards',
      { locale: 'en', conversationId: 'cards', cardUserKey: customerRef },
      cardsAnswer,
    )
  const find = async ({ customerRef, cardRef }: SavedCardHandle) =>
    answerOf(await list(customerRef))?.cardDetails.find((card) => card.cardToken === cardRef) ??
    null

  return {
    /**
     * The card saved with a payment; null when none was. Its expiry is in our label, which a card
     * saved on iyzico's page does not have.
     */
    async savedCard({
      cardUserKey,
      cardToken,
      cardAssociation,
      lastFourDigits,
      binNumber,
    }: PaymentAnswer): Promise<SavedCard | null> {
      if (cardUserKey === undefined || cardToken === undefined || lastFourDigits === undefined)
        return null
      const handle = { customerRef: cardUserKey, cardRef: cardToken }
      const known = await find(handle).catch(() => null)
      const expiry = readAlias(known?.cardAlias)
      const bin = known?.binNumber ?? binNumber
      return {
        ...handle,
        ...(expiry ?? { expiryMonth: null, expiryYear: null }),
        brand: brandOf(cardAssociation ?? known?.cardAssociation),
        lastFour: lastFourDigits,
        fingerprint: bin === undefined ? null : likenessOf(bin, lastFourDigits, expiry),
      }
    },

    /** True only when iyzico says that it has no such card. */
    async isMissing({ customerRef, cardRef }: SavedCardHandle): Promise<boolean> {
      const listed = await list(customerRef)
      if (listed.kind === 'failure') return listed.errorCode === UNKNOWN_CARD_USER
      return (
        listed.kind === 'answer' &&
        !listed.answer.cardDetails.some((card) => card.cardToken === cardRef)
      )
    },

    async deleteCard({ customerRef, cardRef }: SavedCardHandle): Promise<boolean> {
      const called = await calls.remove(
        '/cardstorage/card',
        { locale: 'en', conversationId: 'delete', cardUserKey: customerRef, cardToken: cardRef },
        done,
      )
      if (called.kind === 'answer') return true
      const listed = await list(customerRef)
      return (
        listed.kind === 'answer' &&
        !listed.answer.cardDetails.some((card) => card.cardToken === cardRef)
      )
    },

    async quoteInstallments(
      card: { firstDigits: string } | SavedCardHandle,
      { amountMinor, currency }: Money,
    ): Promise<InstallmentOffer[]> {
      const whole = [{ count: 1, totalMinor: amountMinor }]
      // Turkish cards have installments in lira only.
      if (currency !== 'TRY') return whole
      const binNumber =
        'firstDigits' in card ? card.firstDigits.slice(0, 8) : (await find(card))?.binNumber
      if (binNumber === undefined) throw new GatewayUnavailable('iyzico', true)
      const price = decimalOf(amountMinor)
      const answer = answerOf(
        await calls.post(
          '/payment/iyzipos/installment',
          { locale: 'en', conversationId: 'installments', binNumber, price, currency },
          installmentAnswer,
        ),
      )
      const offers = (answer?.installmentDetails[0]?.installmentPrices ?? [])
        .map(({ installmentNumber, totalPrice }) => ({
          count: installmentNumber,
          totalMinor: minorOf(totalPrice) ?? -1,
        }))
        .filter((offer) => offer.totalMinor >= amountMinor)
      return offers.length > 0 ? offers.sort((one, other) => one.count - other.count) : whole
    },
  }
}

/**
 * Stores a card without a payment. iyzico checks its number only, without 3-D Secure; asked
 * again, it answers with the same card.
 */
export async function storeCard(
  calls: IyzicoCalls,
  { setupId, buyer }: CardSetup,
  means: PaymentMethod,
  { locale, customerRef }: SetupOptions,
): Promise<SetupStep> {
  if (means.kind !== 'card') return { kind: 'declined', reason: 'not_permitted' }
  const { cardAlias, ...card } = storedCard(means)
  const called = await calls.post(
    '/cardstorage/card',
    {
      locale: locale === 'tr' ? 'tr' : 'en',
      conversationId: setupId,
      ...(customerRef ? { cardUserKey: customerRef } : { email: buyer.email, externalId: setupId }),
      card: { cardAlias, ...card },
    },
    storedAnswer,
  )
  if (called.kind === 'silent')
    return called.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
  if (called.kind === 'failure') {
    const refusal = readRefusal(called)
    if (refusal.kind === 'busy') return { kind: 'unreachable' }
    return refusal.kind === 'declined'
      ? { kind: 'declined', reason: refusal.reason }
      : { kind: 'declined', reason: 'invalid_card' }
  }
  const { cardUserKey, cardToken, binNumber, lastFourDigits, cardAssociation } = called.answer
  const expiry = { expiryMonth: means.expiryMonth, expiryYear: means.expiryYear }
  const lastFour = lastFourDigits ?? means.number.slice(-4)
  return {
    kind: 'saved',
    gatewayRef: cardToken,
    card: {
      customerRef: cardUserKey,
      cardRef: cardToken,
      brand: brandOf(cardAssociation),
      lastFour,
      ...expiry,
      fingerprint: binNumber === undefined ? null : likenessOf(binNumber, lastFour, expiry),
    },
  }
}
