import type { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { personOf } from '#kernel/actor.ts'
import { type ConsoleCtx, inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findPartner } from '#modules/publishing/public.ts'
import { refuse } from '../errors.ts'
import { mailMoneyMembers } from '../member-mails.ts'
import { accountAudit, changeAccount, readAccount } from './accounts.ts'
import * as contract from './contract.ts'
import { type ConnectionRow, findAccount, findConnection, writeConnection } from './data.ts'
import type { PayoutDetails } from './details.ts'
import {
  type Applicant,
  type Connection,
  type PayoutProvider,
  ProviderRefused,
  ProviderUnavailable,
} from './providers/provider.ts'
import { isBankName } from './rules.ts'

const done = { success: true as const }
/** Between two looks at an account: the partner waits for one that is not ready. */
const CHECK_SECONDS = { pending: 300, restricted: 300, ready: 86_400 } as const
/** A provider that does not answer is asked again after. */
const RETRY_SECONDS = 900
const JOB = 'check-payout-account'

type Body = z.output<NonNullable<typeof contract.connectPayoutAccount.body>>

export const connectPayoutAccount = defineOperation({
  ...contract.connectPayoutAccount,
  audit: accountAudit,
  prepare: async (ctx, { params, body }) => {
    if (!(await findPartner(ctx.db, params.partner))) throw refuse('not_found')
    const provider = requireProvider(ctx, body.provider)
    const applicant = readApplicant(ctx, provider, params.partner, body)
    const known = await findConnection(ctx.db, params.partner, provider.name)
    // No provider lets an account move to another country.
    const knownRef = known?.country === body.country ? known.account_ref : null
    return told(async () => {
      const connection = await provider.connect(applicant, knownRef)
      return { applicant, connection, url: await linkTo(ctx, provider, params.partner, connection) }
    })
  },
  run: async (ctx, { params, body }, { applicant, connection, url }) => {
    const details: PayoutDetails = {
      holder: body.holder,
      iban: applicant.form?.iban ?? null,
      bic: null,
      taxNumber: body.tax_number,
    }
    const now = ctx.clock.now()
    await writeConnection(ctx.db, {
      id: newId('pca'),
      partner_id: params.partner,
      provider: body.provider,
      account_ref: connection.accountRef,
      country: body.country,
      connected_at: now,
      ...checked(connection, now),
    })
    await changeAccount(ctx, params.partner, {
      provider: body.provider,
      country: body.country,
      details,
    })
    return { url }
  },
})

export const continueConnection = defineOperation({
  ...contract.continueConnection,
  audit: accountAudit,
  prepare: async (ctx, { params }) => {
    const { provider, row } = await requireConnection(ctx, params.partner)
    return told(() =>
      linkTo(ctx, provider, params.partner, {
        accountRef: row.account_ref,
        state: 'restricted',
        missing: [],
      }),
    )
  },
  run: (_ctx, _input, url) => Promise.resolve({ url }),
})

export const checkConnection = defineOperation({
  ...contract.checkConnection,
  audit: accountAudit,
  prepare: async (ctx, { params }) => {
    const { provider, row } = await requireConnection(ctx, params.partner)
    return { row, now: await told(() => provider.readAccount(row.account_ref)) }
  },
  run: async (ctx, _input, { row, now }) => {
    await recordCheck(ctx, row, now)
    return done
  },
})

function requireProvider(
  { payoutProviders }: Pick<Services, 'payoutProviders'>,
  name: string | null,
): PayoutProvider {
  const provider = payoutProviders.find((one) => one.name === name)
  if (!provider) throw refuse('payouts.no_provider')
  return provider
}

/** The connected account to which the partner is paid. */
async function requireConnection(
  ctx: ConsoleCtx,
  partnerId: string,
): Promise<{ provider: PayoutProvider; row: ConnectionRow }> {
  const account = await findAccount(ctx.db, partnerId)
  const provider = requireProvider(ctx, account?.provider ?? null)
  const row = await findConnection(ctx.db, partnerId, provider.name)
  if (!row) throw refuse('payouts.no_provider')
  return { provider, row }
}

/** What the provider answers becomes a refusal that the partner can read. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw refuse('payouts.provider_away')
    if (error instanceof ProviderRefused) throw refuse('payouts.provider_refused')
    throw error
  }
}

/** Checks the fields that this provider needs, with a message for each. */
function readApplicant(
  ctx: ConsoleCtx & Parameters<typeof personOf>[0],
  { asksHere, countries }: PayoutProvider,
  partnerId: string,
  body: Body,
): Applicant {
  const fields: Record<string, FieldMessage> = {}
  if (!isBankName(body.holder)) fields.holder = { code: 'field.latin' }
  if (countries && !countries.includes(body.country)) fields.country = { code: 'field.invalid' }
  const { kind = 'company', phone = '', address = '', tax_office: taxOffice = '' } = body
  const account = readAccount({ iban: body.iban ?? '', bic: '' })
  if (asksHere) {
    Object.assign(fields, account.fields)
    for (const [name, value] of Object.entries({ phone, address }))
      if (value === '') fields[name] = { code: 'field.required' }
    if (kind !== 'person' && taxOffice === '') fields.tax_office = { code: 'field.required' }
  }
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
  return {
    partnerId,
    holder: body.holder,
    country: body.country,
    taxNumber: body.tax_number,
    email: personOf(ctx).email,
    form: asksHere ? { kind, iban: account.iban, phone, address, taxOffice } : null,
  }
}

/** The provider's page, from which the browser comes back to the partner's payouts. */
async function linkTo(
  { origins }: Pick<Services, 'origins'>,
  provider: PayoutProvider,
  partnerId: string,
  { accountRef, state }: Connection,
): Promise<string | null> {
  if (provider.asksHere || state === 'ready') return null
  const page = `${origins.console}/partner/${partnerId}/payouts`
  return provider.onboardingUrl(accountRef, {
    returnUrl: `${page}?connection=back`,
    refreshUrl: `${page}?connection=expired`,
  })
}

const checked = ({ state, missing }: Omit<Connection, 'accountRef'>, now: Date) => ({
  state,
  missing,
  checked_at: now,
  next_check_at: secondsAfter(now, CHECK_SECONDS[state]),
})

export const findDueConnections = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('connected_accounts')
      .select('id')
      .where('next_check_at', '<=', clock.now())
      .orderBy('next_check_at')
      .limit(100)
      .execute()
  ).map((row) => row.id)

