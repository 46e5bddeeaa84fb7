import type { ConsoleCtx } from '#kernel/context.ts'
import { hashSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { mailWords, onOneLine, queueMail } from '#modules/mail/public.ts'
import { CODE_SECONDS } from './rules.ts'

/** Mails the code that confirms the address, with the way back to the application's page. */
export function mailCode(
  ctx: ConsoleCtx,
  {
    token,
    name,
    email,
    locale,
    code,
  }: { token: string; name: string; email: string; locale: Locale; code: string },
): Promise<void> {
  const t = mailWords(locale)
  return queueMail(ctx, ctx.db, {
    key: `application code ${hashSecret(`${token} ${code}`).toString('base64url')}`,
    to: email,
    locale,
    subject: t('mails.application_code.subject'),
    paragraphs: [
      t('mails.application_code.lead', { name: onOneLine(name, 80), n: CODE_SECONDS / 60 }),
    ],
    code,
    action: {
      label: t('mails.application.action'),
      url: `${ctx.consoleOrigin}/apply/${token}?hl=${locale}`,
    },
    footnote: t('mails.application_code.footnote'),
  })
}

/** Mails why an application was declined, in the applicant's language. */
export function mailDeclined(
  ctx: ConsoleCtx,
  {
    id,
    name,
    email,
    locale,
    reason,
  }: { id: string; name: string; email: string; locale: Locale; reason: string },
): Promise<void> {
  const t = mailWords(locale)
  const who = { name: onOneLine(name, 80) }
  return queueMail(ctx, ctx.db, {
    key: `application declined ${id}`,
    to: email,
    locale,
    subject: t('mails.application_declined.subject', who),
    paragraphs: [t('mails.application_declined.lead', who), reason],
    action: {
      label: t('mails.application_declined.action'),
      url: `${ctx.consoleOrigin}/apply?hl=${locale}`,
    },
    footnote: t('mails.application_declined.footnote'),
  })
}
