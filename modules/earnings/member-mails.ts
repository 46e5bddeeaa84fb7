import { isEmail } from '#lib/email.ts'
import { FALLBACK_LOCALE, type Locale, readLocale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'
import { mailWords, onOneLine, queueMail } from '#modules/mail/public.ts'
import { listMoneyMembers } from './data.ts'

export type MailServices = Pick<Services, 'db' | 'clock' | 'zones' | 'jobs' | 'sealing' | 'origins'>

/**
 * Mails the members who may see a partner's money, in the caller's transaction. `key`: once per
 * member; `page`: below the partner's address at the console.
 */
export async function mailMoneyMembers(
  services: MailServices,
  { key, partnerId, page }: { key: string; partnerId: string; page: string },
  write: (
    t: ReturnType<typeof mailWords>,
    partner: string,
    locale: Locale,
  ) => { subject: string; paragraphs: string[]; action: string },
): Promise<void> {
  for (const member of await listMoneyMembers(services.db, partnerId)) {
    if (!isEmail(member.email)) continue
    const locale = readLocale(member.locale) ?? FALLBACK_LOCALE
    const t = mailWords(locale)
    const { action, ...content } = write(t, onOneLine(member.partner, 100), locale)
    await queueMail(services, services.db, {
      key: `${key} ${member.id}`,
      to: member.email,
      locale,
      ...content,
      action: {
        label: action,
        url: `${services.origins.console}/partner/${partnerId}/${page}?hl=${locale}`,
      },
      footnote: t('mails.earnings.footnote'),
    })
  }
}
