import type { DatabaseSync } from 'node:sqlite'
import { newId } from '../../lib/ids.ts'
import { brandOf, planOf, type CardPlan } from './cards.ts'
import type { PaymentRow } from './payment-rows.ts'
import type { SavedCardRef, StartInput } from './schemas.ts'
import type { Keys } from './signing.ts'

/** One row of `cards`. */
export interface KeptCardRow {
  card_token: string
  customer_ref: string
  card_hash: string
  plan: string
  brand: string
  first_digits: string
  last_four: string
  expiry_month: number
  expiry_year: number
  /** How many payments with it its holder has confirmed in a challenge. */
  holder_payments: number
  created_at: number
}

/** What the merchant is told of it. */
export type KeptCard = KeptCardRow & { fingerprint: string }

/** Waits with the payment until it is paid. */
export interface KeepWish {
  customer_ref?: string
  first_digits: string
  expiry_month: number
  expiry_year: number
}

/**
 * What pays: a card that was typed, or one that is kept; the number itself goes no further than
 * here.
 */
export interface Means {
  plan: CardPlan | null
  brand: string
  firstDigits: string
  lastFour: string
  cardHash: string
  expiryMonth: number
  expiryYear: number
  /** Null for a kept card: its code is asked for by nobody. */
  cvc: string | null
  kept: Pick<KeptCardRow, 'card_token' | 'holder_payments'> | null
}

/** The cards that the bank keeps for the merchant's customers. */
export function keptCards(db: DatabaseSync, keys: Keys) {
  const find = db.prepare(
    'SELECT * FROM cards WHERE customer_ref = :customer_ref AND card_token = :card_token',
  )
  const hasCustomer = db.prepare('SELECT 1 FROM cards WHERE customer_ref = ? LIMIT 1')
  const insert =
    db.prepare(`INSERT INTO cards (card_token, customer_ref, card_hash, plan, brand, first_digits, last_four, expiry_month,
      expiry_year, created_at)
    VALUES (:card_token, :customer_ref, :card_hash, :plan, :brand, :first_digits, :last_four, :expiry_month, :expiry_year, :created_at)
    ON CONFLICT (customer_ref, card_hash) DO UPDATE SET expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year
    RETURNING card_token`)
  const byToken = db.prepare('SELECT * FROM cards WHERE card_token = ?')
  const remove = db.prepare(
    'DELETE FROM cards WHERE customer_ref = :customer_ref AND card_token = :card_token',
  )

  const countHolderPayment = db.prepare(
    'UPDATE cards SET holder_payments = holder_payments + 1 WHERE card_token = ?',
  )

  const byRef = (ref: SavedCardRef) => find.get({ ...ref }) as KeptCardRow | undefined

  return {
    byRef,
    byToken(token: string): KeptCard | undefined {
      const kept = byToken.get(token) as KeptCardRow | undefined
      return kept && { ...kept, fingerprint: keys.cardFingerprint(kept.card_hash) }
    },
    /** True when there was one. */
    forget: (ref: SavedCardRef) => Number(remove.run({ ...ref }).changes) === 1,

    /** Null when the card should be kept here and is not. */
    meansOf({ card, saved_card: saved }: Pick<StartInput, 'card' | 'saved_card'>): Means | null {
      if (card) {
        return {
          plan: planOf(card.number),
          brand: brandOf(card.number),
          firstDigits: card.number.slice(0, 8),
          lastFour: card.number.slice(-4),
          cardHash: keys.cardHash(card.number),
          expiryMonth: card.expiry_month,
          expiryYear: card.expiry_year,
          cvc: card.cvc,
          kept: null,
        }
      }
      const kept = saved && byRef(saved)
      return kept
        ? {
            plan: JSON.parse(kept.plan) as CardPlan,
            brand: kept.brand,
            firstDigits: kept.first_digits,
            lastFour: kept.last_four,
            cardHash: kept.card_hash,
            expiryMonth: kept.expiry_month,
            expiryYear: kept.expiry_year,
            cvc: null,
            kept,
          }
        : null
    },

    /**
     * Keeps the card of a payment; the same card of the same customer is kept once. A customer
     * nobody knows becomes a new one.
     */
    keep(
      { plan, brand, last_four, card_hash }: PaymentRow,
      { customer_ref: given, ...wish }: KeepWish,
      now: number,
    ): string {
      const customer_ref = given && hasCustomer.get(given) ? given : newId('cus')
      const row = {
        card_token: newId('crd'),
        customer_ref,
        plan,
        brand,
        last_four,
        card_hash,
        ...wish,
        created_at: now,
      }
      return (insert.get(row) as { card_token: string }).card_token
    },

    countHolderPayment(token: string): void {
      countHolderPayment.run(token)
    },
  }
}

export type KeptCards = ReturnType<typeof keptCards>
