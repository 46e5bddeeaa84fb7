import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import {
  resolveDiscrepancy,
  REFUND_REASONS,
  requestRefund,
  type RefundAnswer,
} from '#modules/orders/public.ts'
import { importRates, UnreadableRates } from '#modules/currencies/public.ts'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { formatAmount, toMinor, type Currency } from '#lib/money.ts'
import { reachDatabase, type ReachedDatabase } from '#tools/launch/postgres/reach.ts'
import type { Screen } from '#tools/launch/screen.ts'
import type { Settings } from '#tools/launch/settings.ts'
import { StartError } from '#tools/launch/start-error.ts'

export interface MoneyCommand {
  settings: Settings
  args: string[]
  screen: Screen
  /** Gets the way to end what was started, for signals that come meanwhile. */
  onReached: (database: ReachedDatabase) => void
}

const USAGE = `Say what to do:
  npm run money -- refund <order number> [<amount, e.g. 49.90; without one all that is left>] [--line <place>] [--reason ${REFUND_REASONS.join('|')}] [--key <name>]
  npm run money -- rates <file of the European Central Bank, XML or CSV>
  npm run money -- differences
  npm run money -- explain <difference> --note "<what it was>" [--resolved]`

/** How long a refund is watched: the worker takes it up within its sweep. */
const WATCH_MS = 60_000

interface Given {
  words: string[]
  /** Place of the line, of an order with several. */
  place: number | null
  reason: (typeof REFUND_REASONS)[number]
  key: string
  note: string
  resolved: boolean
}

function readArgs(args: string[]): Given {
  try {
    const { positionals: words, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        line: { type: 'string' },
        reason: { type: 'string', default: 'buyer_request' },
        key: { type: 'string', default: newId('rfk') },
        note: { type: 'string', default: '' },
        resolved: { type: 'boolean', default: false },
      },
    })
    const reason = REFUND_REASONS.find((one) => one === values.reason)
    const place = values.line === undefined ? null : Number(values.line)
    if (!reason || words.length === 0 || Number.isNaN(place)) throw new Error('usage')
    return {
      words,
      place,
      reason,
      key: values.key,
      note: values.note.trim(),
      resolved: values.resolved,
    }
  } catch {
    throw new StartError(USAGE)
  }
}

/**
 * `npm run money`: what an operator does about money until it has screens. True when it was done.
 */
export async function runMoney({
  settings,
  args,
  screen,
  onReached,
}: MoneyCommand): Promise<boolean> {
  const given = readArgs(args)
  const database = await reachDatabase(settings, screen)
  onReached(database)
  const db = openDb({ url: database.url, poolSize: 2 })
  try {
    switch (given.words[0]) {
      case 'refund':
        return await refund(db, given, screen)
      case 'rates':
        return await readRates(db, given, screen)
      case 'differences':
        return await listDiscrepancies(db, screen)
      case 'explain':
        return await explain(db, given, screen)
      default:
        throw new StartError(USAGE)
    }
  } finally {
    await db.destroy()
    await database.close()
  }
}

const ERROR_MESSAGES: Record<Extract<RefundAnswer, { kind: 'refused' }>['why'], string> = {
  key_invalid: 'The key may hold letters, digits, - and _, at most 100.',
  key_reused: 'This key was used for another refund.',
  no_order: 'There is no such order.',
  no_line: 'This order sells several items: name one of its lines with --line.',
  not_paid: 'This order has no payment that could go back.',
  amount_invalid: 'This is no amount.',
  too_much: 'That is more than is left of the payment.',
  whole_only: 'This gateway gives back whole payments only.',
}

const isOver = (state: string) => state === 'succeeded' || state === 'refused'

/**
 * Only writes down what is to go back: the worker asks the gateway, whose secrets this process does
 * not have.
 */
async function refund(
  db: Db,
  { words: [, orderNumber = '', amount], place, reason, key }: Given,
  screen: Screen,
): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('currency')
    .where('number', '=', orderNumber)
    .executeTakeFirst()
  if (!order) throw new StartError(ERROR_MESSAGES.no_order)
  const amountMinor =
    amount === undefined ? null : toMinor(Number(amount.replace(',', '.')), order.currency)
  if (amount !== undefined && amountMinor === null)
    throw new StartError(ERROR_MESSAGES.amount_invalid)
  // The worker's sweep finds what no job was made for.
  const jobs = { enqueue: () => Promise.resolve() }
  const asked = await requestRefund(
    { db, clock: systemClock, jobs },
    {
      orderNumber,
      amountMinor,
      ...(place !== null && { place }),
      reason,
      askedBy: `operator ${userInfo().username}`.slice(0, 80),
      key,
    },
  )
  if (asked.kind === 'refused') throw new StartError(ERROR_MESSAGES[asked.why])
  const { id, amount_minor: minor, currency } = asked.refund
  screen.line(
    `Refund ${id} of ${formatAmount(minor, currency as Currency)} is written down (key ${asked.refund.key}).`,
  )
  const until = Date.now() + WATCH_MS
  for (let row = asked.refund; ;) {
    if (isOver(row.state)) {
      screen.line(
        row.state === 'succeeded'
          ? 'The money has gone back.'
          : `The gateway refused: ${row.refusal ?? 'no reason given'}.`,
      )
      return row.state === 'succeeded'
    }
    if (Date.now() > until) {
      screen.line(
        'The gateway has not answered yet; the worker goes on asking. Run this again with the same key to see how it ended.',
      )
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
    row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
}

/** The largest file of the bank, its whole history, has 8 MB. */
const MOST_BYTES = 40_000_000

async function readRates(db: Db, { words: [, file] }: Given, screen: Screen): Promise<boolean> {
  if (file === undefined) throw new StartError(USAGE)
  const found = await stat(file).catch((error: Error) => {
    throw new StartError(error.message)
  })
  if (found.size > MOST_BYTES) throw new StartError(`${file} is larger than 40 MB.`)
  try {
    const { read, changed, day } = await importRates(
      { db, clock: systemClock },
      await readFile(file, 'utf8'),
      userInfo().username.slice(0, 80),
    )
    screen.line(`${read} rates read up to ${day}, ${changed} of them new or changed.`)
    return true
  } catch (error) {
    if (error instanceof UnreadableRates) throw new StartError(error.message)
    throw error
  }
}

async function listDiscrepancies(db: Db, screen: Screen): Promise<boolean> {
  const rows = await db
    .selectFrom('ledger_differences')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('found_at')
    .limit(200)
    .execute()
  const sum = (minor: number | null, currency: string | null) =>
    minor === null ? '–' : formatAmount(minor, currency as Currency)
  for (const row of rows) {
    screen.line(
      `${row.id}  ${row.found_at.toISOString().slice(0, 10)}  ${row.kind}  ${row.order_number ?? row.subject}  ours ${sum(row.ours_minor, row.ours_currency)}  theirs ${sum(row.theirs_minor, row.theirs_currency)}`,
    )
  }
  screen.line(
    rows.length === 0 ? 'The books agree: no difference is open.' : `${rows.length} open.`,
  )
  return true
}

async function explain(
  db: Db,
  { words: [, id = ''], note, resolved }: Given,
  screen: Screen,
): Promise<boolean> {
  if (note === '') throw new StartError(USAGE)
  const change = {
    state: resolved ? ('resolved' as const) : ('explained' as const),
    note: note.slice(0, 1000),
    by: userInfo().username,
  }
  const done = await resolveDiscrepancy(db, id, change, systemClock.now())
  screen.line(done ? `${id} is ${change.state}.` : 'No open difference has this id.')
  return done
}
