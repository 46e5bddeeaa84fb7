import { Form, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { countWebhookReplay, startWebhookReplay } from '#modules/apps/webhooks/partner-contract.ts'
import { LOGGED_EVENTS, type LoggedEvent, MOST_REPLAYED } from '#modules/apps/webhooks/rules.ts'
import { Button } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { countOf, useDates } from '../dates.ts'
import { FormError, PostForm, SelectField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { MomentField, momentOf } from '../moment-field.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const place = { partner: params.partner ?? '', item: params.item ?? '' }
  const asked = new URL(request.url).searchParams
  const text = (name: string) => asked.get(name) ?? ''
  const span = { from: momentOf(text, 'from'), to: momentOf(text, 'to'), event: text('event') }
  const screen = context.get(consoleContext)
  const given = span.from !== null &&
    span.to !== null && {
      params: place,
      query: {
        from: span.from,
        to: span.to,
        ...(span.event !== '' && { event: span.event as LoggedEvent }),
      },
    }
  const found = given ? await screen.attempt(countWebhookReplay, given) : null
  if (given && found && !found.ok && Object.keys(found.error.fieldErrors ?? {}).length === 0)
    await screen.call(countWebhookReplay, given)
  return {
    path: `/partner/${place.partner}/items/${place.item}/webhooks`,
    span,
    counted: found?.ok ? found.answer : null,
    message: found && !found.ok ? found.error.message : null,
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const place = { partner: params.partner ?? '', item: params.item ?? '' }
  const answer = await submit(startWebhookReplay, {
    params: place,
    body: {
      from: text('from'),
      to: text('to'),
      event: text('event') === '' ? null : (text('event') as LoggedEvent),
    },
  })
  if (answer.done) throw goTo(`/partner/${place.partner}/items/${place.item}/webhooks`)
  return answer
}

/** Everything of a span of time that was not delivered: how much that is, then sent again. */
export default function PartnerWebhookReplay() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { path, span, counted, message } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <p className="type-sm mb-1.5">
        <TextLink href={path}>{t('portal.webhooks.log')}</TextLink>
      </p>
      <h2 className="type-d4 mb-1">{t('portal.webhooks.replay_all')}</h2>
      <p className="type-body mb-5 max-w-180 text-ink2">{t('portal.webhooks.replay_lead')}</p>
      <Form
        key={JSON.stringify(span)}
        method="get"
        className="mb-6 grid max-w-220 items-end gap-4 md:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <MomentField name="from" label={t('portal.webhooks.from')} at={span.from} required />
        <MomentField name="to" label={t('portal.webhooks.to')} at={span.to} required />
        <SelectField
          name="event"
          label={t('portal.webhooks.event')}
          value={span.event}
          options={[
            { value: '', name: t('console.items.any') },
            ...LOGGED_EVENTS.map((value) => ({ value, name: value })),
          ]}
        />
        <Button type="submit" kind="secondary">
          {t('portal.webhooks.count')}
        </Button>
      </Form>
      <FormError answer={answer} className="mb-5 max-w-180" />
      {message !== null && (
        <Notice tone="attention" alert className="max-w-180">
          {message}
        </Notice>
      )}
      {counted && span.from !== null && span.to !== null && (
        <div aria-live="polite" className="max-w-180">
          <p className="type-body strong mb-1">
            {t('portal.webhooks.counted', {
              count: counted.count,
              n: countOf(counted.count, locale),
            })}
          </p>
          <p className="type-sm mb-4 text-ink2">
            {t('portal.webhooks.from_to', {
              from: dates.time(span.from),
              to: dates.time(span.to),
            })}
          </p>
          {counted.is_cut && (
            <Notice tone="attention" className="mb-4">
              {t('portal.webhooks.cut', { n: countOf(MOST_REPLAYED, locale) })}
            </Notice>
          )}
          {counted.count > 0 && (
            <PostForm
              name="start"
              answer={undefined}
              submit={t('portal.webhooks.start')}
              hidden={{ from: span.from, to: span.to, event: span.event }}
            />
          )}
        </div>
      )}
    </>
  )
}
