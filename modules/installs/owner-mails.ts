import { type Locale, type Text, pickText } from '#lib/locale.ts'
import { dayInWords, type Services, type SiteOrigins, siteOrigin } from '#kernel/context.ts'
import { findItem } from '#modules/catalog/public.ts'
import { type Mail, helpAddress, mailWords, onOneLine } from '#modules/mail/public.ts'
import { findInstallationById, findLiveInstallation } from './data.ts'

export interface To {
  key: string
  to: string
  locale: Locale
  platform: number
  storeId: string
}
type Needs = Pick<Services, 'db'> & SiteOrigins

/** A page of the storefront; signed in, it shows what the mail is about. */
const pageOf = (
  services: Needs,
  { market, platformId }: { market: 'app' | 'theme'; platformId: number },
  path: string,
  locale: Locale,
) => `${siteOrigin(services, market, platformId)}${path}?hl=${locale.toUpperCase()}`

export const storeOf = (
  { db }: Pick<Needs, 'db'>,
  storeId: string,
): Promise<{ domain: string; platformId: number }> =>
  db
    .selectFrom('stores')
    .select(['domain', 'platform_id as platformId'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()

/** Null when the item was uninstalled meanwhile. */
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

/** Null when the theme was uninstalled meanwhile. */
export async function themeFailedMail(
  services: Needs,
  { storeId, ...to }: To,
  { installationId, failure, came }: ThemeFailed,
): Promise<Mail | null> {
  const there = await findInstallationById(services.db, installationId)
  const item = there && (await findItem(services, { id: there.item_id }, to.locale))
  if (!item || there.state === 'uninstalled') return null
  const { domain, platformId } = await storeOf(services, storeId)
  const t = mailWords(to.locale)
  const names = { item: item.name, domain }
  return {
    ...to,
    subject: t(came ? 'mails.theme_failed.subject' : 'mails.theme_failed.subject_back', names),
    paragraphs: [
      t(came ? 'mails.theme_failed.lead' : 'mails.theme_failed.lead_back', names),
      t(
        failure === 'installs.store_unreachable'
          ? 'mails.theme_failed.away'
          : 'mails.theme_failed.what',
      ),
    ],
    action: {
      label: t('mails.update_failed.look'),
      url: pageOf(services, { market: 'theme', platformId }, '/account/installed', to.locale),
    },
    footnote: t('mails.owner.why'),
  }
}

/** Null when the item is gone. */
export async function reviewAnsweredMail(
  services: Needs,
  { storeId, ...to }: To,
  { itemId }: ReviewAnswered,
): Promise<Mail | null> {
  const item = await findItem(services, { id: itemId }, to.locale)
  if (!item) return null
  const { domain, platformId } = await storeOf(services, storeId)
  const t = mailWords(to.locale)
  const names = { item: item.name, domain }
  return {
    ...to,
    subject: t('mails.review_answered.subject', names),
    paragraphs: [t('mails.review_answered.lead', names)],
    action: {
      label: t('mails.review_answered.look'),
      url: pageOf(
        services,
        { market: item.market, platformId },
        `/${item.slug}/reviews`,
        to.locale,
      ),
    },
    footnote: t('mails.owner.why'),
  }
}

/** Null when the item is gone. The note is read on the page. */
export async function approvalAskedMail(
  services: Needs,
  { storeId, ...to }: To,
  { itemId, person }: ApprovalAsked,
): Promise<Mail | null> {
  const item = await findItem(services, { id: itemId }, to.locale)
  if (!item) return null
  const { domain, platformId } = await storeOf(services, storeId)
  const t = mailWords(to.locale)
  const names = { item: onOneLine(item.name), domain, person: onOneLine(person) }
  return {
    ...to,
    subject: t('mails.approval_asked.subject', names),
    paragraphs: [t('mails.approval_asked.lead', names)],
    action: {
      label: t('mails.approval_asked.look'),
      url: pageOf(services, { market: item.market, platformId }, '/account/installed', to.locale),
    },
    footnote: t('mails.owner.why'),
  }
}

/** Null when the item is gone. The text is read on the page: mails are kept by others, too. */
export async function helpAnsweredMail(
  services: Needs,
  { storeId, ...to }: To,
  { itemId, threadId }: HelpAnswered,
): Promise<Mail | null> {
  const item = await findItem(services, { id: itemId }, to.locale)
  if (!item) return null
  const { domain, platformId } = await storeOf(services, storeId)
  const t = mailWords(to.locale)
  const names = { item: item.name, domain }
  return {
    ...to,
    subject: t('mails.help_answered.subject', names),
    paragraphs: [t('mails.help_answered.lead', names)],
    action: {
      label: t('mails.help_answered.look'),
      url: pageOf(
        services,
        { market: item.market, platformId },
        `/account/support/${threadId}`,
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

/** Null when the item was uninstalled meanwhile. */
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

/** With the reasons, and where to object: on a page of the market or by mail. */
export async function reviewDownMail(
  services: Needs & Pick<Services, 'operator' | 'clock' | 'zones'>,
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
        day: dayInWords(services, new Date(appealUntil), to.locale),
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

/** Events that an owner learns by mail, because they happened without them. */
export type OwnerNotice =
  | { kind: 'update_failed'; runId: string; facts: UpdateFailed }
  | { kind: 'theme_failed'; scheduleId: string; facts: ThemeFailed }
  | { kind: 'review_answered'; answerId: string; facts: ReviewAnswered }
  | { kind: 'question_answered' | 'help_answered'; answerId: string; facts: HelpAnswered }
  | { kind: 'approval_asked'; approvalId: string; facts: ApprovalAsked }
  | { kind: 'scripts_changed'; at: Date; facts: ScriptsChanged }
  | { kind: 'saved_cheaper' | 'saved_ready'; subject: string; facts: SavedItemNews }
  | { kind: 'review_down'; facts: ReviewTakenDown }
  | { kind: 'appeal_answered'; facts: AppealAnswered }

/** An item that the store saved for later. */
export interface SavedItemNews {
  itemId: string
}

/** The text of a store's review was taken down. */
export interface ReviewTakenDown {
  itemId: string
  statementId: string
  facts: string
  grounds: 'contract' | 'law'
  rule: string
  appealUntil: string
}

/** A store's appeal was answered. */
export interface AppealAnswered {
  statementId: string
  objectName: string
  outcome: 'upheld' | 'reversed'
  reasons: string
}

/** Facts of `recordStoreNotices`. */
export interface StoppedItem {
  itemId: string
  notice: string
}

/** The developer answered a review of this store. */
export interface ReviewAnswered {
  itemId: string
}

/** The seller of an item answered a question of this store. */
export interface HelpAnswered {
  itemId: string
  threadId: string
}

/** Somebody of the store's team asks for an item. */
export interface ApprovalAsked {
  itemId: string
  person: string
}

/** A scheduled change of the live theme did not happen. */
export interface ThemeFailed {
  installationId: string
  itemId: string
  failure: string
  /** It should have come live; otherwise it should have stepped back. */
  came: boolean
}

export interface UpdateFailed {
  installationId: string
  itemId: string
  version: string
}
export interface ScriptsChanged {
  parts: { itemId: string; title: Text; what: 'changed' | 'gone' }[]
}
