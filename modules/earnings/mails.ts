import type { Services } from '#kernel/context.ts'
import { isEmail } from '#lib/email.ts'
import { DEFAULT_LOCALE, readLocale, type Locale } from '#lib/locale.ts'
import { DATE_TAGS, formatDay } from '#lib/dates.ts'
import { formatAmount, type Currency } from '#lib/money.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { listMoneyMembers } from './data.ts'

type MailNeeds = Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>

const monthOf = (month: string, locale: Locale) =>
  new Intl.DateTimeFormat(DATE_TAGS[locale], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}T00:00:00Z`))

interface Told {
  id: string
  partnerId: string
  currency: string
  month: string
  number: string
}
const pageOf = ({ origins }: MailNeeds, { partnerId, id }: Told, locale: Locale) =>
  `${origins.console}/partner/${partnerId}/earnings/${id}?hl=${locale}`

/** Mails a closed month to the partner's members, in the caller's transaction. */
export async function mailStatement(
  ctx: MailNeeds,
  told: Told & { closingMinor: number },
): Promise<void> {
  for (const member of await listMoneyMembers(ctx.db, told.partnerId)) {
    if (!isEmail(member.email)) continue
    const locale = readLocale(member.locale) ?? DEFAULT_LOCALE
    const t = mailWords(locale)
    const facts = {
      month: monthOf(told.month, locale),
      number: told.number,
      partner: onOneLine(member.partner),
      amount: formatAmount(told.closingMinor, told.currency as Currency),
    }
    await queueMail(ctx, ctx.db, {
      key: `earnings ${told.id} ${member.id}`,
      to: member.email,
      locale,
      subject: t('mails.earnings.subject', facts),
      paragraphs: [
        t('mails.earnings.lead', facts),
        t(told.closingMinor > 0 ? 'mails.earnings.due' : 'mails.earnings.nothing_due', facts),
      ],
      action: { label: t('mails.earnings.action'), url: pageOf(ctx, told, locale) },
      footnote: t('mails.earnings.footnote'),
    })
  }
}

/** Mails them a payout. */
export async function mailPayout(
  ctx: MailNeeds,
  told: Told & { amountMinor: number; day: string; reference: string },
): Promise<void> {
  for (const member of await listMoneyMembers(ctx.db, told.partnerId)) {
    if (!isEmail(member.email)) continue
    const locale = readLocale(member.locale) ?? DEFAULT_LOCALE
    const t = mailWords(locale)
    const facts = {
      number: told.number,
      partner: onOneLine(member.partner),
      amount: formatAmount(told.amountMinor, told.currency as Currency),
      day: formatDay(`${told.day}T12:00:00Z`, locale),
      reference: onOneLine(told.reference),
    }
    await queueMail(ctx, ctx.db, {
      key: `payout ${told.id} ${member.id}`,
      to: member.email,
      locale,
      subject: t('mails.payout.subject', facts),
      paragraphs: [t('mails.payout.lead', facts)],
      action: { label: t('mails.earnings.action'), url: pageOf(ctx, told, locale) },
      footnote: t('mails.earnings.footnote'),
    })
  }
}

/** Names are free text. */
const onOneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100)
