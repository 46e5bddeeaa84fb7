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
  decideAccount,
  findAccount,
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
  type IdentityState,
  isBankName,
  type LINE_STATES,
  maskIban,
  type PayoutCurrency,
  SETTLE_SECONDS,
} from './rules.ts'

const done = { success: true as const }
const PAGE = 50

export const getPayouts = defineOperation({
  ...contract.getPayouts,
  run: async (ctx, { params, query }) => {
    if (!(await findPartner(ctx.db, params.partner))) throw refuse('not_found')
    return presentPayouts(ctx, params.partner, query.after)
  },
})

/** Only keyed hashes of the details are logged: a sealed text differs after every change. */
const audit = {
  kind: 'payout_account',
  id: ({ params }: { params: { partner: string } }) => params.partner,
  read: async (db: Db, partnerId: string) => {
    const row = await findAccount(db, partnerId)
    return (
      row && {
        iban: row.details_sealed,
        country: row.country,
        state: row.identity,
        reason: row.reason,
      }
    )
  },
}

export const setPayoutAccount = defineOperation({
  ...contract.setPayoutAccount,
  audit,
  run: async (ctx, { params, body }) => {
    if (!(await findPartner(ctx.db, params.partner))) throw refuse('not_found')
    const details = readDetails(body)
    const before = await lockAccount(ctx.db, params.partner)
    const known = before && openDetails(ctx.sealing, before.details_sealed)
    const isSamePerson =
      known?.holder === details.holder &&
      known.taxNumber === details.taxNumber &&
      before?.country === body.country
    const isSameAccount = known?.iban === details.iban && known.bic === details.bic
    if (before && before.identity !== 'refused' && isSamePerson && isSameAccount) return done
    const now = ctx.clock.now()
    const settlesAt = secondsAfter(now, SETTLE_SECONDS)
    const isConfirmed = isSamePerson && before?.identity === 'confirmed'
    await writeAccount(ctx.db, {
      partner_id: params.partner,
      details_sealed: sealDetails(ctx.sealing, details),
      country: body.country,
      changed_at: now,
      settles_at: settlesAt,
      identity: isConfirmed ? 'confirmed' : 'submitted',
      reason: null,
      decided_by: isConfirmed ? before.decided_by : null,
      decided_at: isConfirmed ? before.decided_at : null,
    })
    await mailChange(ctx, params.partner, details, settlesAt)
    return done
  },
})

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
    const rows = await listPayees(ctx.db, partner?.id ?? null, query.state ?? null)
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
  audit,
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
  return {
    account: presentAccount(ctx, account),
    balances: balances.map(presentBalance),
    payouts: rows.map((row) => presentLine(ctx, row)),
    next,
  }
}

function presentAccount(
  { sealing, clock }: Pick<ConsoleCtx, 'sealing' | 'clock'>,
  row: AccountRow | undefined,
) {
  const details = row && openDetails(sealing, row.details_sealed)
  const isSettling = row !== undefined && row.settles_at > clock.now()
  return {
    identity: (row?.identity ?? 'missing') as IdentityState,
    reason: row?.reason ?? null,
    holder: details?.holder ?? null,
    iban: details ? maskIban(details.iban) : null,
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
  iban: maskIban(openDetails(sealing, row.details_sealed).iban),
  state: row.state as (typeof LINE_STATES)[number],
  paid_on: row.paid_day,
  reference: row.reference,
  reason: row.reason,
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
  { iban }: PayoutDetails,
  settlesAt: Date,
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
        iban: maskIban(iban),
        day: formatDay(settlesAt.toISOString(), locale, zoneAt(ctx.zones, settlesAt)),
      }
      return {
        subject: t('mails.payout_account.subject', facts),
        paragraphs: [t('mails.payout_account.lead', facts), t('mails.payout_account.what', facts)],
        action: t('mails.payouts.action'),
      }
    },
  )
