import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getMalwareScanner } from '#modules/publishing/scans/contract.ts'
import { listQueue } from '#modules/publishing/submissions/operator-contract.ts'
import { QUEUE_FILTERS } from '#modules/publishing/submissions/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyFigures } from '#ui/panel.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates, durationOf } from '../dates.ts'
import { ScannerNotice } from '../malware-scanner.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../forms.tsx'
import { StateBadge, useWhat, VerdictBadge } from '../submission-parts.tsx'
import { DataTable, NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const show = QUEUE_FILTERS.find((one) => one === asked.get('show')) ?? 'waiting'
  const market = (['app', 'theme'] as const).find((one) => one === asked.get('market'))
  const after = asked.get('after')
  const screen = context.get(consoleContext)
  const [queue, scanner] = await Promise.all([
    screen.call(listQueue, {
      query: { show, ...(market && { market }), ...(after !== null && { after }) },
    }),
    screen.call(getMalwareScanner),
  ])
  return { show, market: market ?? '', scanner, ...queue }
}

/** What needs a person's decision, oldest first. */
export default function OperatorQueue() {
  const { t, locale } = useWords()
  const dates = useDates()
  const page = useLoaderData<typeof loader>()
  const what = useWhat()
  const href = (show: string, more: Record<string, string> = {}) =>
    `/operator/queue?${new URLSearchParams({ show, ...(page.market && { market: page.market }), ...more })}`
  const { median_seconds: median, measured, waiting } = page.queue
  return (
    <>
      <PageHeader title={t('console.nav.queue')} lead={t('console.queue.lead')} />
      <ScannerNotice scanner={page.scanner} />
      <KeyFigures
        className="mb-7"
        figures={[
          { label: t('console.queue.count'), figure: countOf(waiting, locale) },
          {
            label: t('console.queue.median'),
            figure: median === null ? '–' : durationOf(median, locale),
            note: t('console.queue.measured', { count: measured }),
          },
        ]}
      />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <Tabs
          label={t('console.queue.filter')}
          tabs={QUEUE_FILTERS.map((one) => ({
            href: href(one),
            name: t(`console.queue.${one}`),
            current: one === page.show,
          }))}
        />
        <Form method="get" className="flex items-end gap-3">
          <input type="hidden" name="show" value={page.show} />
          <SelectField
            label={t('console.queue.market')}
            name="market"
            value={page.market}
            options={[
              { value: '', name: t('console.queue.any') },
              { value: 'app', name: t('console.queue.app') },
              { value: 'theme', name: t('console.queue.theme') },
            ]}
          />
          <Button type="submit" kind="secondary">
            {t('console.queue.show')}
          </Button>
        </Form>
      </div>
      <DataTable
        label={t('console.nav.queue')}
        rows={page.submissions}
        empty={
          <EmptyState title={t('console.queue.none')}>{t('console.queue.none_lead')}</EmptyState>
        }
        columns={[
          {
            name: t('console.queue.item'),
            cell: (one) => (
              <>
                <TextLink href={`/operator/queue/${one.id}`} className="strong">
                  {one.item_name}
                </TextLink>
                <span className="type-sm block text-ink2">
                  {t(`console.queue.${one.market}`)} · {one.partner_name}
                </span>
              </>
            ),
          },
          {
            name: t('console.sub.what'),
            cell: (one) => (
              <span className="flex flex-wrap items-center gap-2">
                {what(one)}
                {one.first && <Badge>{t('console.queue.first')}</Badge>}
                {one.own && <Badge>{t('console.queue.own')}</Badge>}
              </span>
            ),
          },
          {
            name: t('console.sub.state'),
            cell: (one) =>
              one.scan_pending_since === null ? (
                <StateBadge state={one.state} />
              ) : (
                <Badge icon="clock">{t('console.scan.pending')}</Badge>
              ),
          },
          {
            name: t('console.queue.verdict'),
            cell: (one) => <VerdictBadge verdict={one.verdict} />,
          },
          {
            name: t('console.queue.who'),
            cell: (one) =>
              one.claim === null ? (
                <span className="text-ink2">{t('console.queue.nobody')}</span>
              ) : one.claim.mine ? (
                <span className="strong">{t('console.queue.you')}</span>
              ) : (
                one.claim.name
              ),
          },
          {
            name: t('console.queue.since'),
            end: true,
            cell: (one) => dates.time(one.decided_at ?? one.waiting_at ?? one.submitted_at),
          },
        ]}
      />
      <NextPage
        href={page.next && href(page.show, { after: page.next })}
        label={t('console.next')}
      />
    </>
  )
}
