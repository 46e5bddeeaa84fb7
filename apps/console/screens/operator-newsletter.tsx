import { Form, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { listNewsletterSubscribers, takeOffNewsletter } from '#contexts/backoffice/voices-contract.ts'
import { SUBSCRIBER_STATES } from '#contexts/backoffice/voices-rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, PressForm, textOf, type FormAnswer } from '../forms.tsx'
import { nextHref, queryOf } from '../query.ts'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { DeskTable, NextPage } from '../table.tsx'
import { useWords } from '../words.tsx'
import { FormKey } from '../form-key.tsx'

const PATH = '/operator/newsletter'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const query = queryOf(request, ['state', 'email', 'after'])
  return { query: query as Record<string, string>, mayExport: screen.person?.operatorRole === 'admin', ...await screen.call(listNewsletterSubscribers, { query: query as Record<string, never> }) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  return answerOf('off', form, await context.get(consoleContext).attempt(takeOffNewsletter, { params: { subscriber: textOf(form, 'subscriber') } }))
}

export default function OperatorNewsletter() {
  const { t } = useWords()
  const dates = useDates()
  const { query, subscribers, next, mayExport } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <DeskHead title={t('console.nav.newsletter')} lead={t('console.newsletter.lead')} end={mayExport && (
        <form method="post" action={`${PATH}/export`}><FormKey /><Button type="submit" kind="secondary" size="small">{t('console.newsletter.export')}</Button></form>
      )} />
      {answer?.error && <Notice tone="attention" alert className="mb-6">{answer.error.message}</Notice>}
      <Form method="get" role="search" className="mb-7 grid items-end gap-4 md:grid-cols-[3fr_1fr_auto]">
        <TextField key={query.email} name="email" label={t('console.newsletter.search')} defaultValue={query.email ?? ''} dir="ltr" autoComplete="off" maxLength={254} />
        <SelectField name="state" label={t('console.item.state')} value={query.state ?? ''} options={[{ value: '', name: t('console.items.any') }, ...SUBSCRIBER_STATES.map(value => ({ value, name: t(`console.newsletter.state.${value}`) }))]} />
        <Button type="submit" kind="secondary" icon="search">{t('console.search')}</Button>
      </Form>
      {subscribers.length === 0 ? <EmptyState title={t('console.newsletter.none')} /> : (
        <DeskTable label={t('console.nav.newsletter')} rows={subscribers} columns={[
          { name: t('console.email'), cell: one => <bdi dir="ltr">{one.email}</bdi> },
          { name: t('console.items.market'), cell: one => t(`console.item.${one.market}`) },
          { name: t('console.messages.language'), cell: one => <bdi dir="ltr">{one.language}</bdi> },
          { name: t('console.item.state'), cell: one => <Badge tone={one.state === 'approved' ? 'green' : 'neutral'}>{t(`console.newsletter.state.${one.state}`)}</Badge> },
          { name: t('console.team.since'), end: true, cell: one => dates.day(one.since) },
          { name: t('console.actions'), end: true, cell: one => one.state !== 'unsubscribed' && <PressForm name="off" hidden={{ subscriber: one.id }} label={t('console.newsletter.off')} about={one.email} /> },
        ]} />
      )}
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
