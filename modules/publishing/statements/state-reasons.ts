import type { Actor } from '#kernel/actor.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { onOneLine } from '#lib/one-line.ts'
import { insertStatement, markReversed } from './data.ts'
import {
  APPEAL_SECONDS,
  type About,
  type Automated,
  type Cause,
  type Decision,
  type Grounds,
} from './rules.ts'
import { isEmail } from '#lib/email.ts'
import type { Locale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { listOwners } from '../partners/profile-data.ts'

export type StatementNeeds = MailNeeds & { actor?: Actor }

export interface StatedReasons {
  about: About
  objectId: string
  /** Its name, for the mail and for later. */
  objectName: string
  /** Its owners are mailed. For a store (`storeId`) the caller notifies the owner. */
  partnerId: string | null
  storeId?: string
  decision: Decision
  grounds: Grounds
  /** Which rule of the contract, or which law. */
  rule: string
  /** What was found. */
  facts: string
  cause?: Cause
  automated?: Automated
  /** Null or omitted: until it is reversed. */
  endsAt?: Date | null
}

/**
 * Stores why something was decided against a partner or a store and mails the partner's owners, in
 * the caller's transaction (`ctx.db`), so that no decision exists without its reasons. The decider
 * is the signed-in person; without one it is a rule of the market. Returns the statement's id.
 */
export async function stateReasons(ctx: StatementNeeds, given: StatedReasons): Promise<string> {
  const [id, now] = [newId('sta'), ctx.clock.now()]
  const {
    about,
    objectId,
    partnerId,
    storeId = null,
    decision,
    grounds,
    rule,
    facts,
    cause = 'own',
    automated = 'no',
    endsAt = null,
  } = given
  const [objectName, appealUntil] = [
    onOneLine(given.objectName, 200) || objectId,
    secondsAfter(now, APPEAL_SECONDS),
  ]
  await insertStatement(ctx.db, {
    id,
    about,
    object_id: objectId,
    object_name: objectName,
    partner_id: partnerId,
    store_id: storeId,
    decision,
    grounds,
    rule,
    facts,
    cause,
    automated,
    decided_by: ctx.actor?.kind === 'person' ? ctx.actor.id : null,
    decided_at: now,
    ends_at: endsAt,
    appeal_until: appealUntil,
  })
  if (partnerId !== null)
    await mailStatement(ctx, {
      id,
      objectName,
      partnerId,
      decision,
      grounds,
      rule,
      facts,
      cause,
      automated,
      decidedAt: now,
      endsAt,
      appealUntil,
    })
  return id
}

/** Marks decisions against an object as reversed: they are no longer in force. */
export const endStatements = (
  ctx: Pick<StatementNeeds, 'db' | 'clock'>,
  objectId: string,
  decisions: readonly Decision[],
) => markReversed(ctx.db, { objectId, decisions }, ctx.clock.now())

type MailNeeds = Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>

const LANGUAGE: Record<Locale, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' }
const dayOf = (date: Date, locale: Locale) =>
  new Intl.DateTimeFormat(LANGUAGE[locale], {
    dateStyle: 'long',
    timeZone: 'Europe/Istanbul',
  }).format(date)

interface StatementMail {
  id: string
  objectName: string
  partnerId: string
  decision: Decision
  grounds: Grounds
  rule: string
  facts: string
  cause: Cause
  automated: Automated
  decidedAt: Date
  endsAt: Date | null
  appealUntil: Date
}

const statementUrl = ({ origins }: MailNeeds, partnerId: string, id: string, locale: Locale) =>
  `${origins.console}/partner/${partnerId}/statements/${id}?hl=${locale}`

/** Mails every owner in their language. */
async function mailStatement(ctx: MailNeeds, mail: StatementMail): Promise<void> {
  for (const owner of await listOwners(ctx.db, mail.partnerId)) {
    if (!isEmail(owner.email)) continue
    const locale = owner.locale as Locale
    const t = mailWords(locale)
    const name = onOneLine(mail.objectName, 100)
    await queueMail(ctx, ctx.db, {
      key: `statement ${mail.id} ${owner.id}`,
      to: owner.email,
      locale,
      subject: t(`mails.statement.subject.${mail.decision}`, { name }),
      paragraphs: [
        t(`mails.statement.decision.${mail.decision}`, {
          name,
          day: dayOf(mail.decidedAt, locale),
        }),
        mail.endsAt === null
          ? t('mails.statement.without_end')
          : t('mails.statement.until', { day: dayOf(mail.endsAt, locale) }),
        t('mails.statement.facts'),
        mail.facts,
        t(`mails.statement.grounds.${mail.grounds}`, { rule: onOneLine(mail.rule, 300) }),
        `${t(`mails.statement.cause.${mail.cause}`)} ${t(`mails.statement.automated.${mail.automated}`)}`,
        t('mails.statement.appeal', { day: dayOf(mail.appealUntil, locale) }),
      ],
      action: {
        label: t('mails.statement.action'),
        url: statementUrl(ctx, mail.partnerId, mail.id, locale),
      },
      footnote: t('mails.statement.footnote'),
    })
  }
}

interface AppealAnswerMail {
  id: string
  objectName: string
  partnerId: string
  outcome: 'upheld' | 'reversed'
  reasons: string
}

export async function mailAppealAnswer(ctx: MailNeeds, mail: AppealAnswerMail): Promise<void> {
  for (const owner of await listOwners(ctx.db, mail.partnerId)) {
    if (!isEmail(owner.email)) continue
    const locale = owner.locale as Locale
    const t = mailWords(locale)
    const name = onOneLine(mail.objectName, 100)
    await queueMail(ctx, ctx.db, {
      key: `appeal ${mail.id} ${owner.id}`,
      to: owner.email,
      locale,
      subject: t('mails.appeal.subject', { name }),
      paragraphs: [t(`mails.appeal.outcome.${mail.outcome}`, { name }), mail.reasons],
      action: {
        label: t('mails.statement.action'),
        url: statementUrl(ctx, mail.partnerId, mail.id, locale),
      },
      footnote: t('mails.appeal.footnote'),
    })
  }
}
