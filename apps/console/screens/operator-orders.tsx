import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listOrders } from '#contexts/backoffice/money-contract.ts'
import { ORDER_STATES } from '#contexts/backoffice/money-rules.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { Money, OrderState } from '../money-view.tsx'
import { nextHref, queryOf } from '../query.ts'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { DeskTable, NextPage } from '../table.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/orders'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['q', 'state', 'item', 'store', 'after'])
  const found = await context.get(consoleContext).attempt(listOrders, { query: query as Record<string, never> })
  return { query: query as Record<string, string>, orders: found.ok ? found.answer.orders : [], next: found.ok ? found.answer.next : null, message: found.ok ? null : found.error.message }
}

export default function OperatorOrders() {
  const { t } = useWords()
  const dates = useDates()
  const { query, orders, next, message } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t('console.nav.orders')} lead={t('console.orders.lead')} />
      <Form method="get" role="search" className="mb-7 grid items-end gap-4 md:grid-cols-[3fr_1fr_auto]">
        <TextField key={query.q} name="q" label={t('console.orders.search')} defaultValue={query.q ?? ''} dir="ltr" autoComplete="off" maxLength={253} />
        <SelectField name="state" label={t('console.item.state')} value={query.state ?? ''} options={[{ value: '', name: t('console.items.any') }, ...ORDER_STATES.map(value => ({ value, name: t(`console.orders.state.${value}`) }))]} />
        {(['item', 'store'] as const).map(name => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />)}
        <Button type="submit" kind="secondary" icon="search">{t('console.search')}</Button>
      </Form>
      {orders.length === 0 ? <EmptyState title={message ?? t('console.orders.none')} action={<LinkButton href={PATH} kind="secondary">{t('console.items.all')}</LinkButton>} /> : (
        <DeskTable label={t('console.nav.orders')} rows={orders.map(one => ({ id: one.number, ...one }))} columns={[
          { name: t('console.orders.number'), cell: one => <TextLink href={`${PATH}/${one.number}`} className="strong"><bdi dir="ltr">{one.number}</bdi></TextLink> },
          { name: t('console.orders.item'), cell: one => <bdi>{one.item.name}</bdi> },
          { name: t('console.orders.store'), cell: one => <TextLink href={`${PATH}?store=${one.store.id}`}><bdi dir="ltr">{one.store.domain}</bdi></TextLink> },
          { name: t('console.item.state'), cell: one => <OrderState state={one.state} /> },
          { name: t('console.orders.total'), end: true, cell: one => <Money amount={one.total} currency={one.currency} /> },
          { name: t('console.orders.at'), end: true, cell: one => dates.day(one.created_at) },
        ]} />
      )}
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
