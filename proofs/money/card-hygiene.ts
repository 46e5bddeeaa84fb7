import { sql } from 'kysely'
import { isCardNumber } from '#lib/field-rules.ts'
import type { TestBed } from './test-bed.ts'
import { answerChallenge, ask, CARDS, returnToMarket, type Buyer, type Reply } from './buyer.ts'
import { CARD_FIELDS, hostileCalls } from './hostile-calls.ts'
import { ownCard, type Behavior } from './own-cards.ts'
import type { Part } from './part.ts'
import type { Violation } from './violation.ts'

/**
 * Nobody's card, typed where no card belongs; and the code that goes with the ones that are paid
 * with.
 */
export const STRAY = '4539578763621486'
const AMEX = '374427000000003'
const CODE = '7391'

/** Everything that was ever typed as a card here. */
const TYPED = [...Object.values(CARDS), STRAY, AMEX]

/** Digits of a card, together or apart; a code that stands by itself. */
function findIn(text: string): string | null {
  const bare = text.replace(/[ \u00a0.\-–_+]|%20/g, '')
  const number = TYPED.find((one) => bare.includes(one))
  if (number !== undefined) return `${number.slice(0, 6)}…: ${around(bare, number)}`
  const code = new RegExp(`(?<![0-9A-Za-z.])${CODE}(?![0-9A-Za-z])`).exec(text)
  return code
    ? `a security code: ${text.slice(Math.max(0, code.index - 60), code.index + 20)}`
    : null
}

const around = (text: string, found: string): string =>
  text.slice(Math.max(0, text.indexOf(found) - 80), text.indexOf(found) + 30)

/** Pays with each card, through every way in which a layer behind can fail. */
async function payBadly(testBed: TestBed, sample: boolean): Promise<Reply[]> {
  const replies: Reply[] = []
  const buy = async (card: string, code = '123', challenge = true): Promise<void> => {
    const buyer = await testBed.newBuyer().prepare()
    const reply = await payWith(buyer, card, code, challenge)
    replies.push(reply)
    const url: string | undefined = reply.body?.challenge?.url
    const form = url === undefined ? null : await answerChallenge(testBed.world, url)
    if (form) replies.push(await returnToMarket(testBed.world, form))
    replies.push(await buyer.status())
  }
  for (const card of [CARDS.pays, CARDS.declined, CARDS.direct, STRAY]) await buy(card)
  await buy(AMEX, CODE)
  const faults: Behavior[] = [
    'reset_before',
    'error_500_after',
    'error_502_before',
    'wrong_amount',
    'answer_malformed',
    'answer_badly_signed',
    ...(sample ? [] : (['hang_after', 'hang_before'] as const)),
  ]
  // In small every fourth.
  for (const [n, fault] of faults.entries())
    for (const [m, step] of (['start', 'charge'] as const).entries())
      if (!sample || (n + m) % 4 === 0) await buy(ownCard(fault, step), '123')
  return replies
}

const payWith = (buyer: Buyer, number: string, cvc: string, challenge: boolean): Promise<Reply> =>
  buyer.call(
    'POST',
    `/checkout/payment/${buyer.orderNumber}`,
    {
      total: buyer.total,
      card: {
        number,
        cvc,
        name: 'AYŞE DEMİR',
        expiry_month: 12,
        expiry_year: 2039,
        secure_3d: challenge,
        store_card: true,
        store_name: 'İş kartı',
      },
      consents: buyer.consents(),
    },
    { 'idempotency-key': crypto.randomUUID() },
  )

/**
 * What is behind the payment breaks: a table is gone, the connections are cut, the bank does not
 * answer.
 */
