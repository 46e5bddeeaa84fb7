import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { listInbox, markInbox } from '#modules/market/inbox-contract.ts'
import { INBOX_KINDS, INBOX_VIEWS } from '#modules/market/inbox-rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { SortMenu } from '#ui/link-menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { countOf, durationOf } from '../dates.ts'
import { useFormAnswer } from '../forms.tsx'
import { InboxList } from '../inbox/inbox-list.tsx'
import { InboxPane } from '../inbox/inbox-pane.tsx'
import { keyOfRow, readMarkForm } from '../inbox/mark-forms.ts'
import { sumOf } from '../inbox/places.ts'
import { PageHeader } from '../page-header.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/inbox'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const view = INBOX_VIEWS.find((one) => one === asked.get('view')) ?? 'all'
  const kind = INBOX_KINDS.find((one) => one === asked.get('kind'))
  const inbox = await context
    .get(consoleContext)
    .call(listInbox, { query: { view, ...(kind && { kind }) } })
  return { ...inbox, view, kind: kind ?? null, row: asked.get('row') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const rows = readMarkForm(form)
  if (rows.length === 0) return null
  return answerOf(text('act'), form, await screen.attempt(markInbox, { body: { rows } }))
}

/** All that waits for an operator, what is due first; one of it in a pane beside. */
export default function OperatorInbox() {
  const { t, locale } = useWords()
  const inbox = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const { rows, view, kind, counts, median_seconds: median } = inbox
  const chosen = rows.find((row) => keyOfRow(row) === inbox.row)
  const late = rows.filter((row) => row.group === 'late').length
  const unknown = counts.filter((one) => one.count === null)
  const href = (change: { view?: string; kind?: string | null; row?: string }) => {
    const asked: Record<string, string | null | undefined> = { view, kind, ...change }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked))
      if (value && value !== 'all') query.set(name, value)
    return query.size === 0 ? PATH : `${PATH}?${query}`
  }
  const kindName = (one: (typeof INBOX_KINDS)[number]) => t(`console.inbox.kind.${one}`)
  return (
    <div
      className={
        chosen
          ? 'min-[1200px]:grid min-[1200px]:grid-cols-[minmax(0,1fr)_auto] min-[1200px]:gap-x-6'
          : ''
      }
    >
      <div className={chosen ? 'max-[1199px]:hidden' : ''}>
        <PageHeader
          title={t('console.nav.inbox')}
          end={
            <LinkButton href={`${PATH}/summary`} kind="secondary" size="small" icon="bell">
              {t('console.summary.title')}
            </LinkButton>
          }
          lead={[
            inbox.views.all > 0 && t('console.inbox.waiting', { count: inbox.views.all }),
            late > 0 && t('console.inbox.late', { count: late }),
            median !== null && t('console.inbox.median', { time: durationOf(median, locale) }),
          ]
            .filter(Boolean)
            .join(' ')}
        />
        {unknown.length > 0 && (
          <Notice tone="attention" className="mb-4">
            {t('console.inbox.unknown', {
              kinds: unknown.map((one) => t(`console.stuck.${one.kind}`)).join(', '),
            })}
          </Notice>
        )}
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <Tabs
            label={t('console.inbox.views')}
            tabs={INBOX_VIEWS.map((one) => ({
              href: href({ view: one }),
              name: t(`console.inbox.view.${one}`),
              note: one === 'all' ? (sumOf(counts) ?? '') : countOf(inbox.views[one] ?? 0, locale),
              current: one === view,
            }))}
          />
          <SortMenu
            label={t('console.inbox.kind')}
            choices={[
              { href: href({ kind: null }), name: t('console.items.any'), current: kind === null },
              ...counts.map((one) => ({
                href: href({ kind: one.kind }),
                name: kindName(one.kind),
                current: one.kind === kind,
              })),
            ]}
          />
        </div>
        <InboxList
          inbox={inbox}
          answer={answer}
          isAllKnown={unknown.length === 0}
          rowHref={(row) => href({ row: keyOfRow(row) })}
        />
      </div>
      {chosen && <InboxPane row={chosen} inbox={inbox} back={href({})} />}
    </div>
  )
}