/** Asks the provider how an account stands; the next time comes by itself. */
export async function checkPayoutAccount(services: Services, id: string): Promise<void> {
  const { db, clock, log } = services
  const row = await db
    .updateTable('connected_accounts')
    .set({ next_check_at: secondsAfter(clock.now(), RETRY_SECONDS) })
    .where('id', '=', id)
    .where('next_check_at', '<=', clock.now())
    .returningAll()
    .executeTakeFirst()
  const provider = services.payoutProviders.find((one) => one.name === row?.provider)
  if (!row || !provider) return
  try {
    const now = await provider.readAccount(row.account_ref)
    await inTransaction(services, (trx) => recordCheck({ ...services, db: trx }, row, now))
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    log.warn({ error, job: JOB, id }, 'a connected account was not checked')
  }
}

/** `now` null: the provider has no such account any more. Mails when it stops being ready. */
async function recordCheck(
  services: Pick<Services, 'db' | 'clock' | 'zones' | 'jobs' | 'sealing' | 'origins'>,
  row: ConnectionRow,
  now: Omit<Connection, 'accountRef'> | null,
): Promise<void> {
  const at = services.clock.now()
  const after = checked(now ?? { state: 'restricted', missing: ['other'] }, at)
  await services.db
    .updateTable('connected_accounts')
    .set(after)
    .where('id', '=', row.id)
    .where('account_ref', '=', row.account_ref)
    .execute()
  if (row.state !== 'ready' || after.state === 'ready') return
  const account = await findAccount(services.db, row.partner_id)
  if (account?.provider !== row.provider) return
  await mailMoneyMembers(
    services,
    {
      key: `connection ${row.id} ${at.toISOString()}`,
      partnerId: row.partner_id,
      page: 'payouts',
    },
    (t, partner) => ({
      subject: t('mails.payout_connection.subject', { partner }),
      paragraphs: [t('mails.payout_connection.lead', { partner })],
      action: t('mails.payouts.action'),
    }),
  )
}
