import { FilterForm } from '../filter-form.tsx'
import { ButtonForm, FormError, FormKey, useFormAnswer } from '../forms.tsx'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  listNewsletterSubscribers,
  takeOffNewsletter,
} from '#modules/messaging/operator-contract.ts'
import { SUBSCRIBER_STATES } from '#modules/messaging/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/newsletter'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const query = queryOf(request, ['state', 'email', 'after'])
  return {
    query: query as Record<string, string>,
    mayExport: screen.person?.operatorRole === 'admin',
    ...(await screen.call(listNewsletterSubscribers, { query: query as Record<string, never> })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(takeOffNewsletter, { params: { subscriber: text('subscriber') } })
}

export default function OperatorNewsletter() {
  const { t } = useWords()
  const dates = useDates()
  const { query, subscribers, next, mayExport } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader
        title={t('console.nav.newsletter')}
        lead={t('console.newsletter.lead')}
        end={
          mayExport && (
            <form method="post" action={`${PATH}/export`}>
              <FormKey />
              <Button type="submit" kind="secondary" size="small">
                {t('console.newsletter.export')}
              </Button>
            </form>
          )
        }
      />
      <FormError answer={answer} className="mb-6" />
      <FilterForm
        query={query}
        search={{
          name: 'email',
          label: t('console.newsletter.search'),
          maxLength: 254,
          dir: 'ltr',
        }}
        states={SUBSCRIBER_STATES.map((value) => ({
          value,
          name: t(`console.newsletter.state.${value}`),
        }))}
      />
      <DataTable
        label={t('console.nav.newsletter')}
        rows={subscribers}
        empty={<EmptyState title={t('console.newsletter.none')} />}
        columns={[
          { name: t('console.email'), cell: (one) => <bdi dir="ltr">{one.email}</bdi> },
          { name: t('console.items.market'), cell: (one) => t(`console.item.${one.market}`) },
          {
            name: t('console.messages.language'),
            cell: (one) => <bdi dir="ltr">{one.language}</bdi>,
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.state === 'approved' ? 'green' : 'neutral'}>
                {t(`console.newsletter.state.${one.state}`)}
              </Badge>
            ),
          },
          { name: t('console.team.since'), end: true, cell: (one) => dates.day(one.since) },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              one.state !== 'unsubscribed' && (
                <ButtonForm
                  name="off"
                  hidden={{ subscriber: one.id }}
                  label={t('console.newsletter.off')}
                  about={one.email}
                />
              ),
          },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}
