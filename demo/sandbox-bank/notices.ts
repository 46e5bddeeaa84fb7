import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../lib/clock.ts'
import type { HttpClient } from '../../lib/http.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import { planFor, type PaymentRow, type PaymentRows } from './payment-rows.ts'
import type { EventType } from './payments.ts'
import { createSigner, type Signer } from './signing.ts'

interface NoticeRow {
  event_id: string
  payment_id: string
  url: string
  body: string
  behaviour: string | null
  tries: number
  next_at: number | null
}

export interface NoticesNeeds {
  db: DatabaseSync
  clock: Clock
  http: HttpClient
  signer: Signer
  merchantId: string
  /** Wait before each try; as many tries as entries. */
  delaysMs: number[]
  rows: PaymentRows
}

const ANSWER_MS = 10_000
const AT_ONCE = 16

/**
 * Tells the merchant's server what happened. A notice is a row, written in the transaction of the
 * change that it tells of, so a killed bank goes on after its restart; the merchant may get one
 * twice, never a wrong one.
 */
export function createNotices({
  db,
  clock,
  http,
  signer,
  merchantId,
  delaysMs,
  rows,
}: NoticesNeeds) {
  const insert =
    db.prepare(`INSERT INTO notices (event_id, payment_id, url, body, behaviour, next_at, created_at)
    VALUES (:event_id, :payment_id, :url, :body, :behaviour, :next_at, :created_at)`)
  const due = db.prepare(
    'SELECT * FROM notices WHERE next_at IS NOT NULL AND next_at <= ? ORDER BY next_at, rowid LIMIT ?',
  )
  const waitingFor = db.prepare(
    'SELECT * FROM notices WHERE payment_id = ? AND next_at IS NOT NULL',
  )
  const next = db.prepare('SELECT min(next_at) AS at FROM notices WHERE next_at > ?')
  const settle =
    db.prepare(`UPDATE notices SET tries = :tries, next_at = :next_at, outcome = :outcome
    WHERE event_id = :event_id`)

  /** Signs as somebody who does not know the secret would. */
  const forger = createSigner(newSecret())
  const inFlight = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const nowMs = () => clock.now().getTime()

  async function post(notice: NoticeRow): Promise<boolean> {
    const timestamp = String(Math.floor(nowMs() / 1000))
    const by = notice.behaviour === 'notice_badly_signed' ? forger : signer
    const headers = {
      'content-type': 'application/json',
      'bank-merchant': merchantId,
      'bank-event-id': notice.event_id,
      'bank-timestamp': timestamp,
      'bank-signature': by.notice({ eventId: notice.event_id, timestamp, body: notice.body }),
    }
    try {
      const answer = await http.request(notice.url, {
        method: 'POST',
        headers,
        body: notice.body,
        timeoutMs: ANSWER_MS,
        maxBytes: 64 * 1024,
      })
      return answer.status >= 200 && answer.status < 300
    } catch {
      return false
    }
  }

  function deliver(notice: NoticeRow): Promise<void> {
    const running = inFlight.get(notice.event_id)
    if (running) return running
    const copies = notice.behaviour === 'notice_twice' && notice.tries === 0 ? 2 : 1
    const delivery = Promise.all(Array.from({ length: copies }, () => post(notice))).then(
      (results) => {
        inFlight.delete(notice.event_id)
        if (closed) return
        const tries = notice.tries + 1
        const delay = delaysMs[tries]
        const delivered = results.every(Boolean)
        const again = !delivered && delay !== undefined
        settle.run({
          event_id: notice.event_id,
          tries,
          next_at: again ? nowMs() + delay : null,
          outcome: again ? null : delivered ? 'delivered' : 'given_up',
        })
        wake()
      },
    )
    inFlight.set(notice.event_id, delivery)
    return delivery
  }

  /** Sends what is due and sleeps until the next one is. */
  function wake(): void {
    if (closed) return
    clearTimeout(timer)
    for (const row of due.all(nowMs(), AT_ONCE)) {
      if (inFlight.size >= AT_ONCE) break
      void deliver(row as unknown as NoticeRow)
    }
    const { at } = next.get(nowMs()) as { at: number | null }
    if (at !== null) timer = setTimeout(wake, Math.min(Math.max(at - nowMs(), 10), 60_000)).unref()
  }

  return {
    wake,

    /** Inside the transaction of the change. */
    add(payment: PaymentRow, event: EventType): void {
      const { fault } = planFor(payment)
      if (fault?.kind === 'notice_missing') return
      const eventId = newId('evt')
      const body = JSON.stringify({
        event_id: eventId,
        type: event,
        merchant_id: merchantId,
        payment_id: payment.payment_id,
        attempt_id: payment.attempt_id,
        order_number: payment.order_number,
        state: payment.state,
        amount_minor: payment.amount_minor,
        currency: payment.currency,
        refunded_minor: rows.refundedMinor(payment.payment_id),
        created_at: clock.now().toISOString(),
      })
      insert.run({
        event_id: eventId,
        payment_id: payment.payment_id,
        url: payment.notice_url,
        body,
        created_at: nowMs(),
        behaviour: fault?.kind.startsWith('notice_') ? fault.kind : null,
        next_at: nowMs() + (delaysMs[0] ?? 0),
      })
      queueMicrotask(wake)
    },

    /** Sends what waits for one payment now and waits for the merchant's answer. */
    async sendNow(paymentId: string): Promise<void> {
      await Promise.all(
        waitingFor.all(paymentId).map((row) => deliver(row as unknown as NoticeRow)),
      )
    },

    /** Stops; what is under way is sent again after the next start. */
    close(): void {
      closed = true
      clearTimeout(timer)
    },
  }
}

export type Notices = ReturnType<typeof createNotices>
