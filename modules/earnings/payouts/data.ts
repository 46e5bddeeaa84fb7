import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import type { Waiting } from '#kernel/waiting.ts'
import type {
  ConnectedAccounts,
  PayoutAccounts,
  PayoutLines,
  PayoutSettings,
} from '#db/types.gen.ts'
import type { PageKey } from '#lib/page-key.ts'
import { refuse } from '../errors.ts'
import {
  DEFAULT_MINIMUM_MINOR,
  type IdentityState,
  type PayoutCurrency,
  type ProviderName,
} from './rules.ts'

export type AccountRow = Selectable<PayoutAccounts>

export const findAccount = (db: Db, partnerId: string) =>
  db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()

/** Locked, so that no decision and no batch sees half of a change. */
export const lockAccount = (db: Db, partnerId: string) =>
  db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()

export const writeAccount = (db: Db, row: AccountRow) =>
  db
    .insertInto('payout_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(row))
    .execute()

export const decideAccount = (
  db: Db,
  partnerId: string,
  decision: Pick<AccountRow, 'identity' | 'reason' | 'decided_by' | 'decided_at'>,
) => db.updateTable('payout_accounts').set(decision).where('partner_id', '=', partnerId).execute()

export type ConnectionRow = Selectable<ConnectedAccounts>

/** The partner's account at a provider, whether or not it is paid there now. */
export const findConnection = (
  db: Db,
  partnerId: string,
  provider: string,
): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('provider', '=', provider)
    .executeTakeFirst()

export const writeConnection = (db: Db, row: ConnectionRow) => {
  const { id: _id, ...changes } = row
  return db
    .insertInto('connected_accounts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['partner_id', 'provider']).doUpdateSet(changes))
    .execute()
}

const MOST_PAYEES = 200

/** Partners with an account or a balance, those that wait for a decision first. */
export const listPayees = async (db: Db, partnerId: string | null, state: IdentityState | null) =>
  (
    await sql<{ id: string; name: string; identity: IdentityState }>`
    select partners.id, partners.name, coalesce(identity, 'missing') as identity
    from partners left join payout_accounts on payout_accounts.partner_id = partners.id
    where partners.name > '' and (identity is not null or exists (select from ledger_balances where ledger_balances.partner_id = partners.id))
      and (${partnerId}::text is null or partners.id = ${partnerId})
      and (${state}::text is null or coalesce(identity, 'missing') = ${state})
    order by partners.name, partners.id limit ${MOST_PAYEES}`.execute(db)
  ).rows

/** Positive amounts only: partners without are not paid. */
export const listPayable = (db: Db, currency: string) =>
  db
    .selectFrom('ledger_balances')
    .innerJoin('partners', 'partners.id', 'ledger_balances.partner_id')
    .leftJoin('payout_accounts', 'payout_accounts.partner_id', 'partners.id')
    .leftJoin('connected_accounts', (join) =>
      join
        .onRef('connected_accounts.partner_id', '=', 'payout_accounts.partner_id')
        .onRef('connected_accounts.provider', '=', 'payout_accounts.provider'),
    )
    .select([
      'partners.id',
      'partners.name',
      'amount_minor',
      'identity',
      'settles_at',
      'details_sealed',
      'payout_accounts.provider',
      'connected_accounts.state as connection',
      'connected_accounts.account_ref',
    ])
    .where('account', '=', 'payable')
    .where('currency', '=', currency)
    .where('amount_minor', '>', 0)
    .orderBy('partners.name')
    .orderBy('partners.id')
    .execute()

/** Nothing is paid to a partner without a confirmed identity and a settled account, or twice. */
export async function requirePayable(db: Db, partnerId: string, now: Date): Promise<void> {
  const account = await findAccount(db, partnerId)
  if (account?.identity !== 'confirmed' || account.settles_at > now)
    throw refuse('payouts.not_confirmed')
  const open = await db
    .selectFrom('payout_lines')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  if (open) throw refuse('payouts.under_way')
}

export async function findPayoutSettings(db: Db, currency: PayoutCurrency) {
  const row = await db
    .selectFrom('payout_settings')
    .selectAll()
    .where('currency', '=', currency)
    .executeTakeFirst()
  return {
    minimumMinor: row?.minimum_minor ?? DEFAULT_MINIMUM_MINOR[currency],
    iban: row?.iban ?? null,
    bic: row?.bic ?? null,
  }
}

export const writePayoutSettings = (db: Db, row: Selectable<PayoutSettings>) =>
  db
    .insertInto('payout_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('currency').doUpdateSet(row))
    .execute()

const batches = (db: Db) =>
  db
    .selectFrom('payout_batches')
    .innerJoin('people as creator', 'creator.id', 'created_by')
    .leftJoin('people as exporter', 'exporter.id', 'exported_by')
    .select([
      'payout_batches.id',
      'year',
      'sequence',
      'currency',
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day_text'),
      'created_by',
      'payout_batches.created_at',
      'creator.name as creator',
      'exporter.name as exporter',
      'exported_at',
    ])
    .select((on) =>
      on
        .selectFrom('payout_lines')
        .select(
          sql<{
            lines: number
            open: number
            total: number
          }>`jsonb_build_object('lines', count(*), 'open', count(*) filter (where state = 'open'), 'total', coalesce(sum(amount_minor), 0))`.as(
            'sums',
          ),
        )
        .whereRef('batch_id', '=', 'payout_batches.id')
        .as('sums'),
    )
export type BatchRow = Awaited<ReturnType<typeof listBatches>>[number]

export const listBatches = (db: Db, after: PageKey | null, most: number) =>
  batches(db)
    .where(isBeyond(['payout_batches.created_at', 'payout_batches.id'], after, 'newest'))
    .orderBy('payout_batches.created_at', 'desc')
    .orderBy('payout_batches.id', 'desc')
    .limit(most)
    .execute()

export const findBatch = (db: Db, id: string) =>
  batches(db).where('payout_batches.id', '=', id).executeTakeFirst()

/** The caller holds the earnings lock, so numbers have no gaps. */
export const insertBatch = (
  db: Db,
  row: { id: string; year: number; currency: string; day: string; by: string; at: Date },
) =>
  sql`insert into payout_batches (id, year, sequence, currency, day, created_by, created_at)
    select ${row.id}, ${row.year}, coalesce(max(sequence), 0) + 1, ${row.currency}, ${row.day}::date, ${row.by}, ${row.at}
    from payout_batches where year = ${row.year}`.execute(db)

export const insertLine = (
  db: Db,
  row: Pick<
    Selectable<PayoutLines>,
    'id' | 'batch_id' | 'partner_id' | 'amount_minor' | 'details_sealed'
  >,
) => db.insertInto('payout_lines').values(row).execute()

export const markExported = (db: Db, id: string, by: string, at: Date) =>
  db
    .updateTable('payout_batches')
    .set({ exported_by: by, exported_at: at })
    .where('id', '=', id)
    .where('exported_at', 'is', null)
    .execute()

/** Others who could export a batch. */
export const hasOtherFinance = async (db: Db, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('operators')
    .select('person_id')
    .where('role', 'in', ['admin', 'finance'])
    .where('person_id', '!=', personId)
    .limit(1)
    .executeTakeFirst()) !== undefined

const lines = (db: Db) =>
  db
    .selectFrom('payout_lines')
    .innerJoin('payout_batches', 'payout_batches.id', 'batch_id')
    .innerJoin('partners', 'partners.id', 'payout_lines.partner_id')
    .leftJoin('payout_transfers', 'payout_transfers.line_id', 'payout_lines.id')
    .leftJoin('earnings_entries', 'earnings_entries.payout_line_id', 'payout_lines.id')
    .leftJoin('earnings_statements', 'earnings_statements.id', 'earnings_entries.statement_id')
    .select([
      'payout_lines.id',
      'batch_id',
      'payout_lines.partner_id',
      'partners.name as partner',
      'payout_batches.year',
      'payout_batches.sequence',
      'payout_batches.currency',
      'payout_batches.created_at',
      sql<string>`to_char(payout_batches.day, 'YYYY-MM-DD')`.as('day_text'),
      'payout_lines.amount_minor',
      'details_sealed',
      'payout_lines.state',
      sql<string | null>`to_char(payout_lines.paid_on, 'YYYY-MM-DD')`.as('paid_day'),
      'payout_lines.reference',
      'payout_lines.reason',
      'payout_transfers.provider',
      'payout_transfers.transfer_ref',
      'payout_transfers.account_ref',
      'payout_transfers.sent_at',
      'payout_transfers.failure',
      'earnings_statements.id as statement_id',
      'earnings_statements.year as statement_year',
      'earnings_statements.sequence as statement_sequence',
    ])
    .select((on) =>
      on
        .selectFrom('payout_reversals')
        .select(sql<number>`coalesce(sum(payout_reversals.amount_minor), 0)::bigint`.as('sum'))
        .whereRef('payout_reversals.line_id', '=', 'payout_lines.id')
        .where('payout_reversals.state', '=', 'done')
        .as('taken_back_minor'),
    )
export type LineRow = Awaited<ReturnType<typeof listLinesOf>>[number]

export const listLinesOf = (db: Db, batchId: string) =>
  lines(db)
    .where('batch_id', '=', batchId)
    .orderBy('partners.name')
    .orderBy('payout_lines.id')
    .execute()

export const findLine = (db: Db, id: string): Promise<LineRow | undefined> =>
  lines(db).where('payout_lines.id', '=', id).executeTakeFirst()

export const listLinesOfPartner = (
  db: Db,
  partnerId: string,
  after: PageKey | null,
  most: number,
) =>
  lines(db)
    .where('payout_lines.partner_id', '=', partnerId)
    .where(isBeyond(['payout_batches.created_at', 'payout_lines.id'], after, 'newest'))
    .orderBy('payout_batches.created_at', 'desc')
    .orderBy('payout_lines.id', 'desc')
    .limit(most)
    .execute()

type Ending = Pick<Selectable<PayoutLines>, 'ended_by' | 'ended_at'> &
  ({ state: 'paid'; reference: string; day: string } | { state: 'failed'; reason: string })

/** Also ends the transfer: nobody asks for its state any more. */
export const endLine = async (db: Db, id: string, ending: Ending): Promise<void> => {
  const { ended_by, ended_at, state } = ending
  await db
    .updateTable('payout_transfers')
    .set({ next_look_at: null })
    .where('line_id', '=', id)
    .where('next_look_at', 'is not', null)
    .execute()
  await db
    .updateTable('payout_lines')
    .set({
      state,
      ended_by,
      ended_at,
      ...(ending.state === 'paid'
        ? { reference: ending.reference, paid_on: sql<Date>`${ending.day}::date` }
        : { reason: ending.reason }),
    })
    .where('id', '=', id)
    .execute()
}

/** Of a line that a provider carries out. */
export const insertTransfer = (
  db: Db,
  row: { line_id: string; provider: ProviderName; account_ref: string },
) => db.insertInto('payout_transfers').values(row).execute()

/** For the inbox: partners whose identity an operator has to confirm, the oldest first. */
export const listIdentitiesToConfirm = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('payout_accounts')
      .innerJoin('partners', 'partners.id', 'payout_accounts.partner_id')
      .select(['partners.id', 'partners.name', 'payout_accounts.country', 'changed_at'])
      .where('identity', '=', 'submitted')
      .orderBy('changed_at')
      .limit(most)
      .execute()
  ).map((row) => ({ id: row.id, title: row.name, detail: row.country, since: row.changed_at }))
