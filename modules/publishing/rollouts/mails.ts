import { isEmail } from '#lib/email.ts'
import { type Locale, LOCALES } from '#lib/locale.ts'
import { onOneLine } from '#lib/one-line.ts'
import type { Services } from '#kernel/context.ts'
import type { ReleaseOutcomes } from '#modules/installs/public.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'

/** In the release log, for every reader of it. */
export const LOG_REASON = {
  failures:
    'Halted by itself: installs and updates to it failed more often than those to the release before',
  health: 'Halted by itself: shops that answered well before it answered badly after it',
} as const
/** Where it is written down that this is done. */
export const RULE = 'docs/rollouts.md: automatic halt'

/**
 * What was found, in every language: one text goes to all owners of a partner, and to whoever reads
 * it later.
 */
export const factsOf = (
  why: 'failures' | 'health',
  here: ReleaseOutcomes,
  harmed: readonly { domain: string; path: string | null }[],
): string =>
  LOCALES.map((locale) => {
    const t = mailWords(locale)
    const stores = [...new Set(harmed.map((one) => one.domain + (one.path ?? '')))].join(', ')
    return [
      t(`mails.rollout.found.${why}`, {
        failed: here.failed,
        ended: here.ended,
        bad: here.bad,
        asked: here.asked,
      }),
      stores && t('mails.rollout.stores', { stores }),
    ]
      .filter(Boolean)
      .join(' ')
  }).join('\n\n')

/**
 * Tells the operators who look after releases, in the caller's transaction. The partner's owners
 * have their statement.
 */
export async function mailHalted(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>,
  guards: readonly { id: string; email: string; locale: string }[],
  { release, name, halt, facts }: { release: string; name: string; halt: string; facts: string },
): Promise<void> {
  for (const guard of guards) {
    if (!isEmail(guard.email)) continue
    const locale = guard.locale as Locale
    const t = mailWords(locale)
    const short = onOneLine(name, 100)
    await queueMail(services, services.db, {
      key: `rollout ${release} ${halt} ${guard.id}`,
      to: guard.email,
      locale,
      subject: t('mails.rollout.subject', { name: short }),
      paragraphs: [t('mails.rollout.lead', { name: short }), facts, t('mails.rollout.what')],
      action: {
        label: t('mails.rollout.action'),
        url: `${services.origins.console}/operator/rollouts?hl=${locale}`,
      },
      footnote: t('mails.rollout.footnote'),
    })
  }
}
