import { formatDay } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { onOneLine } from '#modules/mail/public.ts'
import { insertEntry, listStatementRows } from '../data.ts'
import { mailMoneyMembers, type MailServices } from '../member-mails.ts'
import { endLine, type LineRow } from './data.ts'
import { moveAmount } from './ledger.ts'
import { batchNumber, type TransferFailure } from './rules.ts'

// How a line of a batch ends, in the caller's transaction. The caller holds the earnings lock.

/** At most one statement of each currency is due. */
const MOST_CURRENCIES = 50

/** The entry of the payout, which also pays the newest statement if that is due. */
export async function payLine(
  services: MailServices,
  line: LineRow,
  { day, reference, by }: { day: string; reference: string; by: string },
): Promise<void> {
  const now = services.clock.now()
  await endLine(services.db, line.id, {
    ended_by: by,
    ended_at: now,
    state: 'paid',
    day,
    reference,
  })
  const statement = (
    await listStatementRows(services.db, {
      partnerId: line.partner_id,
      due: true,
      after: null,
      most: MOST_CURRENCIES,
    })
  ).find((one) => one.currency === line.currency)
  await insertEntry(
    {
      id: newId('ere'),
      partner_id: line.partner_id,
      currency: line.currency,
      kind: 'payout',
      at: now,
      amount_minor: -line.amount_minor,
      reference,
      noted_by: by,
      payout_line_id: line.id,
      pays_id: statement?.id ?? null,
      paidOn: day,
    },
    services.db,
  )
  await mailLine(services, line, { day, reference })
}

/** Makes the amount payable again. `isTold`: the partner may have heard of the payout. */
export async function failLine(
  services: MailServices,
  line: LineRow,
  { why, by, isTold }: { why: Failure; by: string; isTold: boolean },
): Promise<void> {
  const now = services.clock.now()
  await endLine(services.db, line.id, {
    ended_by: by,
    ended_at: now,
    state: 'failed',
    reason: 'reason' in why ? why.reason : why.failure,
  })
  await moveAmount(services.db, {
    posting: `failed ${line.id}`,
    partnerId: line.partner_id,
    currency: line.currency,
    amountMinor: line.amount_minor,
    from: 'reserve',
    to: 'payable',
    at: now,
  })
  if (isTold) await mailLine(services, line, why)
}

/** An operator's words, or a code that is told in the partner's language. */
type Failure = { reason: string } | { failure: TransferFailure }

/** Mails the partner that a payout was sent, or why it was not. */
const mailLine = (
  services: MailServices,
  line: LineRow,
  outcome: { day: string; reference: string } | Failure,
): Promise<void> =>
  mailMoneyMembers(
    services,
    { key: `payout ${line.id}`, partnerId: line.partner_id, page: 'payouts' },
    (t, partner, locale) => {
      const facts = {
        partner,
        number: batchNumber(line),
        amount: formatAmount(line.amount_minor, line.currency as Currency),
      }
      return 'day' in outcome
        ? {
            subject: t('mails.payout.subject', facts),
            paragraphs: [
              t('mails.payout_sent.lead', {
                ...facts,
                day: formatDay(outcome.day, locale, 'UTC'),
                reference: onOneLine(outcome.reference, 100),
              }),
            ],
            action: t('mails.payouts.action'),
          }
        : {
            subject: t('mails.payout_failed.subject', facts),
            paragraphs: [
              t('mails.payout_failed.lead', facts),
              'reason' in outcome
                ? outcome.reason
                : t(`mails.payout_failed.failure.${outcome.failure}`),
            ],
            action: t('mails.payouts.action'),
          }
    },
  )
