import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { defaultLanguage, inTransaction, type Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { lockEarnings } from '../data.ts'

// A trigger posts each earnings entry; what moves between a partner's accounts is posted here.

export interface BalanceRow {
  partner_id: string
  currency: string
  held_minor: number
  held_until: Date | null
  payable_minor: number
  reserved_minor: number
  paid_out_minor: number
}

/** Balances of partners, by currency. */
export const listBalances = async (db: Db, partnerIds: readonly string[]): Promise<BalanceRow[]> =>
  (
    await sql<BalanceRow>`
    select partner_id, currency,
      coalesce(sum(amount_minor) filter (where account = 'held'), 0)::bigint as held_minor,
      coalesce(sum(amount_minor) filter (where account = 'payable'), 0)::bigint as payable_minor,
      coalesce(sum(amount_minor) filter (where account = 'reserve'), 0)::bigint as reserved_minor,
      coalesce(sum(amount_minor) filter (where account = 'paid_out'), 0)::bigint as paid_out_minor,
      (select max(until) from earnings_holds where earnings_holds.partner_id = ledger_balances.partner_id and earnings_holds.currency = ledger_balances.currency) as held_until
    from ledger_balances where partner_id = any(${[...partnerIds]}::text[])
    group by partner_id, currency order by partner_id, currency`.execute(db)
  ).rows

type Account = 'held' | 'payable' | 'reserve'

/** Moves an amount between two accounts of a partner, in the caller's transaction. */
export const moveAmount = (
  db: Db,
  move: {
    posting: string
    partnerId: string
    currency: string
    amountMinor: number
    from: Account
    to: Account
    at: Date
  },
) =>
  db
    .insertInto('ledger_entries')
    .values(
      (
        [
          [move.from, -move.amountMinor],
          [move.to, move.amountMinor],
        ] as const
      ).map(([account, amountMinor]) => ({
        posting: move.posting,
        account,
        partner_id: move.partnerId,
        currency: move.currency,
        amount_minor: amountMinor,
        at: move.at,
      })),
    )
    .execute()

const BATCH = 200
/** Bounds one run after a long stop; the next run continues. */
const MOST_BATCHES = 50

/** Makes sales payable whose purchase can no longer be returned. */
export async function releaseHolds(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (let batches = 0; batches < MOST_BATCHES; batches += 1)
    if ((await releaseBatch(services)) < BATCH) return
}

const releaseBatch = (services: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  inTransaction(services, async (trx) => {
    if (!(await lockEarnings(trx))) return 0
    const now = services.clock.now()
    const { rows } = await sql<HeldLine>`
      delete from earnings_holds where (order_id, line_place) in (select order_id, line_place from earnings_holds where until <= ${now} order by until limit ${BATCH}) returning order_id, line_place`.execute(
      trx,
    )
    await releaseLines(trx, rows, now)
    return rows.length
  })

interface HeldLine {
  order_id: string
  line_place: number
}

/** What is held of lines: sales less what went back meanwhile. */
const releaseLines = (trx: Db, lines: readonly HeldLine[], at: Date) =>
  sql`
    insert into ledger_entries (posting, account, partner_id, currency, amount_minor, at)
    select 'release ' || order_id || ' ' || line_place, side.account, partner_id, currency, side.sign * held_minor, ${at}
    from (
      select entry.order_id, entry.line_place, entry.partner_id, entry.currency, sum(ledger_entries.amount_minor) as held_minor
      from unnest(${lines.map((one) => one.order_id)}::text[], ${lines.map((one) => one.line_place)}::smallint[]) as line (order_id, place)
      join earnings_entries entry on entry.order_id = line.order_id and entry.line_place = line.place
      join ledger_entries on posting = entry.id and account = 'held' group by 1, 2, 3, 4
    ) held cross join (values ('held', -1), ('payable', 1)) as side (account, sign)
    where held_minor <> 0`.execute(trx)

export interface LedgerFault {
  account: string
  partner_id: string | null
  currency: string
  ledger_minor: number
  books_minor: number
}

/**
 * Where balances differ from the sums of the ledger, or the ledger from earnings entries and open
 * payouts. None, unless somebody changed the database by hand.
 */
export const findLedgerFaults = async (db: Db): Promise<LedgerFault[]> =>
  (
    await sql<LedgerFault>`
    with ledger as (select account, partner_id, currency, sum(amount_minor) as amount_minor from ledger_entries group by 1, 2, 3),
    compared as (
      select account, partner_id, currency, amount_minor as ledger_minor, 0 as books_minor from ledger
      union all select account, partner_id, currency, 0, amount_minor from ledger_balances
      union all select 'balance', partner_id, currency, amount_minor, 0 from ledger where account in ('held', 'payable', 'reserve')
      union all select 'balance', partner_id, currency, 0, amount_minor from earnings_entries
      union all select 'payouts', partner_id, currency, amount_minor, 0 from ledger where account = 'paid_out'
      union all select 'payouts', partner_id, currency, 0, -amount_minor from earnings_entries where kind in ('payout', 'reversal')
      union all select 'under_way', partner_id, currency, amount_minor, 0 from ledger where account = 'reserve'
      union all select 'under_way', partner_id, currency, 0, amount_minor from payout_lines join payout_batches on payout_batches.id = batch_id where state = 'open'
      union all select 'market', null, currency, amount_minor, 0 from ledger where partner_id is null
      union all select 'market', null, currency, 0, -amount_minor from earnings_entries where kind not in ('payout', 'reversal')
    )
    select account, partner_id, currency, sum(ledger_minor)::bigint as ledger_minor, sum(books_minor)::bigint as books_minor
    from compared group by 1, 2, 3 having sum(ledger_minor) <> sum(books_minor)
    order by 1, 2, 3 limit 20`.execute(db)
  ).rows

/** Hourly: tells the operator, once a day, when the ledger does not add up. */
export async function checkLedger(services: Services): Promise<void> {
  const faults = await findLedgerFaults(services.db)
  if (faults.length === 0) return
  services.log.error({ faults }, 'the ledger of partners does not add up')
  const to = services.alertMailTo
  if (to === null) return
  const locale = defaultLanguage(services)
  const t = mailWords(locale)
  const money = (minor: number, currency: string) => formatAmount(minor, currency as Currency)
  await inTransaction(services, (trx) =>
    queueMail(services, trx, {
      key: `partner ledger ${services.clock.now().toISOString().slice(0, 10)}`,
      to,
      locale,
      subject: t('mails.partner_ledger.subject'),
      paragraphs: [
        t('mails.partner_ledger.lead'),
        ...faults.map((one) =>
          t('mails.partner_ledger.line', {
            account: one.account,
            partner: one.partner_id ?? '–',
            ledger: money(one.ledger_minor, one.currency),
            books: money(one.books_minor, one.currency),
          }),
        ),
      ],
      footnote: t('mails.partner_ledger.footnote'),
    }),
  )
}
