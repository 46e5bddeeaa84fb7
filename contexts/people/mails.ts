import type { Locale } from '#lib/locale.ts'
import { newId } from '#lib/ids.ts'
import { onOneLine } from '#lib/one-line.ts'
import type { ConsoleCtx } from '../console.ts'
import { mailWords, queueMail } from '../notifications/public.ts'
import type { Addressee } from './engine-library.ts'

const addressOf = (ctx: ConsoleCtx, path: string, locale: Locale) => `${ctx.consoleOrigin}${path}?hl=${locale}`
/** By this link a new password is set. */
export async function sendRecoveryMail(ctx: ConsoleCtx, { email, locale }: Addressee, token: string): Promise<void> {
  const t = mailWords(locale)
  await queueMail(ctx, ctx.db, {
    key: `console recovery ${newId('rec')}`, to: email, locale, subject: t('mails.recovery.subject'), paragraphs: [t('mails.recovery.lead')],
    action: { label: t('mails.recovery.action'), url: addressOf(ctx, `/recovery/${token}`, locale) }, footnote: t('mails.recovery.footnote'),
  })
}

/** By this link somebody says that the address is theirs. */
export async function sendEmailCheckMail(ctx: ConsoleCtx, { email, locale }: Addressee, token: string): Promise<void> {
  const t = mailWords(locale)
  await queueMail(ctx, ctx.db, {
    key: `console check ${newId('rec')}`, to: email, locale, subject: t('mails.email_check.subject'), paragraphs: [t('mails.email_check.lead')],
    action: { label: t('mails.email_check.action'), url: addressOf(ctx, `/email-check/${token}`, locale) }, footnote: t('mails.email_check.footnote'),
  })
}

/** In the language of whoever invites: nobody knows that of whom is asked. */
export async function sendInvitationMail(ctx: ConsoleCtx, { id, to, token, partnerName }: { id: string; to: string; token: string; partnerName: string | null }): Promise<void> {
  const t = mailWords(ctx.locale)
  const who = { name: onOneLine(ctx.person?.name ?? '', 80), team: partnerName === null ? t('mails.invitation.market') : onOneLine(partnerName, 80) }
  await queueMail(ctx, ctx.db, {
    key: `console invitation ${id}`, to, locale: ctx.locale, subject: t('mails.invitation.subject', who), paragraphs: [t('mails.invitation.lead', who)],
    action: { label: t('mails.invitation.action'), url: addressOf(ctx, `/invitation/${token}`, ctx.locale) }, footnote: t('mails.invitation.footnote'),
  })
}
