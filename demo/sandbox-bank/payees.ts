import { createHash, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../lib/clock.ts'
import { inTransaction } from './ledger.ts'
import type {
  AccountInput,
  LinkInput,
  PayeeBehaviour,
  ReversalInput,
  TransferInput,
} from './schemas.ts'

export interface PayeeRow {
  account_id: string
  reference: string
  holder: string
  country: string
  state: 'restricted' | 'ready'
  behaviour: PayeeBehaviour | null
  link_until: number | null
  return_url: string
  refresh_url: string
}
export interface TransferRow {
  transfer_id: string
  key: string
  account_id: string
  amount_minor: number
  currency: string
  state: 'pending' | 'paid' | 'refused'
}
export interface ReversalRow {
  reversal_id: string
  key: string
  transfer_id: string
  amount_minor: number
}

export type Outcome<Row> = { kind: 'done'; row: Row } | { kind: 'refused'; error: string }

/** A link is for one visit soon; whoever comes later is sent back to fetch another. */
const LINK_MS = 10 * 60_000

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const refused = (error: string) => ({ kind: 'refused', error }) as const

function createTransfers({
  db,
  now,
  account,
}: {
  db: DatabaseSync
  now: () => number
  account: (id: string) => PayeeRow | undefined
}) {
  const transferBy = (column: 'key' | 'transfer_id', value: string) =>
    db.prepare(`SELECT * FROM transfers WHERE ${column} = ?`).get(value) as TransferRow | undefined
  const reversal = (key: string) =>
    db.prepare('SELECT * FROM transfer_reversals WHERE key = ?').get(key) as ReversalRow | undefined
  return {
    /** The same key again answers the same transfer; with another content it is refused. */
    send: (input: TransferInput): Outcome<TransferRow> =>
      inTransaction(db, () => {
        const known = transferBy('key', input.key)
        if (known) {
          const isSame =
            known.account_id === input.account_id &&
            known.amount_minor === input.amount_minor &&
            known.currency === input.currency
          return isSame ? { kind: 'done', row: known } : refused('key_reused')
        }
        const payee = account(input.account_id)
        if (!payee) return refused('unknown_account')
        const state =
          payee.state !== 'ready' || payee.behaviour === 'refuses'
            ? 'refused'
            : payee.behaviour === 'later'
              ? 'pending'
              : 'paid'
        db.prepare(
          'INSERT INTO transfers (transfer_id, key, account_id, amount_minor, currency, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ).run(
          newId('trf'),
          input.key,
          input.account_id,
          input.amount_minor,
          input.currency,
          state,
          now(),
        )
        return { kind: 'done', row: transferBy('key', input.key) as TransferRow }
      }),
    /** A transfer that takes its time is paid when it is asked for. */
    transfer(key: string): TransferRow | undefined {
      db.prepare("UPDATE transfers SET state = 'paid' WHERE key = ? AND state = 'pending'").run(key)
      return transferBy('key', key)
    },
    accountOf: (transferId: string) => transferBy('transfer_id', transferId)?.account_id,
    takeBack: (transferId: string, input: ReversalInput): Outcome<ReversalRow> =>
      inTransaction(db, () => {
        const known = reversal(input.key)
        if (known) {
          const isSame =
            known.transfer_id === transferId && known.amount_minor === input.amount_minor
          return isSame ? { kind: 'done', row: known } : refused('key_reused')
        }
        const transfer = transferBy('transfer_id', transferId)
        if (!transfer) return refused('unknown_transfer')
        if (transfer.state !== 'paid' || transfer.currency !== input.currency)
          return refused('transfer_differs')
        const taken = db
          .prepare(
            'SELECT coalesce(sum(amount_minor), 0) AS sum FROM transfer_reversals WHERE transfer_id = ?',
          )
          .get(transferId) as { sum: number }
        if (taken.sum + input.amount_minor > transfer.amount_minor)
          return refused('balance_too_low')
        db.prepare(
          'INSERT INTO transfer_reversals (reversal_id, key, transfer_id, amount_minor, created_at) VALUES (?, ?, ?, ?, ?)',
        ).run(newId('rev'), input.key, transferId, input.amount_minor, now())
        return { kind: 'done', row: reversal(input.key) as ReversalRow }
      }),
  }
}

/** Accounts of those whom the merchant pays, and the money that it sent them. */
export function createPayees({ db, clock }: { db: DatabaseSync; clock: Clock }) {
  const account = (id: string) =>
    db.prepare('SELECT * FROM payees WHERE account_id = ?').get(id) as PayeeRow | undefined
  const now = () => clock.now().getTime()

  return {
    account,
    /** The same reference is the same account. */
    open({ reference, holder, country }: AccountInput): PayeeRow {
      db.prepare(
        `INSERT INTO payees (account_id, reference, holder, country, state, created_at)
          VALUES (?, ?, ?, ?, 'restricted', ?) ON CONFLICT (reference) DO UPDATE SET holder = excluded.holder`,
      ).run(newId('acc'), reference, holder, country, now())
      return db
        .prepare('SELECT * FROM payees WHERE reference = ?')
        .get(reference) as unknown as PayeeRow
    },
    /** A new one-time address of the account's page; the former one ends. */
    link(id: string, { return_url, refresh_url }: LinkInput): string {
      const token = randomBytes(32).toString('base64url')
      db.prepare(
        'UPDATE payees SET link_hash = ?, link_until = ?, return_url = ?, refresh_url = ? WHERE account_id = ?',
      ).run(hashOf(token), now() + LINK_MS, return_url, refresh_url, id)
      return token
    },
    byLink: (token: string) =>
      db.prepare('SELECT * FROM payees WHERE link_hash = ?').get(hashOf(token)) as
        | PayeeRow
        | undefined,
    isOver: ({ link_until: until }: PayeeRow): boolean => until === null || until < now(),
    /** What the holder chose; the link is used up. */
    complete(id: string, behaviour: PayeeBehaviour): void {
      db.prepare(
        'UPDATE payees SET behaviour = ?, state = ?, link_until = NULL WHERE account_id = ?',
      ).run(behaviour, behaviour === 'missing' ? 'restricted' : 'ready', id)
    },

    ...createTransfers({ db, now, account }),
    /** What an account was sent and what was taken back, for tests. */
    sums(accountId: string): { sent: number; takenBack: number; transfers: number } {
      return db
        .prepare(
          `SELECT coalesce(sum(amount_minor), 0) AS sent, count(*) AS transfers, coalesce(sum((
            SELECT sum(back.amount_minor) FROM transfer_reversals back WHERE back.transfer_id = transfers.transfer_id)), 0) AS takenBack
          FROM transfers WHERE account_id = ? AND state = 'paid'`,
        )
        .get(accountId) as { sent: number; takenBack: number; transfers: number }
    },
  }
}

export type Payees = ReturnType<typeof createPayees>
