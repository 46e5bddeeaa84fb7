import { z } from 'zod'
import type { HttpClient } from '#lib/http.ts'
import { plainAmount } from '#lib/money.ts'
import { type IyzicoCalls, iyzicoCalls, iyzicoSigner, readRefusal } from '#modules/orders/public.ts'
import type { CompanyKind } from '../rules.ts'
import {
  type Applicant,
  type Connection,
  type PayoutProvider,
  ProviderRefused,
  ProviderUnavailable,
  type TransferOrder,
  type TransferResult,
} from './provider.ts'

// iyzico: sub-merchants for who is paid, mass payouts for the money (docs/decisions/0058).

const ref = z.string().min(1).max(200)

const keyAnswer = z.object({ status: z.literal('success'), subMerchantKey: ref.nullish() })
const subMerchantAnswer = z.object({
  status: z.literal('success'),
  subMerchantKey: ref,
  iban: z.string().max(64).nullish(),
})
type SubMerchant = z.infer<typeof subMerchantAnswer>
const initAnswer = z.object({
  status: z.literal('success'),
  requestId: ref,
  invalidItems: z.array(z.unknown()).nullish(),
})
const doneAnswer = z.object({ status: z.literal('success') })
const retrieveAnswer = z.object({
  status: z.literal('success'),
  massPayout: z.object({ massPayoutStatus: z.string().max(60) }),
  massPayoutItems: z.object({
    items: z
      .array(
        z.object({
          itemExternalId: z.string().max(200),
          referenceCode: z.string().max(200).nullish(),
          itemStatus: z.string().max(60),
        }),
      )
      .max(100),
  }),
})
type Found = z.infer<typeof retrieveAnswer>

/** No sub-merchant has this id. */
const UNKNOWN_SUB_MERCHANT = 2_001
const LOCALE = { locale: 'tr' }

const TYPE_OF: Record<CompanyKind, string> = {
  person: 'PERSONAL',
  sole_trader: 'PRIVATE_COMPANY',
  company: 'LIMITED_OR_JOINT_STOCK_COMPANY',
}

/** The fields that iyzico asks of each type. */
function subMerchantOf({ holder, taxNumber, email, form }: Applicant) {
  if (!form) throw new Error('iyzico registers sub-merchants by our form')
  const [surname = holder, ...names] = holder.split(' ').toReversed()
  return {
    ...LOCALE,
    name: holder,
    email,
    gsmNumber: form.phone,
    address: form.address,
    iban: form.iban,
    currency: 'TRY',
    ...(form.kind === 'person' && {
      contactName: names.toReversed().join(' ') || surname,
      contactSurname: surname,
    }),
    ...(form.kind !== 'company' && { identityNumber: taxNumber }),
    ...(form.kind === 'company' && { taxNumber }),
    ...(form.kind !== 'person' && { taxOffice: form.taxOffice, legalCompanyTitle: holder }),
  }
}

/** DEPOSIT: the money of an item that failed, on its way back to the market. */
const FAILED_ITEMS = [
  'FAILED',
  'INVALID',
  'MASS_PAYOUT_CANCELED',
  'DEPOSIT_SUCCESS',
  'DEPOSIT_FAIL',
]

function stepOf(found: Found, key: string): TransferResult | { kind: 'none' } {
  const [item, ...others] = found.massPayoutItems.items
  if (!item || others.length > 0 || item.itemExternalId !== key) return { kind: 'unknown' }
  if (item.itemStatus === 'SUCCESS') return { kind: 'paid', transferRef: item.referenceCode ?? key }
  if (FAILED_ITEMS.includes(item.itemStatus)) return { kind: 'refused', failure: 'account_refused' }
  if (found.massPayout.massPayoutStatus === 'INSUFFICIENT_BALANCE')
    return { kind: 'refused', failure: 'market_balance' }
  // Not authorised yet: no money moves until it is.
  if (item.itemStatus === 'INIT' && found.massPayout.massPayoutStatus === 'INIT')
    return { kind: 'none' }
  return { kind: 'pending' }
}

const isTemporary = (failure: Parameters<typeof readRefusal>[0]) =>
  ['busy', 'unsure'].includes(readRefusal(failure).kind)

