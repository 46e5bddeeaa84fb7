import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { isEmail } from '#lib/email.ts'
import { FALLBACK_LOCALE, type Locale, readLocale } from '#lib/locale.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'

export type MailServices = Pick<Services, 'clock' | 'jobs' | 'sealing' | 'origins'>
type Mail = Parameters<typeof queueMail>[2]

/**
 * Queues a mail to each of these people in their language, in the caller's transaction. People
 * without a valid address are skipped.
 */
export async function mailPeople(
  services: MailServices,
  trx: Db,
  people: readonly { id: string; email: string; locale: string }[],
  write: (
    personId: string,
    t: ReturnType<typeof mailWords>,
    locale: Locale,
  ) => Omit<Mail, 'to' | 'locale'>,
): Promise<void> {
  for (const { id, email, locale: language } of people) {
    if (!isEmail(email)) continue
    const locale = readLocale(language) ?? FALLBACK_LOCALE
    await queueMail(services, trx, { ...write(id, mailWords(locale), locale), to: email, locale })
  }
}
