import type { Db } from '#db/client.ts'
import { formatDay } from '#lib/clock.ts'
import { isOneAddress } from '#lib/field-rules.ts'
import { type Locale, pickText } from '#lib/locale.ts'
import { readMarket } from '#lib/market.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { type Services, siteOrigin } from '#kernel/context.ts'
import { helpAddress, mailWords, onOneLine, queueMail as queue } from '#modules/mail/public.ts'
import { addressOf, insertEvent, type PlanVersion, type SubscriptionRow, timeOf } from './data.ts'
import { GRACE_DAYS, type MailKind, UNPAID_DAYS } from './rules.ts'

interface About {
  row: SubscriptionRow
  version: PlanVersion
  kind: MailKind
  /** Tells mails of one kind about one subscription apart. */
  key: string
  /** The order that it tells of, in place of the plan's price. */
  charged?: { total_minor: number; currency: string }
  facts?: Record<string, string>
}

/** The invoice address, else the account that last agreed to something; null after an erasure. */
const findRecipient = async (trx: Db, row: SubscriptionRow): Promise<string | null> => {
  const addressId = await addressOf(trx, row)
  const address =
    addressId === null
      ? undefined
      : await trx
          .selectFrom('addresses')
          .select('email')
          .where('id', '=', addressId)
          .executeTakeFirst()
  if (address && isOneAddress(address.email)) return address.email
  const consent = await trx
    .selectFrom('consents')
    .select('account')
    .where('store_id', '=', row.store_id)
    .orderBy('agreed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const email = (consent?.account as { email?: string } | undefined)?.email ?? ''
  return isOneAddress(email) ? email : null
}

const findNames = (trx: Db, row: SubscriptionRow) =>
  trx
    .selectFrom('items')
    .innerJoin('stores', (join) => join.on('stores.id', '=', row.store_id))
    .leftJoin('item_texts', (join) =>
      join.onRef('item_texts.item_id', '=', 'items.id').on('item_texts.locale', '=', row.locale),
    )
    .select(['items.market', 'items.name', 'item_texts.name as local_name', 'stores.domain'])
    .where('items.id', '=', row.item_id)
    .executeTakeFirstOrThrow()

/** Days that a mail names, by kind: dates are the subscription's own. */
const dayOf = (row: SubscriptionRow, kind: MailKind): Date => {
  const since = row.past_due_since ?? row.period_until
  const later = (days: number) => new Date(since.getTime() + days * 86_400_000)
  if (kind === 'charge_failed' || kind === 'confirm_payment') return later(GRACE_DAYS)
  return kind === 'paused' ? later(UNPAID_DAYS) : row.period_until
}

/** Queues a mail to the owner in the transaction of the change it tells of. */
export async function queueMail(
  services: Services,
  trx: Db,
  { row, version, kind, key, charged, facts = {} }: About,
): Promise<void> {
  const to = await findRecipient(trx, row)
  if (to === null) return
  const names = await findNames(trx, row)
  const locale = row.locale as Locale
  const market = readMarket(names.market)
  const t = mailWords(locale)
  const said = kind === 'trial_ends' && row.agreed_at !== null ? 'trial_ends_agreed' : kind
  const params = {
    item: onOneLine(names.local_name ?? names.name),
    domain: names.domain,
    plan: onOneLine(pickText(version.name, locale) || names.name),
    day: formatDay(dayOf(row, kind), locale, row.time_zone),
    amount: charged
      ? formatAmount(charged.total_minor, charged.currency as Currency)
      : formatAmount(version.amountMinor, version.currency as Currency),
    ...facts,
  }
  const mailKey = `subscription ${row.id} ${said} ${key}`
  await queue(services, trx, {
    key: mailKey,
    to,
    locale,
    platform: row.platform_id,
    subject: t(`mails.subscription.${said}.subject`, params),
    paragraphs: [t(`mails.subscription.${said}.text`, params)],
    action: {
      label: t(`mails.subscription.${said}.action`),
      url: `${siteOrigin(services, market, row.platform_id)}/account/subscriptions/${row.id}${PAYS.has(kind) ? '/pay' : ''}?hl=${locale.toUpperCase()}`,
    },
    footnote: t('mails.subscription.why', { mail: helpAddress(services, market, row.platform_id) }),
  })
  await insertEvent(trx, row.id, {
    kind: 'mailed',
    facts: { about: said, key: mailKey },
    at: (await timeOf(services, trx, row.store_id)).now,
  })
}

/** Their link leads to the payment. */
const PAYS: ReadonlySet<MailKind> = new Set([
  'charge_failed',
  'confirm_payment',
  'paused',
  'ended_owing',
  'last_charge_failed',
])
