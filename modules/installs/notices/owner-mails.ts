import { formatDay } from '#lib/dates.ts'
import { pickText, type Locale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'
import { findItem } from '#modules/catalog/public.ts'
import { helpAddress, mailWords, type Mail } from '#modules/mail/public.ts'
import { siteOrigin, type SiteOrigins } from '#kernel/site-origin.ts'
import { findInstallationById, findLiveInstallation } from '../data.ts'
import type {
  AppealAnswered,
  ReviewTakenDown,
  ScriptsChanged,
  StoppedItem,
  UpdateFailed,
} from './note-for-owner.ts'

export interface To {
  key: string
  to: string
  locale: Locale
  storeId: string
}
type Needs = Pick<Services, 'db'> & SiteOrigins

/** Of the demo's and the panel's pages alike: signed in, it shows what the mail is about. */
const pageOf = (
  services: Needs,
  { market, platformId }: { market: 'app' | 'theme'; platformId: number },
  path: string,
  locale: Locale,
) => `${siteOrigin(services, market, platformId)}${path}?hl=${locale.toUpperCase()}`

const storeOf = ({ db }: Needs, storeId: string): Promise<{ domain: string; platformId: number }> =>
  db
    .selectFrom('stores')
    .select(['domain', 'platform_id as platformId'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()

/** Null when the item has left the shop since. */
export async function updateFailedMail(
  services: Needs,
  { storeId, ...to }: To,
  { installationId, itemId, version }: UpdateFailed,
): Promise<Mail | null> {
  const [item, there, { domain, platformId }] = await Promise.all([
    findItem(services, { id: itemId }, to.locale),
    findInstallationById(services.db, installationId),
    storeOf(services, storeId),
  ])
  if (!item || !there || there.state === 'uninstalled') return null
  const t = mailWords(to.locale)
  const kept = (
    await services.db
      .selectFrom('releases')
      .select('version')
      .where('id', '=', there.release_id)
      .executeTakeFirstOrThrow()
  ).version
  const names = { item: item.name, domain, version, kept }
  return {
    ...to,
    subject: t('mails.update_failed.subject', names),
    paragraphs: [
      t('mails.update_failed.lead', names),
      t(
        there.state === 'needs_action' ? 'mails.update_failed.stuck' : 'mails.update_failed.kept',
        names,
      ),
    ],
    action: {
      label: t('mails.update_failed.look'),
      url: pageOf(
        services,
        { market: item.market, platformId },
        `/account/installed/${item.slug}`,
        to.locale,
      ),
    },
    footnote: t('mails.owner.why'),
  }
}

export async function scriptsChangedMail(
  services: Needs,
  { storeId, ...to }: To,
  { parts }: ScriptsChanged,
): Promise<Mail> {
  const t = mailWords(to.locale)
  const { domain, platformId } = await storeOf(services, storeId)
  const lines: string[] = []
  for (const { itemId, title, what } of parts.slice(0, 20)) {
    const item = await findItem(services, { id: itemId }, to.locale)
    lines.push(
      t(`mails.scripts.${what}`, { item: item?.name ?? '', title: pickText(title, to.locale) }),
    )
  }
  return {
    ...to,
    subject: t('mails.scripts.subject', { domain }),
    paragraphs: [t('mails.scripts.lead', { domain }), lines.join('\n'), t('mails.scripts.what')],
    action: {
      label: t('mails.scripts.look'),
      url: pageOf(services, { market: 'app', platformId }, '/account/scripts', to.locale),
    },
    footnote: t('mails.owner.why'),
  }
}

/** Null when the item has left the shop since. */
export async function itemStoppedMail(
  services: Needs,
  { storeId, ...to }: To,
  isStopped: boolean,
  { itemId, notice }: StoppedItem,
): Promise<Mail | null> {
  const [item, there, { domain, platformId }] = await Promise.all([
    findItem(services, { id: itemId }, to.locale),
    findLiveInstallation(services.db, storeId, itemId),
    storeOf(services, storeId),
  ])
  if (!item || !there) return null
  const t = mailWords(to.locale)
  const names = { item: item.name, domain }
  return {
    ...to,
    subject: t(isStopped ? 'mails.stopped.subject' : 'mails.lifted.subject', names),
    paragraphs: isStopped
      ? [t('mails.stopped.lead', names), notice, t('mails.stopped.what')]
      : [t('mails.lifted.lead', names)],
    action: {
      label: t('mails.update_failed.look'),
      url: pageOf(
        services,
        { market: item.market, platformId },
        `/account/installed/${item.slug}`,
        to.locale,
      ),
    },
    footnote: t('mails.owner.why'),
  }
}

/** With the reasons, and where to object: on a page of the market, or by writing to its address. */
export async function reviewDownMail(
  services: Needs & Pick<Services, 'operator'>,
  { storeId, ...to }: To,
  { itemId, facts, grounds, rule, appealUntil }: ReviewTakenDown,
): Promise<Mail | null> {
  const [item, { domain, platformId }] = await Promise.all([
    findItem(services, { id: itemId }, to.locale),
    storeOf(services, storeId),
  ])
  if (!item) return null
  const t = mailWords(to.locale)
  const names = { item: item.name, domain }
  return {
    ...to,
    subject: t('mails.review_down.subject', names),
    paragraphs: [
      t('mails.review_down.lead', names),
      t('mails.statement.facts'),
      facts,
      t(`mails.statement.grounds.${grounds}`, { rule }),
      t('mails.review_down.appeal', {
        day: formatDay(new Date(appealUntil), to.locale),
        address: helpAddress(services, 'app', platformId),
      }),
    ],
    action: {
      label: t('mails.store_appeal.look'),
      url: pageOf(services, { market: item.market, platformId }, '/account/reviews', to.locale),
    },
    footnote: t('mails.owner.why'),
  }
}

/** What became of a store's objection. */
export async function appealAnsweredMail(
  services: Needs,
  { storeId, ...to }: To,
  { objectName, outcome, reasons }: AppealAnswered,
): Promise<Mail> {
  const t = mailWords(to.locale)
  const { domain, platformId } = await storeOf(services, storeId)
  const names = { item: objectName, domain }
  return {
    ...to,
    subject: t('mails.store_appeal.subject', names),
    paragraphs: [t(`mails.store_appeal.${outcome}`, names), reasons],
    action: {
      label: t('mails.store_appeal.look'),
      url: pageOf(services, { market: 'app', platformId }, '/account/reviews', to.locale),
    },
    footnote: t('mails.owner.why'),
  }
}
