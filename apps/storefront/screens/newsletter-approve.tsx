import { data, Form, useNavigation } from 'react-router'
import { approveNewsletter } from '#modules/messaging/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useWords } from '../messages.tsx'
import { NewsletterForm } from '../newsletter-form.tsx'
import { PageHead } from '../page-head.tsx'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/newsletter-approve.ts'

type Answer = { approved: true } | { approved: false; message: string; over: boolean }

/** S7.19. */
export async function action({ context, params }: Route.ActionArgs) {
  const approved = await context
    .get(screenContext)
    .attempt(approveNewsletter, { body: { approve_token: params.approve_token } })
  if (approved.ok) return data<Answer>({ approved: true })
  const { message, statusCode } = approved.error
  return data<Answer>(
    { approved: false, message, over: statusCode !== 429 },
    { status: statusCode },
  )
}

/**
 * S2.13, TOK-15: mail scanners open links, so opening this page does nothing; the button confirms.
 */
export default function NewsletterApprove({ actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const busy = useNavigation().state !== 'idle'
  const answer = actionData as Answer | undefined
  const over = answer?.approved === false && answer.over
  const [title, text] = answer?.approved
    ? [t('newsletter.approved'), t('newsletter.approved_text')]
    : over
      ? [answer.message, t('newsletter.over_text')]
      : [t('newsletter.approve_title'), t('newsletter.consent')]
  return (
    <Page className="pt-10 md:pt-16">
      <PageHead title={title} indexed={false} />
      <Panel as="section" label={title} className="mx-auto max-w-140">
        <PanelPart>
          <div role="status">
            <h1 className="type-d2">{title}</h1>
            <p className="type-body mt-2 text-ink2">{text}</p>
          </div>
        </PanelPart>
        <PanelPart>
          {answer?.approved ? (
            <LinkButton href="/">{t('newsletter.home')}</LinkButton>
          ) : over ? (
            <NewsletterForm id="newsletter-again" button="primary" />
          ) : (
            <Form method="post">
              {answer && (
                <Notice tone="attention" alert className="mb-4">
                  {answer.message}
                </Notice>
              )}
              <Button type="submit" size="large" busy={busy}>
                {t('newsletter.approve')}
              </Button>
            </Form>
          )}
        </PanelPart>
      </Panel>
    </Page>
  )
}
