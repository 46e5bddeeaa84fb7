import type { Locale } from '../../lib/locale.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { BankReason, CardPlan } from './cards.ts'
import type { LedgerQuery } from './schemas.ts'

export type State = 'started' | 'challenge' | 'ready' | 'paid' | 'declined' | 'voided'

/** What a payment may become. Money moves on the way to `paid`, and back on the way from it. */
export const TRANSITIONS: Readonly<Record<State, readonly State[]>> = {
  started: ['paid', 'declined', 'voided'],
  challenge: ['ready', 'declined', 'voided'],
  ready: ['paid', 'declined', 'voided'],
  paid: ['voided'],
  declined: [],
  voided: [],
}

/** One row of `payments`; times in milliseconds. */
export interface PaymentRow {
  payment_id: string
  attempt_id: string
  fingerprint: string
  order_number: string
  item_name: string
  amount_minor: number
  currency: string
  installments: number
  state: State
  reason: BankReason | null
  /** JSON of `CardPlan`. */
  plan: string
  brand: string
  last_four: string
  card_hash: string
  challenge_hash: string | null
  challenge_code: string | null
  challenge_status: 'success' | 'failure' | null
  md_status: number | null
  wrong_codes: number
  return_url: string
  notice_url: string
  locale: Locale
  /** JSON of `KeepWish`: the holder wants the card kept when it has paid. */
  keep: string | null
  /** The token under which it was kept. */
  kept_card: string | null
  /** The token of the kept card that pays. */
  paying_card: string | null
  /** 1: only the card is checked and kept, nothing is charged. */
  is_check: number
  created_at: number
  updated_at: number
}

export interface EntryRow {
  entry_id: number
  kind: 'charge' | 'refund' | 'void'
  payment_id: string
  attempt_id: string
  order_number: string
  debit: string
  credit: string
  amount_minor: number
  currency: string
  key: string | null
  created_at: number
}

export interface Change {
  reason?: BankReason
  challenge_status?: 'success' | 'failure'
  md_status?: number
}

export const planFor = (payment: PaymentRow): CardPlan => JSON.parse(payment.plan) as CardPlan

