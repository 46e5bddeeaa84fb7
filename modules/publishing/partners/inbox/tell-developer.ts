import { isEmail } from '#lib/email.ts'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { turnsTaken, type TurnTaken, waitAfter } from '#kernel/rate-limits.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { listReaders } from './inbox-data.ts'

const MAILS = { most: 20, seconds: 3_600 }

/**
 * Somebody asked: whoever reads questions there is told, and follows a link; what was written
 * stands in no mail. Past the limit the inbox alone has it.
 */
export async function developerAsked(
  services: Pick<Services, 'clock' | 'jobs' | 'sealing' | 'origins'>,
  trx: Db,
  {
    messageId,
    key,
    partnerId,
    itemName,
  }: { messageId: string; key: string; partnerId: string; itemName: string },
): Promise<void> {
  const limits = [{ key: `questions of ${partnerId}`, ...MAILS }]
  const { rows } = await turnsTaken(limits, services.clock.now()).execute(trx)
  const turns = (rows as { key: Buffer; used: number; ends_at: Date }[]).map((row): TurnTaken => ({
    key: row.key.toString('hex'),
    used: row.used,
    ends_at: row.ends_at.toISOString(),
  }))
  if (waitAfter(limits, turns, services.clock.now()) !== null) return
  const name = itemName
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100)
  for (const reader of await listReaders(trx, partnerId)) {
    if (!isEmail(reader.email)) continue
    const locale = readLocale(reader.locale) ?? DEFAULT_LOCALE
    const t = mailWords(locale)
    await queueMail(services, trx, {
      key: `question ${key} ${reader.id}`,
      to: reader.email,
      locale,
      subject: t('mails.question.subject', { item: name }),
      paragraphs: [t('mails.question.lead', { item: name })],
      action: {
        label: t('mails.question.action'),
        url: `${services.origins.console}/partner/${partnerId}/messages/${messageId}?hl=${locale}`,
      },
      footnote: t('mails.question.footnote'),
    })
  }
}
