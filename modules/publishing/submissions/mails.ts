import { isEmail } from '#lib/email.ts'
import { readLocale, DEFAULT_LOCALE } from '#lib/locale.ts'
import { onOneLine } from '#lib/one-line.ts'
import type { Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { findItem, type SubmissionRow } from './data.ts'

type MailNeeds = Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>

/**
 * Tells whoever handed it in how it ended well, or that the checks found something; in the caller's
 * transaction. What a reviewer sends back has its statement of reasons, which is mailed to every
 * owner.
 */
export async function mailOutcome(
  services: MailNeeds,
  row: Pick<SubmissionRow, 'id' | 'item_id' | 'partner_id' | 'version' | 'submitted_by'>,
  outcome: 'approved' | 'failed_checks',
): Promise<void> {
  const { db, origins } = services
  const person = await db
    .selectFrom('people')
    .select(['email', 'locale'])
    .where('id', '=', row.submitted_by)
    .executeTakeFirst()
  if (!person || !isEmail(person.email)) return
  const locale = readLocale(person.locale) ?? DEFAULT_LOCALE
  const t = mailWords(locale)
  const name = onOneLine(
    [(await findItem(db, row.item_id))?.name, row.version].filter(Boolean).join(' '),
    100,
  )
  await queueMail(services, db, {
    key: `submission ${row.id} ${outcome}`,
    to: person.email,
    locale,
    subject: t(`mails.submission.subject.${outcome}`, { name }),
    paragraphs: [t(`mails.submission.lead.${outcome}`, { name })],
    action: {
      label: t('mails.submission.action'),
      url: `${origins.console}/partner/${row.partner_id}/items/${row.item_id}/submissions/${row.id}?hl=${locale}`,
    },
    footnote: t('mails.submission.footnote'),
  })
}