async function breakDependencies(testBed: TestBed): Promise<Reply[]> {
  const replies: Reply[] = []
  const broken = await testBed.newBuyer().prepare()
  await sql`alter table consents rename to consents_away`.execute(testBed.db)
  replies.push(await payWith(broken, AMEX, CODE, true))
  await sql`alter table consents_away rename to consents`.execute(testBed.db)
  const cut = await testBed.newBuyer().prepare()
  const paying = Array.from({ length: 6 }, () => payWith(cut, AMEX, CODE, true))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'arasta' and pid <> pg_backend_pid()`
    .execute(testBed.db)
    .catch(() => {})
  replies.push(...(await Promise.all(paying)))
  const alone = await testBed.newBuyer().prepare()
  await testBed.bank.stop()
  replies.push(await payWith(alone, AMEX, CODE, true))
  await testBed.bank.start()
  replies.push(
    await ask(testBed.world, 'POST', '/checkout/notice/sandbox', {
      headers: { 'content-type': 'application/json', 'bank-event-id': STRAY },
      body: JSON.stringify({ card: { number: AMEX, cvc: CODE } }),
    }),
  )
  replies.push(
    await returnToMarket(testBed.world, {
      path: '/checkout/return/sandbox',
      fields: Object.fromEntries(CARD_FIELDS.map((name) => [name, AMEX])),
    }),
  )
  return replies
}

/** Every row of every table, the job queue's too. */
async function dump({ db }: TestBed): Promise<{ where: string; text: string }[]> {
  const { rows: tables } = await sql<{
    name: string
    schema: string
  }>`select tablename as name, schemaname as schema from pg_tables where schemaname not in ('pg_catalog', 'information_schema') and schemaname not like 'pg\\_temp%'`.execute(
    db,
  )
  return Promise.all(
    tables.map(async ({ name, schema }) => {
      const { rows } = await sql<{
        text: string | null
      }>`select string_agg(t::text, e'\n') as text from ${sql.table(`${schema}.${name}`)} as t`.execute(
        db,
      )
      return { where: `table ${schema}.${name}`, text: rows[0]?.text ?? '' }
    }),
  )
}

/**
 * A hostile run, and then a search for what must be nowhere: logs, every table, the queue, every
 * answer, the bank's book and its log (I12, PAYPAGE-4).
 */
export const cardHygiene: Part = async (run) => {
  if (!TYPED.every(isCardNumber)) throw new Error('a canary is no card')
  const testBed = await run.open({ stores: 60, items: 4, logLevel: 'debug' })
  try {
    await testBed.startMarkets()
    const hostile = await hostileCalls(testBed, { number: STRAY, code: CODE })
    const replies = [
      ...hostile,
      ...(await payBadly(testBed, run.sample)),
      ...(await breakDependencies(testBed)),
    ]
    const unanswered = replies.filter((reply) => reply.status === 0).length
    await testBed.settle()
    const places = [
      ...replies.map((reply, n) => ({
        where: `answer ${n}, ${reply.status}`,
        text: JSON.stringify([reply.location, reply.headers, reply.body]),
      })),
      ...testBed.markets.map((market, n) => ({
        where: `log of market ${n + 1}`,
        text: market.output(),
      })),
      { where: 'log of the bank', text: testBed.bank.output() },
      ...(await dump(testBed)),
      { where: "the bank's book", text: JSON.stringify(await testBed.readBank()) },
    ]
    const violations = places.flatMap(({ where, text }): Violation[] => {
      const found = findIn(text)
      return found === null ? [] : [{ invariant: 'I12', order: where, what: `holds ${found}` }]
    })
    const logged = testBed.markets.reduce(
      (sum, market) => sum + market.output().split('\n').length,
      0,
    )
    // A search that had nothing to search proves nothing.
    if (logged < 50)
      violations.push({ invariant: 'I12', order: 'the log', what: `has ${logged} lines only` })
    if (unanswered > 8)
      violations.push({
        invariant: 'LIVE',
        order: 'answers',
        what: `${unanswered} calls were not answered`,
      })
    for (const reply of replies)
      if (reply.status === 0 || reply.status >= 500)
        run.say(`${reply.status} ${reply.body?.code ?? ''}`)
    return {
      done: `${replies.length} calls with card data in ${places.length} places to search, ${logged} lines of log`,
      violations,
    }
  } finally {
    await testBed.close()
  }
}
