import { data } from 'react-router'
import { askForNewsletter } from '#modules/messaging/contract.ts'
import { findNewsletterErrors } from '#modules/messaging/ui/contact-form.ts'
import { LinkButton } from '#ui/button.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useWords } from '../messages.tsx'
import { NewsletterForm } from '../newsletter-form.tsx'
import type { NewsletterAnswer } from '../newsletter-check.tsx'
import { PageHead } from '../page-head.tsx'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/newsletter.ts'

/** S7.18. The same response for every valid address. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const value = form.get('email')
  const email = typeof value === 'string' ? value : ''
  const answer = (found: Partial<NewsletterAnswer>, status = 200) =>
    data<NewsletterAnswer>(
      { sent: false, fieldErrors: {}, message: null, given: email.slice(0, 254), ...found },
      { status },
    )
  const found = findNewsletterErrors(form)
  if (Object.keys(found).length > 0) return answer({ fieldErrors: found }, 422)
  const asked = await context.get(screenContext).attempt(askForNewsletter, { body: { email } })
  if (asked.ok) return answer({ sent: true, given: '' })
  const { fieldErrors = {}, message, statusCode } = asked.error
  return answer(
    { fieldErrors, message: Object.keys(fieldErrors).length > 0 ? null : message },
    statusCode,
  )
}

/** Target of the footer's form without a script. */
export default function Newsletter({ actionData: answer }: Route.ComponentProps) {
  const { t } = useWords()
  const sent = answer?.sent === true
  return (
    <Page className="pt-10 md:pt-16">
      <PageHead title={t('newsletter.title')} indexed={false} />
      <Panel as="section" label={t('newsletter.title')} className="mx-auto max-w-140">
        <PanelPart>
          <h1 className="type-d2">
            {sent ? t('newsletter.sent_title') : t('newsletter.approve_title')}
          </h1>
          <p className="type-body mt-2 text-ink2">
            {sent ? t('newsletter.sent_text') : t('newsletter.page_lead')}
          </p>
        </PanelPart>
        <PanelPart>
          {sent ? (
            <div className="flex flex-wrap gap-3">
              <LinkButton href="/">{t('newsletter.home')}</LinkButton>
              <LinkButton href="/newsletter" kind="quiet">
                {t('newsletter.again')}
              </LinkButton>
            </div>
          ) : (
            <NewsletterForm id="newsletter-page" button="primary" answer={answer} />
          )}
        </PanelPart>
      </Panel>
    </Page>
  )
}
