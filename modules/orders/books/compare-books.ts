import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { formatAmount, type Currency } from '#lib/money.ts'
import { DEFAULT_LOCALE } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { queueMail } from '#modules/mail/public.ts'
import { compareDay, type Difference } from './compare-day.ts'
import { GatewayUnavailable } from '../gateways/gateway.ts'
import {
  insertDifference,
  lastComparedDay,
  listComparedGateways,
  noteDay,
  type Sum,
} from './ledger-data.ts'
import { receiptWords } from '../invoices/receipt-words.ts'
import type { SettleNeeds } from '../settle-payment.ts'

type Needs = SettleNeeds & Pick<Services, 'alertMailTo'>

/**
 * What a day may still be about when it is over: answers that were late, a clock that is not ours.
 */
const GRACE_SECONDS = 1800
/** Days made up for in one call. */
const MOST_DAYS = 31

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const dayAfter = (day: string): string => dayOf(secondsAfter(new Date(`${day}T00:00:00Z`), 86_400))

/**
 * PAY-22: the gateway's book beside ours, one day (UTC) after the other up to yesterday; called by
 * the hourly housekeeping, and a day is done once. Each difference is a row that stays until
 * somebody has said what it was. A gateway that is away is asked again at the next call. So are
 * those that were today's before, as long as they have keys: money goes back there, or is taken
 * back, for months.
 */
export async function compareBooks(services: Needs): Promise<void> {
  const former = (await listComparedGateways(services.db))
    .filter((name) => name !== services.gateway.name)
    .map((name) => services.formerGateway(name))
    .filter((gateway) => gateway !== null)
  for (const gateway of [services.gateway, ...former])
    await compareBooksAt({ ...services, gateway })
}

async function compareBooksAt(services: Needs): Promise<void> {
  const { compared, first } = await lastComparedDay(services.db, services.gateway.name)
  const last = dayOf(secondsAfter(services.clock.now(), -86_400 - GRACE_SECONDS))
  let day = compared === null ? first : dayAfter(compared)
  for (
    let done = 0;
    day !== null && day <= last && done < MOST_DAYS;
    done += 1, day = dayAfter(day)
  ) {
    try {
      await compareBooksOf(services, day)
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error
      services.log.warn({ error, day }, 'the gateway showed no book; it is asked again')
      return
    }
  }
}

/**
 * One day again, as often as anybody likes: what was found before is not found twice. Answers what
 * is new.
 */
export async function compareBooksOf(services: Needs, day: string): Promise<Difference[]> {
  const gateway = services.gateway.name
  const { movements, differences } = await compareDay(services, day)
  const now = services.clock.now()
  const fresh = await inTransaction(services, async (trx) => {
    const found: Difference[] = []
    for (const difference of differences) {
      if (await insertDifference(trx, { id: newId('dif'), gateway, day, ...difference }, now))
        found.push(difference)
    }
    await noteDay(trx, { gateway, day, movements }, now)
    if (found.length > 0 && services.alertMailTo !== null) {
      const t = receiptWords(DEFAULT_LOCALE)
      await queueMail(services, trx, {
        key: `ledger ${gateway} ${day} ${now.toISOString()}`,
        to: services.alertMailTo,
        locale: DEFAULT_LOCALE,
        subject: t('ledger.mail.subject', { day, count: found.length }),
        paragraphs: [
          t('ledger.mail.lead', { gateway }),
          ...found.slice(0, 20).map((one) => lineOf(one)),
        ],
        footnote: t('ledger.mail.what'),
      })
    }
    return found
  })
  for (const difference of fresh)
    services.log.warn({ gateway, day, ...difference }, 'the books differ')
  return fresh
}

const sumText = (sum: Sum | null) =>
  sum === null ? '–' : formatAmount(sum.amountMinor, sum.currency as Currency)

function lineOf({ kind, ours, theirs, order_number: orderNumber, subject }: Difference): string {
  const t = receiptWords(DEFAULT_LOCALE)
  return t('ledger.mail.line', {
    what: t(`ledger.kind.${kind}`),
    order: orderNumber ?? subject,
    ours: sumText(ours),
    theirs: sumText(theirs),
  })
}
