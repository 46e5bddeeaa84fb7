import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Its message is one line for the person who started the bank. */
export class LedgerError extends Error {}

/**
 * `entries` is the book: every movement debits one account and credits another, is never changed or
 * deleted, and the database itself refuses a second charge, a charge that is not the payment's, and
 * more going back than came in.
 */
const SCHEMA = `
CREATE TABLE payments (
  payment_id TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  order_number TEXT NOT NULL,
  item_name TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  installments INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('started', 'challenge', 'ready', 'paid', 'declined', 'voided')),
  reason TEXT,
  plan TEXT NOT NULL,
  brand TEXT NOT NULL,
  last_four TEXT NOT NULL,
  card_hash TEXT NOT NULL,
  challenge_hash TEXT UNIQUE,
  challenge_code TEXT,
  challenge_status TEXT,
  md_status INTEGER,
  wrong_codes INTEGER NOT NULL DEFAULT 0,
  return_url TEXT NOT NULL,
  notice_url TEXT NOT NULL,
  locale TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payments_open ON payments (created_at) WHERE state IN ('started', 'challenge', 'ready');

CREATE TABLE entries (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'refund', 'void')),
  payment_id TEXT NOT NULL REFERENCES payments,
  attempt_id TEXT NOT NULL,
  order_number TEXT NOT NULL,
  debit TEXT NOT NULL,
  credit TEXT NOT NULL CHECK (credit <> debit),
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  key TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX entries_one_charge ON entries (payment_id) WHERE kind = 'charge';
CREATE UNIQUE INDEX entries_one_void ON entries (payment_id) WHERE kind = 'void';
CREATE UNIQUE INDEX entries_key ON entries (key) WHERE key IS NOT NULL;
CREATE INDEX entries_order ON entries (order_number, entry_id);
CREATE INDEX entries_payment ON entries (payment_id);
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER entries_charge_as_agreed BEFORE INSERT ON entries
WHEN NEW.kind = 'charge' AND NOT EXISTS (
  SELECT 1 FROM payments p WHERE p.payment_id = NEW.payment_id AND p.amount_minor = NEW.amount_minor
    AND p.currency = NEW.currency AND p.order_number = NEW.order_number AND p.attempt_id = NEW.attempt_id)
BEGIN SELECT RAISE(ABORT, 'a charge is what was agreed'); END;
CREATE TRIGGER entries_no_more_back BEFORE INSERT ON entries
WHEN NEW.kind <> 'charge' AND (
  SELECT coalesce(sum(CASE kind WHEN 'charge' THEN amount_minor ELSE -amount_minor END), 0)
  FROM entries WHERE payment_id = NEW.payment_id AND currency = NEW.currency) < NEW.amount_minor
BEGIN SELECT RAISE(ABORT, 'no more goes back than came in'); END;

CREATE TABLE notices (
  event_id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL REFERENCES payments,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  behaviour TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER,
  outcome TEXT CHECK (outcome IN ('delivered', 'given_up')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notices_due ON notices (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE faults_done (attempt_id TEXT NOT NULL, step TEXT NOT NULL, PRIMARY KEY (attempt_id, step)) STRICT;
`

/**
 * Cards that their holders had kept. What the bank does with one is in its plan, so not even here
 * does a number stand: the first eight and the last four digits, as a receipt might. `keep` of a
 * payment is the wish, until the payment is paid.
 */
const KEPT_CARDS = `
CREATE TABLE cards (
  card_token TEXT PRIMARY KEY,
  customer_ref TEXT NOT NULL,
  card_hash TEXT NOT NULL,
  plan TEXT NOT NULL,
  brand TEXT NOT NULL,
  first_digits TEXT NOT NULL CHECK (length(first_digits) = 8),
  last_four TEXT NOT NULL CHECK (length(last_four) = 4),
  expiry_month INTEGER NOT NULL CHECK (expiry_month BETWEEN 1 AND 12),
  expiry_year INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (customer_ref, card_hash)
) STRICT;
ALTER TABLE payments ADD COLUMN keep TEXT;
ALTER TABLE payments ADD COLUMN kept_card TEXT REFERENCES cards ON DELETE SET NULL;
CREATE INDEX payments_kept_card ON payments (kept_card) WHERE kept_card IS NOT NULL;
`

