import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listContactMessages } from '#contexts/backoffice/voices-contract.ts'
import { MESSAGE_STATES } from '#contexts/backoffice/voices-rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { nextHref, queryOf } from '../query.ts'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { DeskTable, NextPage } from '../table.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/messages'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'email', 'after'])
  return { query: query as Record<string, string>, ...await context.get(consoleContext).call(listContactMessages, { query: query as Record<string, never> }) }
}

export default function OperatorMessages() {
  const { t } = useWords()
  const dates = useDates()
  const { query, messages, next } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t('console.nav.messages')} lead={t('console.messages.lead')} />
      <Form method="get" role="search" className="mb-7 grid items-end gap-4 md:grid-cols-[3fr_1fr_auto]">
        <TextField key={query.email} name="email" label={t('console.messages.search')} defaultValue={query.email ?? ''} dir="ltr" autoComplete="off" maxLength={254} />
        <SelectField name="state" label={t('console.item.state')} value={query.state ?? ''} options={[{ value: '', name: t('console.items.any') }, ...MESSAGE_STATES.map(value => ({ value, name: t(`console.messages.state.${value}`) }))]} />
        <Button type="submit" kind="secondary" icon="search">{t('console.search')}</Button>
      </Form>
      {messages.length === 0 ? <EmptyState title={t('console.messages.none')} /> : (
        <DeskTable label={t('console.nav.messages')} rows={messages} columns={[
          { name: t('console.messages.subject'), cell: one => <><TextLink href={`${PATH}/${one.id}`} className="strong"><bdi>{one.subject}</bdi></TextLink>{one.item && <bdi className="type-sm block text-ink2">{one.item.name}</bdi>}{one.developer !== null && <Badge tone="coral">{t('portal.inbox.spam_of', { developer: one.developer })}</Badge>}</> },
          { name: t('console.messages.from'), cell: one => <><bdi>{one.from}</bdi><bdi dir="ltr" className="type-sm block text-ink2">{one.email}</bdi></> },
          { name: t('console.item.state'), cell: one => <Badge tone={one.state === 'new' ? 'turquoise' : 'neutral'}>{t(`console.messages.state.${one.state}`)}</Badge> },
          { name: t('console.orders.at'), end: true, cell: one => dates.time(one.written_at) },
        ]} />
      )}
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
