import { isEmail } from '#lib/email.ts'
import type { Locale } from '#lib/locale.ts'
import { onOneLine } from '#lib/one-line.ts'
import type { Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { listOwners } from '../partners/profile/proof-data.ts'
import type { Automated, Cause, Decision, Grounds } from './rules.ts'

export type MailNeeds = Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>

const LANGUAGE: Record<Locale, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' }
const dayOf = (date: Date, locale: Locale) =>
  new Intl.DateTimeFormat(LANGUAGE[locale], {
    dateStyle: 'long',
    timeZone: 'Europe/Istanbul',
  }).format(date)

export interface ToldDecision {
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

const pageOf = ({ origins }: MailNeeds, partnerId: string, id: string, locale: Locale) =>
  `${origins.console}/partner/${partnerId}/statements/${id}?hl=${locale}`

/** Tells every owner in their language, in the caller's transaction. */
export async function mailStatement(ctx: MailNeeds, told: ToldDecision): Promise<void> {
  for (const owner of await listOwners(ctx.db, told.partnerId)) {
    if (!isEmail(owner.email)) continue
    const locale = owner.locale as Locale
    const t = mailWords(locale)
    const name = onOneLine(told.objectName, 100)
    await queueMail(ctx, ctx.db, {
      key: `statement ${told.id} ${owner.id}`,
      to: owner.email,
      locale,
      subject: t(`mails.statement.subject.${told.decision}`, { name }),
      paragraphs: [
        t(`mails.statement.decision.${told.decision}`, {
          name,
          day: dayOf(told.decidedAt, locale),
        }),
        told.endsAt === null
          ? t('mails.statement.without_end')
          : t('mails.statement.until', { day: dayOf(told.endsAt, locale) }),
        t('mails.statement.facts'),
        told.facts,
        t(`mails.statement.grounds.${told.grounds}`, { rule: onOneLine(told.rule, 300) }),
        `${t(`mails.statement.cause.${told.cause}`)} ${t(`mails.statement.automated.${told.automated}`)}`,
        t('mails.statement.appeal', { day: dayOf(told.appealUntil, locale) }),
      ],
      action: {
        label: t('mails.statement.action'),
        url: pageOf(ctx, told.partnerId, told.id, locale),
      },
      footnote: t('mails.statement.footnote'),
    })
  }
}

export interface ToldAnswer {
  id: string
  objectName: string
  partnerId: string
  outcome: 'upheld' | 'reversed'
  reasons: string
}

export async function mailAnswer(ctx: MailNeeds, told: ToldAnswer): Promise<void> {
  for (const owner of await listOwners(ctx.db, told.partnerId)) {
    if (!isEmail(owner.email)) continue
    const locale = owner.locale as Locale
    const t = mailWords(locale)
    const name = onOneLine(told.objectName, 100)
    await queueMail(ctx, ctx.db, {
      key: `appeal ${told.id} ${owner.id}`,
      to: owner.email,
      locale,
      subject: t('mails.appeal.subject', { name }),
      paragraphs: [t(`mails.appeal.outcome.${told.outcome}`, { name }), told.reasons],
      action: {
        label: t('mails.statement.action'),
        url: pageOf(ctx, told.partnerId, told.id, locale),
      },
      footnote: t('mails.appeal.footnote'),
    })
  }
}