/**
 * Charges without the holder. `holder_payments` of a card: how many payments with it he confirmed.
 * `paying_card` of a payment: the kept card that pays it.
 */
const LATER_CHARGES = `
ALTER TABLE cards ADD COLUMN holder_payments INTEGER NOT NULL DEFAULT 0;
UPDATE cards SET holder_payments = (SELECT count(*) FROM payments
  WHERE kept_card = card_token AND state = 'paid' AND md_status = 1);
ALTER TABLE payments ADD COLUMN paying_card TEXT REFERENCES cards ON DELETE SET NULL;
CREATE INDEX payments_paying_card ON payments (paying_card) WHERE paying_card IS NOT NULL;
`

/** Checks of a card that charge nothing; `amount_minor` of one is never entered. */
const CARD_CHECKS = `
ALTER TABLE payments ADD COLUMN is_check INTEGER NOT NULL DEFAULT 0;
`

/**
 * Accounts of those whom the merchant pays, and what it paid them. `behaviour` is what its holder
 * chose on the page; the database refuses to take back more than was sent.
 */
const PAYEES = `
CREATE TABLE payees (
  account_id TEXT PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  holder TEXT NOT NULL,
  country TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('restricted', 'ready')),
  behaviour TEXT,
  link_hash TEXT UNIQUE,
  link_until INTEGER,
  return_url TEXT,
  refresh_url TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE transfers (
  transfer_id TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES payees,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'paid', 'refused')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX transfers_account ON transfers (account_id);
CREATE TABLE transfer_reversals (
  reversal_id TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  transfer_id TEXT NOT NULL REFERENCES transfers,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX transfer_reversals_transfer ON transfer_reversals (transfer_id);
CREATE TRIGGER transfer_reversals_no_more BEFORE INSERT ON transfer_reversals
WHEN (SELECT coalesce(sum(amount_minor), 0) FROM transfer_reversals WHERE transfer_id = NEW.transfer_id)
  + NEW.amount_minor > (SELECT amount_minor FROM transfers WHERE transfer_id = NEW.transfer_id AND state = 'paid')
BEGIN SELECT RAISE(ABORT, 'no more is taken back than was sent'); END;
`

/** What brings a ledger from one version to the next. */
const STEPS = [SCHEMA, KEPT_CARDS, LATER_CHARGES, PAYEES, CARD_CHECKS]

/**
 * Opens the ledger of a data folder, alone: a second bank on the same folder is refused. WAL with
 * synchronous FULL: what was answered survives a killed process and a power cut. Throws
 * `LedgerError`.
 */
export function openLedger(folder: string): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    db = new DatabaseSync(join(folder, 'ledger.sqlite'), {
      timeout: 1_000,
      enableForeignKeyConstraints: true,
    })
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    const version = Number(
      (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version,
    )
    if (version > STEPS.length)
      throw new LedgerError(`the ledger in ${folder} was written by a newer version of the bank`)
    inTransaction(db, () => {
      for (const step of STEPS.slice(version)) db?.exec(step)
      db?.exec(`PRAGMA user_version = ${STEPS.length}`)
    })
    return db
  } catch (error) {
    db?.close()
    if (error instanceof LedgerError) throw error
    const problem = error as Error & { errcode?: number }
    if (problem.errcode === SQLITE_BUSY)
      throw new LedgerError(`another sandbox bank is using the data folder ${folder}`)
    throw new LedgerError(`cannot use the data folder ${folder}: ${problem.message}`)
  }
}

const SQLITE_BUSY = 5

/**
 * Runs `work` in one transaction that holds the write lock from the start; rolled back when it
 * throws.
 */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
