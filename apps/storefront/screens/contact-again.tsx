import { data, Form } from 'react-router'
import { getQuestion, writeAgain } from '#modules/messaging/contract.ts'
import { CONTACT_RULES } from '#modules/messaging/rules.ts'
import { isHoneypotFilled } from '#modules/messaging/ui/contact-form.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Page } from '#ui/page-grid.tsx'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { Honeypot, Arrived, SendRow } from './contact/contact-form-parts.tsx'
import type { Route } from './+types/contact-again.ts'
import { FormKey } from '../forms.tsx'

interface Answer {
  sent: boolean
  message: string | null
  given: string
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data: question } = await context
    .get(screenContext)
    .call(getQuestion, { params: { reply_token: params.reply_token } })
  return question
}

/** Returns typed values together with errors. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const message = String(form.get('message') ?? '')
  const answer = (found: Partial<Answer>, status = 200) =>
    data<Answer>(
      {
        sent: false,
        message: null,
        given: message.slice(0, 2 * CONTACT_RULES.message.max),
        ...found,
      },
      { status },
    )
  // Robots get the usual response.
  if (isHoneypotFilled(form)) return answer({ sent: true })
  const sent = await context
    .get(screenContext)
    .attempt(writeAgain, { params: { reply_token: params.reply_token }, body: { message } })
  return sent.ok
    ? answer({ sent: true, given: '' })
    : answer(
        { message: Object.values(sent.error.fields ?? {})[0] ?? sent.error.message },
        sent.error.statusCode,
      )
}

/** A follow-up to a developer's answer, by the link in that answer. */
export default function ContactAgain({
  loaderData: { item, developer },
  actionData,
}: Route.ComponentProps) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const answer = actionData as Answer | undefined
  const title = t('contact.again_title', { developer: isolated(developer, locale) })
  return (
    <Page className="pt-8 pb-4 md:pt-12">
      <PageHead title={title} indexed={false} />
      <div className="mx-auto max-w-160">
        {answer?.sent ? (
          <Arrived title={t('contact.ask_sent')} text={t('contact.ask_sent_text')}>
            <LinkButton href={paths.item(item.slug)}>
              {t('contact.back_item', { name: isolated(item.name, locale) })}
            </LinkButton>
          </Arrived>
        ) : (
          <>
            <h1 className="type-title wrap-anywhere-safe">{title}</h1>
            <p className="type-lg mt-2 mb-7 text-ink2 wrap-anywhere-safe">
              {t('contact.again_lead', { item: isolated(item.name, locale) })}
            </p>
            <Form method="post" aria-label={title}>
              <FormKey />
              <Honeypot label={t('contact.leave_empty')} />
              {answer?.message && (
                <ErrorSummary title={answer.message} items={[]} round={0} className="mb-6" />
              )}
              <TextArea
                name="message"
                label={t('contact.message')}
                rows={7}
                required
                minLength={CONTACT_RULES.message.min}
                maxLength={CONTACT_RULES.message.max}
                defaultValue={answer?.given ?? ''}
                dir="auto"
              />
              <SendRow />
            </Form>
          </>
        )}
      </div>
    </Page>
  )
}
