import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PlanOffers } from '#db/types.gen.ts'
import { formatDay } from '#lib/clock.ts'
import { isOneAddress } from '#lib/field-rules.ts'
import { FALLBACK_LOCALE, type Locale, pickText, readLocale, type Text } from '#lib/locale.ts'
import { zoneAt } from '#lib/market-days.ts'
import { readMarket } from '#lib/market.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import { type Services, siteOrigin } from '#kernel/context.ts'
import { helpAddress, mailWords, onOneLine, queueMail as queue } from '#modules/mail/public.ts'
import { findConsentLocale } from '#modules/orders/public.ts'
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
  /** What goes back to the card, in the plan's currency. */
  refundMinor?: number
  facts?: Record<string, string>
}

/** The invoice address, else the account that last agreed to something; null after an erasure. */
const findRecipient = async (
  trx: Db,
  row: Pick<SubscriptionRow, 'address_id' | 'store_id'>,
): Promise<string | null> => {
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

const findNames = (trx: Db, row: Pick<SubscriptionRow, 'item_id' | 'store_id' | 'locale'>) =>
  trx
    .selectFrom('items')
    .innerJoin('stores', (join) => join.on('stores.id', '=', row.store_id))
    .leftJoin('item_texts', (join) =>
      join.onRef('item_texts.item_id', '=', 'items.id').on('item_texts.locale', '=', row.locale),
    )
    .select([
      'items.market',
      'items.slug',
      'items.name',
      'item_texts.name as local_name',
      'stores.domain',
    ])
    .where('items.id', '=', row.item_id)
    .executeTakeFirstOrThrow()

/** Days that a mail names, by kind: dates are the subscription's own. */
const dayOf = (row: SubscriptionRow, kind: MailKind): Date => {
  const since = row.past_due_since ?? row.period_until
  const later = (days: number) =>
    startOfDay(row.time_zone, dayAfter(dayIn(row.time_zone, since), days))
  if (kind === 'charge_failed' || kind === 'confirm_payment') return later(GRACE_DAYS)
  return kind === 'paused' ? later(UNPAID_DAYS) : row.period_until
}

/** Queues a mail to the owner in the transaction of the change it tells of. */
export async function queueMail(
  services: Services,
  trx: Db,
  { row, version, kind, key, charged, refundMinor = 0, facts = {} }: About,
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
    paragraphs: [
      t(`mails.subscription.${said}.text`, params),
      ...(refundMinor > 0
        ? [
            t('mails.subscription.refund', {
              amount: formatAmount(refundMinor, version.currency as Currency),
            }),
          ]
        : []),
    ],
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

/** Tells the owner of a store of an offer, in the transaction that makes it. */
export async function mailOffer(
  services: Services,
  trx: Db,
  {
    offer,
    store,
    partnerId,
  }: {
    offer: Selectable<PlanOffers>
    store: { id: string; domain: string; platform_id: number }
    partnerId: string
  },
): Promise<void> {
  const to = await findRecipient(trx, { address_id: null, store_id: store.id })
  if (to === null) return
  const locale = readLocale((await findConsentLocale(trx, store.id)) ?? null) ?? FALLBACK_LOCALE
  const names = await findNames(trx, { item_id: offer.item_id, store_id: store.id, locale })
  const { name: partner } = await trx
    .selectFrom('partners')
    .select('name')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  const market = readMarket(names.market)
  const t = mailWords(locale)
  const per = offer.period === 'year' ? 'year' : 'month'
  const params = {
    partner: onOneLine(partner),
    item: onOneLine(names.local_name ?? names.name),
    domain: store.domain,
    plan: onOneLine(pickText(offer.name as Text, locale) || names.name),
    price: t(`mails.offer.price.${per}`, {
      amount: formatAmount(offer.price_minor, offer.currency as Currency),
    }),
    day: formatDay(
      new Date(offer.expires_at.getTime() - 1),
      locale,
      zoneAt(services.zones, offer.created_at),
    ),
  }
  await queue(services, trx, {
    key: `offer ${offer.id}`,
    to,
    locale,
    platform: store.platform_id,
    subject: t('mails.offer.subject', params),
    paragraphs: [
      t('mails.offer.text', params),
      ...(offer.note === ''
        ? []
        : [t('mails.offer.note', { partner: params.partner, note: onOneLine(offer.note, 500) })]),
    ],
    action: {
      label: t('mails.offer.action'),
      url: `${siteOrigin(services, market, store.platform_id)}/subscribe/${names.slug}?plan=${offer.id}&hl=${locale.toUpperCase()}`,
    },
    footnote: t('mails.offer.why', {
      partner: params.partner,
      mail: helpAddress(services, market, store.platform_id),
    }),
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