/** Who is paid: registered once, known by the partner's id. */
function subMerchants(calls: IyzicoCalls) {
  async function readSubMerchant(partnerId: string): Promise<SubMerchant | null> {
    const called = await calls.post(
      '/onboarding/submerchant/detail',
      { ...LOCALE, subMerchantExternalId: partnerId },
      subMerchantAnswer,
    )
    if (called.kind === 'answer') return called.answer
    if (called.kind === 'failure' && called.errorCode === UNKNOWN_SUB_MERCHANT) return null
    throw new ProviderUnavailable('iyzico')
  }

  /** The external id of a sub-merchant is the partner's: we know it by that. */
  async function connect(applicant: Applicant): Promise<Connection> {
    const known = await readSubMerchant(applicant.partnerId)
    const fields = subMerchantOf(applicant)
    const called = known
      ? await calls.put(
          '/onboarding/submerchant',
          { ...fields, subMerchantKey: known.subMerchantKey },
          keyAnswer,
        )
      : await calls.post(
          '/onboarding/submerchant',
          {
            ...fields,
            subMerchantExternalId: applicant.partnerId,
            subMerchantType: TYPE_OF[applicant.form?.kind ?? 'company'],
          },
          keyAnswer,
        )
    if (called.kind === 'silent') throw new ProviderUnavailable('iyzico')
    if (called.kind === 'failure')
      throw isTemporary(called)
        ? new ProviderUnavailable('iyzico')
        : new ProviderRefused('iyzico', String(called.errorCode))
    return { accountRef: applicant.partnerId, state: 'ready', missing: [] }
  }

  async function readAccount(accountRef: string): Promise<Omit<Connection, 'accountRef'> | null> {
    const account = await readSubMerchant(accountRef)
    if (!account) return null
    return account.iban
      ? { state: 'ready', missing: [] }
      : { state: 'restricted', missing: ['bank_account'] }
  }

  return { connect, readAccount }
}

/** The money: one mass payout with one item for each transfer. */
function massPayouts(calls: IyzicoCalls): Pick<PayoutProvider, 'prepare' | 'send' | 'find'> {
  /**
   * Stores the payout at iyzico, where it waits for `send`. A lost answer leaves one that nobody
   * authorises, so it is simply stored again.
   */
  async function prepare(order: TransferOrder) {
    const { holder, iban } = order.recipient
    if (iban === null) return { kind: 'refused' as const, failure: 'account_not_ready' as const }
    const called = await calls.post(
      '/v1/mass/payout/init',
      {
        externalId: `${order.key}-${crypto.randomUUID()}`,
        conversationId: order.key,
        purpose: 'GOODS',
        items: [
          {
            itemExternalId: order.key,
            recipientType: 'IBAN',
            recipientInfo: iban,
            recipientName: holder,
            amount: {
              value: Number(plainAmount(order.amountMinor, order.currency)),
              currency: order.currency,
            },
            description: order.description,
          },
        ],
      },
      initAnswer,
      LOCALE,
    )
    if (called.kind === 'silent') return { kind: 'unknown' as const }
    if (called.kind === 'failure')
      return isTemporary(called)
        ? { kind: 'unknown' as const }
        : { kind: 'refused' as const, failure: 'refused' as const }
    if ((called.answer.invalidItems ?? []).length > 0)
      return { kind: 'refused' as const, failure: 'account_refused' as const }
    return { kind: 'prepared' as const, transferRef: called.answer.requestId }
  }

  async function find(
    order: TransferOrder,
    requestId: string,
  ): Promise<TransferResult | { kind: 'none' }> {
    const called = await calls.post(
      '/v1/mass/payout/retrieve',
      { requestId, itemType: 'VALID', page: 0, size: 10 },
      retrieveAnswer,
      LOCALE,
    )
    return called.kind === 'answer' ? stepOf(called.answer, order.key) : { kind: 'unknown' }
  }

  /** What iyzico does not authorise is cancelled, so that it certainly is never paid. */
  async function send(order: TransferOrder, requestId: string): Promise<TransferResult> {
    const called = await calls.post('/v1/mass/payout/auth', { requestId }, doneAnswer, LOCALE)
    if (called.kind === 'silent') return { kind: 'unknown' }
    const found = await find(order, requestId)
    if (called.kind === 'failure') {
      if (isTemporary(called) || found.kind !== 'none')
        return found.kind === 'none' ? { kind: 'unknown' } : found
      const cancelled = await calls.post(
        `/v1/mass/payout/cancel/${encodeURIComponent(requestId)}`,
        {},
        doneAnswer,
        LOCALE,
      )
      return cancelled.kind === 'answer'
        ? { kind: 'refused', failure: 'refused' }
        : { kind: 'unknown' }
    }
    return found.kind === 'none' ? { kind: 'unknown' } : found
  }

  return { prepare, send, find }
}

/** iyzico as a provider of payouts. */
export function createIyzicoProvider(
  {
    url,
    apiKey,
    secretKey,
    timeoutMs = 20_000,
  }: { url: string; apiKey: string; secretKey: string; timeoutMs?: number },
  { http }: { http: HttpClient },
): PayoutProvider {
  const calls = iyzicoCalls({ url, apiKey, timeoutMs }, iyzicoSigner(secretKey), http)

  const { connect, readAccount } = subMerchants(calls)
  const { prepare, find, send } = massPayouts(calls)

  return {
    name: 'iyzico',
    currencies: ['TRY'],
    countries: ['TR'],
    asksHere: true,
    // iyzico documents nothing that undoes an authorised payout.
    canReverse: false,
    connect,
    onboardingUrl: () => Promise.reject(new ProviderRefused('iyzico', 'no_page')),
    readAccount,
    prepare,
    send,
    find,
    reverse: () => Promise.resolve({ kind: 'refused', failure: 'refused' }),
  }
}
