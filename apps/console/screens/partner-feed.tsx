import { Form, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { languageName, type Locale } from '#lib/locale.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import {
  createFeed,
  listFeeds,
  listPartnerEvents,
  revokeFeed,
} from '#modules/publishing/feed/contract.ts'
import { eventPath, eventReason, eventSentence } from '#modules/publishing/feed/sentences.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable, NextPage, nextHref, queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { ButtonForm, FormError, PostForm, SelectField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { CopyButton } from '../platform/copy-button.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { Timeline } from '../timeline/timeline.tsx'
import { useWords } from '../words.tsx'

type Events = AnswerOf<typeof listPartnerEvents>
type Feeds = AnswerOf<typeof listFeeds>['feeds']

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const partner = params.partner ?? ''
  const query = queryOf(request, ['item', 'kind', 'after'])
  const [events, { feeds }] = await Promise.all([
    screen.call(listPartnerEvents, { params: { partner }, query: query as Record<string, never> }),
    screen.call(listFeeds, { params: { partner } }),
  ])
  return { root: `/partner/${partner}`, query: query as Record<string, string>, ...events, feeds }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, text, submit } = await readForm(context, request)
  const partner = params.partner ?? ''
  switch (text('form')) {
    case 'create':
      return submit(createFeed, { params: { partner }, body: { item: text('item') || null } })
    case 'revoke':
      return submit(revokeFeed, { params: { partner, feed: text('id') } })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** What happened to the items of a partner, and the addresses at which programs read it. */
export default function PartnerFeed() {
  const { t } = useWords()
  const { root, query, kinds, items, events, next, feeds } = useLoaderData<typeof loader>()
  const isFiltered = query.item !== undefined || query.kind !== undefined
  return (
    <>
      <PageHeader title={t('portal.feed.nav')} lead={t('portal.feed.lead')} />
      {(events.length > 0 || isFiltered) && (
        <Form
          key={JSON.stringify(query)}
          method="get"
          role="search"
          className="mb-5 grid items-end gap-4 md:grid-cols-[2fr_1fr_auto]"
        >
          <SelectField
            name="item"
            label={t('portal.inbox.item')}
            value={query.item ?? ''}
            options={[
              { value: '', name: t('portal.inbox.all_items') },
              ...items.map((one) => ({ value: one.id, name: one.name })),
            ]}
          />
          <SelectField
            name="kind"
            label={t('portal.feed.kind')}
            value={query.kind ?? ''}
            options={[
              { value: '', name: t('console.items.any') },
              ...kinds.map((value) => ({ value, name: t(`portal.feed.kind.${value}`) })),
            ]}
          />
          <Button type="submit" kind="secondary" icon="filter">
            {t('portal.inbox.show')}
          </Button>
        </Form>
      )}
      {events.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'portal.feed.no_match' : 'portal.feed.none')}
          action={
            isFiltered && (
              <LinkButton href={`${root}/feed`} kind="secondary">
                {t('portal.feed.all')}
              </LinkButton>
            )
          }
        >
          {!isFiltered && t('portal.feed.none_lead')}
        </EmptyState>
      ) : (
        <Entries events={events} root={root} />
      )}
      <NextPage
        href={nextHref(`${root}/feed`, query, next)}
        label={t('console.happened.earlier')}
      />
      <Addresses feeds={feeds} items={items} />
    </>
  )
}

function Entries({ events, root }: { events: Events['events']; root: string }) {
  const { t } = useWords()
  return (
    <Timeline
      entries={events.map((one) => {
        const path = eventPath(one)
        const sentence = eventSentence(t, one)
        return {
          id: one.id,
          at: one.at,
          text: path === null ? sentence : <TextLink href={root + path}>{sentence}</TextLink>,
          more: eventReason(t, one),
        }
      })}
    />
  )
}

/** A new address is only in the response that made it. */
function Addresses({ feeds, items }: { feeds: Feeds; items: Events['items'] }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const answer = useFormAnswer()
  const made = answer?.form === 'create' ? answer.done?.url : undefined
  return (
    <Section
      id="addresses"
      title={t('portal.feed.addresses')}
      lead={t('portal.feed.addresses_lead')}
      className="mt-9"
    >
      <FormError answer={answer} className="mb-5" />
      {typeof made === 'string' && (
        <Notice tone="done" alert className="mb-5">
          {t('portal.feed.made')}
          <span className="my-2 flex flex-wrap items-center gap-3">
            <code
              dir="ltr"
              className="min-w-0 rounded-control bg-card p-3 select-all wrap-anywhere-safe"
            >
              {made}
            </code>
            <CopyButton value={made} about={t('portal.feed.addresses')} />
          </span>
        </Notice>
      )}
      {feeds.length > 0 && (
        <div className="mb-6">
          <DataTable
            label={t('portal.feed.addresses')}
            rows={feeds}
            columns={[
              {
                name: t('portal.inbox.item'),
                cell: (one) => <bdi>{one.item?.name ?? t('portal.inbox.all_items')}</bdi>,
              },
              { name: t('portal.feed.whose'), cell: (one) => <bdi>{one.person}</bdi> },
              {
                name: t('portal.inbox.language'),
                cell: (one) => languageName(one.language as Locale, locale),
              },
              { name: t('portal.feed.since'), cell: (one) => dates.day(one.created_at) },
              {
                name: t('console.tokens.used'),
                cell: (one) =>
                  one.used_at === null ? t('console.tokens.never') : dates.time(one.used_at),
              },
              {
                name: t('console.actions'),
                end: true,
                cell: (one) => (
                  <ButtonForm
                    name="revoke"
                    confirm={t('console.confirm.end')}
                    hidden={{ id: one.id }}
                    label={t('console.tokens.revoke')}
                    kind="danger-quiet"
                    about={one.item?.name ?? t('portal.inbox.all_items')}
                  />
                ),
              },
            ]}
          />
        </div>
      )}
      <PostForm
        name="create"
        answer={answer}
        submit={t('portal.feed.create')}
        kind="secondary"
        className="grid max-w-110 gap-4"
      >
        <SelectField
          name="item"
          label={t('portal.inbox.item')}
          value=""
          options={[
            { value: '', name: t('portal.inbox.all_items') },
            ...items.map((one) => ({ value: one.id, name: one.name })),
          ]}
        />
      </PostForm>
    </Section>
  )
}
