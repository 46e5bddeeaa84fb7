import type { ReactNode } from 'react'
import type { AnswerOf } from '#kernel/operation.ts'
import type { getMarketSubscriptionFigures } from '#modules/analytics/contract.ts'
import { LANGUAGE_TAGS } from '#lib/locale.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LineChart } from '#ui/line-chart.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { DataTable } from './data-table.tsx'
import { countOf, useDates } from './dates.ts'
import { useWords } from './words.tsx'

type Figures = AnswerOf<typeof getMarketSubscriptionFigures>

/** Recurring revenue and what becomes of subscriptions; each figure with its definition. */
export function SubscriptionFigures({ figures }: { figures: Figures }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { now, months, trials, money } = figures
  if (money.length === 0)
    return <EmptyState title={t('console.mrr.empty')}>{t('console.mrr.empty_lead')}</EmptyState>
  const count = (value: number) => countOf(value, locale)
  const percent = (value: number | null) =>
    value === null
      ? '–'
      : new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
          style: 'percent',
          maximumFractionDigits: 1,
        }).format(value / 100)
  const monthName = (month: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${month}-01`))
  const last = months.at(-2)
  return (
    <>
      <dl className="mb-7 grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-4">
        {money.map((one) => (
          <Tile
            key={one.currency}
            name={t('console.mrr.monthly', { currency: one.currency })}
            value={<bdi>{formatAmount(one.monthly_minor, one.currency as Currency)}</bdi>}
            what={t('console.mrr.monthly_what')}
          />
        ))}
        <Tile
          name={t('console.mrr.active')}
          value={count(now.active)}
          what={t('console.mrr.active_what')}
        />
        <Tile
          name={t('console.mrr.trialing')}
          value={count(now.trialing)}
          what={t('console.mrr.trialing_what')}
        />
        <Tile
          name={t('console.mrr.past_due')}
          value={count(now.past_due)}
          what={t('console.mrr.past_due_what')}
        />
        <Tile
          name={t('console.mrr.paused')}
          value={count(now.paused)}
          what={t('console.mrr.paused_what')}
        />
        <Tile
          name={t('console.mrr.churn', { month: last ? monthName(last.month) : '' })}
          value={percent(last?.churn ?? null)}
          what={t('console.mrr.churn_what')}
        />
        <Tile
          name={t('console.mrr.conversion')}
          value={percent(trials.rate)}
          what={t('console.mrr.conversion_what', {
            paid: trials.paid,
            begun: trials.begun,
            from: dates.day(trials.from),
            to: dates.day(trials.to),
          })}
        />
      </dl>
      <div className="mb-7 grid gap-5 lg:grid-cols-2">
        {money.map((one) => {
          const amount = (minor: number) => formatAmount(minor, one.currency as Currency)
          const sum = (key: 'failed_minor' | 'recovered_minor') =>
            amount(one.series.reduce((all, month) => all + month[key], 0))
          return (
            <Panel key={one.currency} className="min-w-0">
              <PanelPart>
                <LineChart
                  title={t('console.mrr.monthly', { currency: one.currency })}
                  lead={<bdi>{amount(one.monthly_minor)}</bdi>}
                  line={{
                    name: t('console.mrr.monthly', { currency: one.currency }),
                    values: one.series.map((month) => month.monthly_minor),
                  }}
                  names={one.series.map((month) => monthName(month.month))}
                  words={{
                    table: t('console.figures.table'),
                    point: t('console.mrr.month'),
                    none: t('console.figures.none'),
                  }}
                  format={amount}
                />
                <p className="type-sm mt-2 text-ink2">
                  {t('console.mrr.failed_sum', {
                    failed: sum('failed_minor'),
                    recovered: sum('recovered_minor'),
                  })}
                </p>
              </PanelPart>
            </Panel>
          )
        })}
      </div>
      <DataTable
        label={t('console.mrr.months')}
        rows={months.map((one) => ({ id: one.month, ...one })).toReversed()}
        columns={[
          { name: t('console.mrr.month'), cell: (one) => monthName(one.month) },
          { name: t('console.mrr.active'), end: true, cell: (one) => count(one.active) },
          { name: t('console.mrr.started'), end: true, cell: (one) => count(one.started) },
          { name: t('console.mrr.ended'), end: true, cell: (one) => count(one.ended) },
          { name: t('console.mrr.churn_short'), end: true, cell: (one) => percent(one.churn) },
          { name: t('console.mrr.failed'), end: true, cell: (one) => count(one.failed) },
          { name: t('console.mrr.recovered'), end: true, cell: (one) => count(one.recovered) },
        ]}
      />
      <p className="type-sm mt-4 text-ink2">
        {t('console.mrr.months_what')}{' '}
        {figures.as_of && t('console.figures.as_of', { time: dates.time(figures.as_of) })}
      </p>
    </>
  )
}

const Tile = ({ name, value, what }: { name: string; value: ReactNode; what: string }) => (
  <div className="flex min-w-0 flex-col rounded-card border border-line bg-card p-4">
    <dt className="type-sm text-ink2">{name}</dt>
    <dd className="mt-auto pt-2">
      <span className="type-d3 figures block wrap-anywhere-safe">{value}</span>
      <span className="type-xs block text-ink2">{what}</span>
    </dd>
  </div>
)
