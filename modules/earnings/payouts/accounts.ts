import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import type { Db } from '#db/client.ts'
import { formatDay, secondsAfter } from '#lib/clock.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { pageOf, parsePageKey } from '#lib/page-key.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { zoneAt } from '#lib/market-days.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findPartner } from '#modules/publishing/public.ts'
import { findPartnerByName } from '../data.ts'
import { refuse } from '../errors.ts'
import { mailMoneyMembers } from '../member-mails.ts'
import { statementNumber } from '../rules.ts'
import * as contract from './contract.ts'
import {
  type AccountRow,
  type ConnectionRow,
  decideAccount,
  findAccount,
  findConnection,
  type LineRow,
  listLinesOfPartner,
  listPayees,
  lockAccount,
  writeAccount,
} from './data.ts'
import { openDetails, type PayoutDetails, sealDetails } from './details.ts'
import { type BalanceRow, listBalances } from './ledger.ts'
import {
  batchNumber,
  type ConnectionState,
  type IdentityState,
  isBankName,
  type LINE_STATES,
  maskIban,
  type MissingKind,
  type PayoutCurrency,
  type ProviderName,
  SETTLE_SECONDS,
  type TransferFailure,
} from './rules.ts'

const done = { success: true as const }
const PAGE = 50

export const getPayouts = defineOperation({
  ...contract.getPayouts,
  run: async (ctx, { params, query }) => {
    if (!(await findPartner(ctx.db, params.partner))) throw refuse('not_found')
    return {
      ...(await presentPayouts(ctx, params.partner, query.after)),
      ways: ctx.payoutProviders.map(({ name, asksHere, countries, currencies }) => ({
        provider: name,
        asks_here: asksHere,
        countries: countries && [...countries],
        currencies: [...currencies],
      })),
    }
  },
})

/** Only keyed hashes of the details are logged: a sealed text differs after every change. */
export const accountAudit = {
  kind: 'payout_account',
  id: ({ params }: { params: { partner: string } }) => params.partner,
  read: async (db: Db, partnerId: string) => {
    const row = await findAccount(db, partnerId)
    return (
      row && {
        iban: row.details_sealed,
        provider: row.provider,
        country: row.country,
        state: row.identity,
        reason: row.reason,
      }
    )
  },
}

export const setPayoutAccount = defineOperation({
  ...contract.setPayoutAccount,
  audit: accountAudit,
  run: async (ctx, { params, body }) => {
    if (!(await findPartner(ctx.db, params.partner))) throw refuse('not_found')
    await changeAccount(ctx, params.partner, {
      provider: null,
      country: body.country,
      details: readDetails(body),
    })
    return done
  },
})

/**
 * Where the partner is paid from now on. Another person has to be confirmed again; another account
 * waits for three days, and everybody who looks after money is mailed.
 */
export async function changeAccount(
  ctx: ConsoleCtx,
  partnerId: string,
  {
    provider,
    country,
    details,
  }: { provider: ProviderName | null; country: string; details: PayoutDetails },
): Promise<void> {
  const before = await lockAccount(ctx.db, partnerId)
  const known = before && openDetails(ctx.sealing, before.details_sealed)
  const isSamePerson =
    known?.holder === details.holder &&
    known.taxNumber === details.taxNumber &&
    before?.country === country
  const isSameAccount =
    before?.provider === provider && known?.iban === details.iban && known.bic === details.bic
  if (before && before.identity !== 'refused' && isSamePerson && isSameAccount) return
  const now = ctx.clock.now()
  const settlesAt = secondsAfter(now, SETTLE_SECONDS)
  const isConfirmed = isSamePerson && before?.identity === 'confirmed'
  await writeAccount(ctx.db, {
    partner_id: partnerId,
    provider,
    details_sealed: sealDetails(ctx.sealing, details),
    country,
    changed_at: now,
    settles_at: settlesAt,
    identity: isConfirmed ? 'confirmed' : 'submitted',
    reason: null,
    decided_by: isConfirmed ? before.decided_by : null,
    decided_at: isConfirmed ? before.decided_at : null,
  })
  await mailChange(ctx, partnerId, { provider, iban: details.iban, settlesAt })
}