/** Every statement on payments and entries. */
export function paymentRows(db: DatabaseSync) {
  const insertPayment =
    db.prepare(`INSERT INTO payments (payment_id, attempt_id, fingerprint, order_number, item_name,
      amount_minor, currency, installments, state, reason, plan, brand, last_four, card_hash, challenge_hash, challenge_code,
      return_url, notice_url, locale, keep, paying_card, is_check, created_at, updated_at)
    VALUES (:payment_id, :attempt_id, :fingerprint, :order_number, :item_name,
      :amount_minor, :currency, :installments, :state, :reason, :plan, :brand, :last_four, :card_hash, :challenge_hash,
      :challenge_code, :return_url, :notice_url, :locale, :keep, :paying_card, :is_check, :created_at, :updated_at)`)
  const movePayment =
    db.prepare(`UPDATE payments SET state = :to, reason = coalesce(:reason, reason), updated_at = :now,
      challenge_status = coalesce(:challenge_status, challenge_status), md_status = coalesce(:md_status, md_status)
    WHERE payment_id = :payment_id AND state = :from`)
  const insertEntry = db.prepare(`INSERT INTO entries
    (kind, payment_id, attempt_id, order_number, debit, credit, amount_minor, currency, key, created_at)
    VALUES (:kind, :payment_id, :attempt_id, :order_number, :debit, :credit, :amount_minor, :currency, :key, :created_at)
    RETURNING *`)
  const one = (column: 'payment_id' | 'attempt_id' | 'challenge_hash') => {
    const statement = db.prepare(`SELECT * FROM payments WHERE ${column} = ?`)
    return (value: string) => statement.get(value) as PaymentRow | undefined
  }
  const byId = one('payment_id')
  const refunded = db.prepare(`SELECT coalesce(sum(amount_minor), 0) AS total FROM entries
    WHERE payment_id = ? AND kind = 'refund'`)
  const keyed = db.prepare('SELECT * FROM entries WHERE key = ?')
  const countWrongCode =
    db.prepare(`UPDATE payments SET wrong_codes = wrong_codes + 1, updated_at = ?
    WHERE payment_id = ? RETURNING wrong_codes`)
  const overdue = db.prepare(`SELECT payment_id FROM payments
    WHERE (state = 'challenge' AND created_at <= :challengeBefore)
      OR (state IN ('started', 'ready') AND created_at <= :openBefore) LIMIT 500`)
  const latest = db.prepare('SELECT * FROM payments ORDER BY created_at DESC, rowid DESC LIMIT ?')
  const book = db.prepare(`SELECT * FROM entries
    WHERE entry_id > :after AND (:order_number IS NULL OR order_number = :order_number)
      AND (:from IS NULL OR created_at >= :from) AND (:until IS NULL OR created_at < :until) ORDER BY entry_id LIMIT :limit`)
  const totals = db.prepare(`SELECT currency,
      sum(CASE kind WHEN 'charge' THEN amount_minor ELSE 0 END) AS charged_minor,
      sum(CASE kind WHEN 'refund' THEN amount_minor ELSE 0 END) AS refunded_minor,
      sum(CASE kind WHEN 'void' THEN amount_minor ELSE 0 END) AS voided_minor
    FROM entries WHERE :order_number IS NULL OR order_number = :order_number GROUP BY currency ORDER BY currency`)
  const setKeptCard = db.prepare(
    'UPDATE payments SET kept_card = :card_token WHERE payment_id = :payment_id RETURNING *',
  )
  const takeFault = db.prepare('INSERT OR IGNORE INTO faults_done (attempt_id, step) VALUES (?, ?)')

  return {
    byId,
    byAttempt: one('attempt_id'),
    byChallengeHash: one('challenge_hash'),
    insert(
      row: Omit<PaymentRow, 'challenge_status' | 'md_status' | 'wrong_codes' | 'kept_card'>,
    ): void {
      insertPayment.run({ ...row })
    },
    /** Moves a payment along `TRANSITIONS`; anything else is a fault of ours and throws. */
    move(payment: PaymentRow, to: State, change: Change, now: number): PaymentRow {
      if (!TRANSITIONS[payment.state].includes(to))
        throw new Error(`a payment never goes from ${payment.state} to ${to}`)
      const { changes } = movePayment.run({
        to,
        from: payment.state,
        payment_id: payment.payment_id,
        now,
        reason: change.reason ?? null,
        challenge_status: change.challenge_status ?? null,
        md_status: change.md_status ?? null,
      })
      const moved = byId(payment.payment_id)
      if (Number(changes) !== 1 || !moved) throw new Error('the payment changed meanwhile')
      return moved
    },
    setKeptCard: (payment_id: string, card_token: string) =>
      setKeptCard.get({ payment_id, card_token }) as unknown as PaymentRow,
    enter: (entry: Omit<EntryRow, 'entry_id'>) =>
      insertEntry.get({ ...entry }) as unknown as EntryRow,
    refundedMinor: (paymentId: string) => (refunded.get(paymentId) as { total: number }).total,
    entryByKey: (key: string) => keyed.get(key) as EntryRow | undefined,
    countWrongCode: (paymentId: string, now: number) =>
      (countWrongCode.get(now, paymentId) as { wrong_codes: number }).wrong_codes,
    overdue: (limits: { challengeBefore: number; openBefore: number }) =>
      overdue.all(limits).map((row) => String(row.payment_id)),
    latest: (count: number) => latest.all(count) as unknown as PaymentRow[],
    entries: ({ order_number, from, until, after, limit }: LedgerQuery) =>
      book.all({
        order_number: order_number ?? null,
        from: from ?? null,
        until: until ?? null,
        after,
        limit,
      }) as unknown as EntryRow[],
    totals: (orderNumber: string | undefined) =>
      totals.all({ order_number: orderNumber ?? null }) as unknown as {
        currency: string
        charged_minor: number
        refunded_minor: number
        voided_minor: number
      }[],
    /** True the first time only: a fault happens once for each attempt and step. */
    takeFault: (attemptId: string, step: string) =>
      Number(takeFault.run(attemptId, step).changes) === 1,
  }
}

export type PaymentRows = ReturnType<typeof paymentRows>
