import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, LedgerError, openLedger } from './ledger.ts'
import { TRANSITIONS, type State } from './payment-rows.ts'

describe('the ledger', { timeout: 30_000 }, () => {
  let folder: string
  let db: DatabaseSync
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledger-'))
    db = openLedger(folder)
    db.exec(`INSERT INTO payments (payment_id, attempt_id, fingerprint, order_number, item_name, amount_minor, currency,
      installments, state, plan, brand, last_four, card_hash, return_url, notice_url, locale, created_at, updated_at)
      VALUES ('pay_1', 'att_1', 'f', 'AR-1', 'x', 1000, 'TRY', 1, 'ready', '{}', 'visa', '0001', 'h', 'u', 'u', 'tr', 1, 1)`)
  })
  afterEach(() => {
    if (db.isOpen) db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const enter = (
    kind: string,
    amountMinor: number,
    more: { currency?: string; order?: string; key?: string } = {},
  ) =>
    db
      .prepare(`INSERT INTO entries
      (kind, payment_id, attempt_id, order_number, debit, credit, amount_minor, currency, key, created_at)
      VALUES (?, 'pay_1', 'att_1', ?, ?, ?, ?, ?, ?, 1)`)
      .run(
        kind,
        more.order ?? 'AR-1',
        kind === 'charge' ? 'card:1' : 'merchant:a',
        kind === 'charge' ? 'merchant:a' : 'card:1',
        amountMinor,
        more.currency ?? 'TRY',
        more.key ?? null,
      )

  it('is written through to the disk before anybody is answered', () => {
    expect(db.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    expect(db.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 })
  })

  it('takes one charge of a payment, for exactly what was agreed', () => {
    expect(() => enter('charge', 999)).toThrow('a charge is what was agreed')
    expect(() => enter('charge', 1000, { currency: 'USD' })).toThrow('a charge is what was agreed')
    expect(() => enter('charge', 1000, { order: 'AR-2' })).toThrow('a charge is what was agreed')
    enter('charge', 1000)
    expect(() => enter('charge', 1000)).toThrow('UNIQUE')
  })

  it('gives back no more than came in, whatever the bank believes', () => {
    expect(() => enter('refund', 1, { key: 'a' })).toThrow('no more goes back')
    enter('charge', 1000)
    enter('refund', 600, { key: 'a' })
    expect(() => enter('refund', 401, { key: 'b' })).toThrow('no more goes back')
    expect(() => enter('void', 401)).toThrow('no more goes back')
    expect(() => enter('refund', 100, { key: 'a' })).toThrow('UNIQUE')
    enter('refund', 400, { key: 'c' })
  })

  it('forgets nothing and changes nothing', () => {
    enter('charge', 1000)
    expect(() => db.exec('UPDATE entries SET amount_minor = 1')).toThrow('append-only')
    expect(() => db.exec('DELETE FROM entries')).toThrow('append-only')
  })

  it('undoes the whole transaction when a part of it fails', () => {
    expect(() =>
      inTransaction(db, () => {
        enter('charge', 1000)
        throw new Error('half way')
      }),
    ).toThrow('half way')
    expect(db.prepare('SELECT count(*) AS n FROM entries').get()).toMatchObject({ n: 0 })
  })

  it('a full disk charges nothing and breaks nothing', () => {
    const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number }
    db.exec(`PRAGMA max_page_count = ${pages}`)
    const charge = () =>
      inTransaction(db, () => {
        enter('charge', 1000)
        const fill = db.prepare("INSERT INTO faults_done (attempt_id, step) VALUES (?, 'x')")
        for (let n = 0; n < 100; n++) fill.run(String(n).repeat(2_000))
      })
    expect(charge).toThrow(/full/)
    expect(db.prepare('SELECT count(*) AS n FROM entries').get()).toMatchObject({ n: 0 })
    db.exec('PRAGMA max_page_count = 100000')
    charge()
    expect(db.prepare('SELECT count(*) AS n FROM entries').get()).toMatchObject({ n: 1 })
  })

  it('belongs to one bank at a time', () => {
    expect(() => openLedger(folder)).toThrow(
      new LedgerError(`another sandbox bank is using the data folder ${folder}`),
    )
    db.close()
    db = openLedger(folder)
    expect(db.prepare('SELECT count(*) AS n FROM payments').get()).toMatchObject({ n: 1 })
  })

  it('says in one line when its folder cannot be used', () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(() => openLedger(file)).toThrow(/^cannot use the data folder [^\n]+$/)
    const spoiled = join(folder, 'spoiled')
    db.close()
    openLedger(spoiled).close()
    writeFileSync(
      join(spoiled, 'ledger.sqlite'),
      'this is not a database, and long enough to be looked at as one'.repeat(100),
    )
    expect(() => openLedger(spoiled)).toThrow(/^cannot use the data folder [^\n]+$/)
    db = openLedger(folder)
    db.exec('PRAGMA user_version = 99')
    db.close()
    expect(() => openLedger(folder)).toThrow(/newer version/)
  })
})

describe('the states of a payment', () => {
  it('are all reachable from a start, and the ends are ends', () => {
    const reached = new Set<State>(['started', 'challenge'])
    for (const state of reached) for (const next of TRANSITIONS[state]) reached.add(next)
    expect([...reached].sort()).toEqual(Object.keys(TRANSITIONS).sort())
    expect(TRANSITIONS.declined).toEqual([])
    expect(TRANSITIONS.voided).toEqual([])
    expect(TRANSITIONS.challenge).not.toContain('paid')
    expect(TRANSITIONS.paid).toEqual(['voided'])
  })
})