/** Refuses what no bank takes, with a message for each field. */
function readDetails(body: {
  holder: string
  iban: string
  bic: string
  tax_number: string
}): PayoutDetails {
  const account = readAccount(body)
  const fields: Record<string, FieldMessage> = account.fields
  if (!isBankName(body.holder)) fields.holder = { code: 'field.latin' }
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
  return {
    holder: body.holder,
    iban: account.iban,
    bic: account.bic,
    taxNumber: body.tax_number,
  }
}

/** Check digits and length of an IBAN are those of its country. */
export function readAccount({ iban, bic }: { iban: string; bic: string }) {
  const read = {
    iban: electronicFormatIBAN(iban) ?? '',
    bic: bic.replaceAll(' ', '').toUpperCase() || null,
  }
  const fields: Record<string, FieldMessage> = {}
  if (!isValidIBAN(read.iban)) fields.iban = { code: 'field.iban' }
  if (read.bic !== null && !isValidBIC(read.bic)) fields.bic = { code: 'field.invalid' }
  return { ...read, fields }
}

export const listPayoutAccounts = defineOperation({
  ...contract.listPayoutAccounts,
  run: async (ctx, { query }) => {
    const partner = query.partner ? await findPartnerByName(ctx.db, query.partner) : null
    if (partner === undefined) return { partners: [] }
    const find = (state: IdentityState | null) => listPayees(ctx.db, partner?.id ?? null, state)
    // Those that wait for a decision come first.
    const [waiting, all] = await Promise.all([
      query.state === undefined ? find('submitted') : [],
      find(query.state ?? null),
    ])
    const rows = [...new Map([...waiting, ...all].map((row) => [row.id, row])).values()]
    const balances = Map.groupBy(
      await listBalances(
        ctx.db,
        rows.map((row) => row.id),
      ),
      (one) => one.partner_id,
    )
    return {
      partners: rows.map((row) => ({
        id: row.id,
        name: row.name,
        identity: row.identity,
        balances: (balances.get(row.id) ?? []).map(presentBalance),
      })),
    }
  },
})

export const getPayoutAccount = defineOperation({
  ...contract.getPayoutAccount,
  run: async (ctx, { params, query }) => {
    const partner = await findPartner(ctx.db, params.partner)
    if (!partner) throw refuse('not_found')
    return {
      partner: { id: params.partner, name: partner.name },
      ...(await presentPayouts(ctx, params.partner, query.after)),
    }
  },
})

export const decideIdentity = defineOperation({
  ...contract.decideIdentity,
  audit: accountAudit,
  run: async (ctx, { params, body }) => {
    const account = await lockAccount(ctx.db, params.partner)
    if (!account) throw refuse('not_found')
    if (account.changed_at.toISOString() !== body.changed_at) throw refuse('payouts.changed')
    const reason = body.identity === 'refused' ? body.reason : null
    if (reason === '')
      throw refuse('input.invalid', { fields: { reason: { code: 'field.required' } } })
    await decideAccount(ctx.db, params.partner, {
      identity: body.identity,
      reason,
      decided_by: personOf(ctx).id,
      decided_at: ctx.clock.now(),
    })
    await mailMoneyMembers(
      ctx,
      {
        key: `identity ${params.partner} ${ctx.clock.now().toISOString()}`,
        partnerId: params.partner,
        page: 'payouts',
      },
      (t, name) => ({
        subject: t(`mails.identity.${body.identity}`, { partner: name }),
        paragraphs: [
          t(`mails.identity.${body.identity}_lead`, { partner: name }),
          ...(reason === null ? [] : [reason]),
        ],
        action: t('mails.payouts.action'),
      }),
    )
    return done
  },
})

async function presentPayouts(ctx: ConsoleCtx, partnerId: string, after: string | undefined) {
  const [account, balances, found] = await Promise.all([
    findAccount(ctx.db, partnerId),
    listBalances(ctx.db, [partnerId]),
    listLinesOfPartner(ctx.db, partnerId, parsePageKey(after), PAGE + 1),
  ])
  const { rows, next } = pageOf(found, PAGE, (row) => ({ at: row.created_at, id: row.id }))
  const connection = account?.provider
    ? await findConnection(ctx.db, partnerId, account.provider)
    : undefined
  return {
    account: presentAccount(ctx, account, connection),
    balances: balances.map(presentBalance),
    payouts: rows.map((row) => presentLine(ctx, row)),
    next,
  }
}

function presentAccount(
  { sealing, clock }: Pick<ConsoleCtx, 'sealing' | 'clock'>,
  row: AccountRow | undefined,
  connection: ConnectionRow | undefined,
) {
  const details = row && openDetails(sealing, row.details_sealed)
  const isSettling = row !== undefined && row.settles_at > clock.now()
  return {
    provider: (row?.provider ?? null) as ProviderName | null,
    connection: connection
      ? {
          state: connection.state as ConnectionState,
          missing: connection.missing as MissingKind[],
          checked_at: connection.checked_at.toISOString(),
        }
      : null,
    identity: (row?.identity ?? 'missing') as IdentityState,
    reason: row?.reason ?? null,
    holder: details?.holder ?? null,
    iban: details ? maskedIban(details) : null,
    bic: details?.bic ?? null,
    country: row?.country ?? null,
    tax_number: details?.taxNumber ?? null,
    changed_at: row?.changed_at.toISOString() ?? null,
    settles_at: isSettling ? row.settles_at.toISOString() : null,
  }
}

const presentBalance = (row: BalanceRow) => ({
  currency: row.currency as Currency,
  held: toMajor(row.held_minor, row.currency),
  held_until: row.held_until?.toISOString() ?? null,
  payable: toMajor(row.payable_minor, row.currency),
  reserved: toMajor(row.reserved_minor, row.currency),
  paid_out: toMajor(row.paid_out_minor, row.currency),
})

const maskedIban = ({ iban }: PayoutDetails): string | null => iban && maskIban(iban)

export const presentLine = ({ sealing }: Pick<ConsoleCtx, 'sealing'>, row: LineRow) => ({
  id: row.id,
  batch: {
    id: row.batch_id,
    number: batchNumber(row),
    day: row.day_text,
    currency: row.currency as PayoutCurrency,
  },
  partner: { id: row.partner_id, name: row.partner },
  amount: toMajor(row.amount_minor, row.currency),
  iban: maskedIban(openDetails(sealing, row.details_sealed)),
  provider: row.provider as ProviderName | null,
  failure: row.failure as TransferFailure | null,
  taken_back: toMajor(row.taken_back_minor ?? 0, row.currency),
  state: row.state as (typeof LINE_STATES)[number],
  paid_on: row.paid_day,
  reference: row.reference,
  // A provider's refusal has a code instead, which the page tells in the reader's language.
  reason: row.failure === null ? row.reason : null,
  statement:
    row.statement_id === null || row.statement_year === null || row.statement_sequence === null
      ? null
      : {
          id: row.statement_id,
          number: statementNumber({ year: row.statement_year, sequence: row.statement_sequence }),
        },
})

/** Every member who looks after money hears of it, so that a stranger's change is noticed. */
const mailChange = (
  ctx: ConsoleCtx,
  partnerId: string,
  {
    provider,
    iban,
    settlesAt,
  }: { provider: ProviderName | null; iban: string | null; settlesAt: Date },
): Promise<void> =>
  mailMoneyMembers(
    ctx,
    {
      key: `payout account ${partnerId} ${ctx.clock.now().toISOString()}`,
      partnerId,
      page: 'payouts',
    },
    (t, partner, locale) => {
      const facts = {
        partner,
        iban: iban === null ? '' : maskIban(iban),
        provider: provider === null ? '' : t(`mails.payout_account.provider.${provider}`),
        day: formatDay(settlesAt.toISOString(), locale, zoneAt(ctx.zones, settlesAt)),
      }
      return {
        subject: t('mails.payout_account.subject', facts),
        paragraphs: [
          provider === null
            ? t('mails.payout_account.lead', facts)
            : t('mails.payout_account.lead_provider', facts),
          t('mails.payout_account.what', facts),
        ],
        action: t('mails.payouts.action'),
      }
    },
  )
