import type { ReactNode } from 'react'
import { RANGES } from '#modules/analytics/rules.ts'
import type { getItemFigures } from '#modules/analytics/contract.ts'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import { LEAVING_REASONS } from '#lib/market.ts'
import { formatAmount, type Currency } from '#lib/money.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { BarList, type Bar } from '#ui/bar-list.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LineChart } from '#ui/line-chart.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from './dates.ts'
import { countryName } from './country-name.ts'
import { useWords } from './words.tsx'

type Figures = AnswerOf<typeof getItemFigures>

/** A calendar day, formatted without a time zone. */
const shortDay = (day: string, locale: Locale) =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(day))
const asReason = (reason: string) => LEAVING_REASONS.find((one) => one === reason) ?? 'none'

/**
 * Analytics of an item, a partner or the market: totals compared with the previous period, charts
 * over time, and breakdowns.
 */
export function AnalyticsView({
  figures,
  here,
  query = {},
  itemHref,
}: {
  figures: Figures
  here: string
  query?: Record<string, string>
  itemHref?: (id: string) => string
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { totals, before, series, before_series: past, money } = figures
  const count = (value: number) => countOf(value, locale)
  const names = series.map((one) => shortDay(one.day, locale))
  const words = {
    table: t('console.figures.table'),
    point: t('console.figures.day'),
    none: t('console.figures.none'),
  }
  const [now, then] = [t('console.figures.line.now'), t('console.figures.line.before')]
  const address = (path: string, days: number) =>
    `${path}?${new URLSearchParams({ ...query, days: String(days) })}`
  const isEmpty =
    totals.views +
      totals.installs +
      totals.uninstalls +
      totals.active +
      before.views +
      before.installs +
      before.uninstalls ===
      0 && money.length === 0
  const part = t('console.figures.part')
  const splits: { key: string; label: string; value: string; bars: Bar[] }[] = [
    {
      key: 'items',
      label: t('console.figures.items'),
      value: t('console.figures.installs'),
      bars: figures.items.map((row) => ({
        key: row.id,
        name: itemHref ? <TextLink href={itemHref(row.id)}>{row.name}</TextLink> : row.name,
        value: row.installs,
      })),
    },
    {
      key: 'versions',
      label: t('console.figures.versions'),
      value: t('console.figures.installs'),
      bars: barsOf(figures.versions, (row) => <bdi dir="ltr">{row.name}</bdi>),
    },
    {
      key: 'platforms',
      label: t('console.figures.platforms'),
      value: t('console.figures.installs'),
      bars: barsOf(figures.platforms, (row) => row.name || t('console.figures.unknown')),
    },
    {
      key: 'countries',
      label: t('console.figures.countries'),
      value: t('console.figures.installs'),
      bars: barsOf(
        figures.countries,
        (row) => countryName(row.key, locale) ?? t('console.figures.unknown'),
      ),
    },
    {
      key: 'reasons',
      label: t('console.figures.reasons'),
      value: t('console.figures.uninstalls'),
      bars: figures.reasons.map((row) => ({
        key: row.reason,
        name: t(`console.figures.reason.${asReason(row.reason)}`),
        value: row.uninstalls,
      })),
    },
  ].filter((split) => split.bars.length > 0)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <Tabs
          label={t('console.figures.range')}
          tabs={RANGES.map((days) => ({
            href: address(here, days),
            name: t(`console.figures.range.${days}`),
            current: days === figures.days,
          }))}
        />
        <LinkButton
          href={address(`${here}.csv`, figures.days)}
          kind="secondary"
          size="small"
          icon="download"
          download=""
        >
          {t('console.figures.csv')}
        </LinkButton>
      </div>
      {isEmpty ? (
        <EmptyState title={t('console.figures.empty')}>
          {t('console.figures.empty_lead')}
        </EmptyState>
      ) : (
        <>
          <dl className="mb-7 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
            <Tile
              name={t('console.figures.views')}
              value={count(totals.views)}
              before={t('console.figures.before', { value: count(before.views) })}
            />
            <Tile
              name={t('console.figures.installs')}
              value={count(totals.installs)}
              before={t('console.figures.before', { value: count(before.installs) })}
            />
            <Tile
              name={t('console.figures.conversion')}
              value={some(totals.conversion, count)}
              before={t('console.figures.before', { value: some(before.conversion, count) })}
            />
            <Tile
              name={t('console.figures.uninstalls')}
              value={count(totals.uninstalls)}
              before={t('console.figures.before', { value: count(before.uninstalls) })}
            />
            <Tile
              name={t('console.figures.active')}
              value={count(totals.active)}
              before={t('console.figures.before', { value: count(before.active) })}
            />
            <Tile
              name={t('console.figures.stars')}
              value={some(totals.stars, count)}
              before={t('console.figures.before', { value: some(before.stars, count) })}
            />
          </dl>
          <div className="grid gap-5 lg:grid-cols-2">
            {(
              [
                ['views', past.map((one) => one.views)],
                ['installs', past.map((one) => one.installs)],
                ['active', null],
                ['uninstalls', null],
              ] as const
            ).map(([measure, earlier]) => (
              <Box key={measure}>
                <LineChart
                  title={t(`console.figures.${measure}`)}
                  lead={count(totals[measure])}
                  line={{ name: now, values: series.map((one) => one[measure]) }}
                  {...(earlier && { before: { name: then, values: earlier } })}
                  names={names}
                  words={words}
                  format={count}
                />
              </Box>
            ))}
            {money.map((one) => {
              const amount = (minor: number) => formatAmount(minor, one.currency as Currency)
              return (
                <Box key={one.currency}>
                  <LineChart
                    title={`${t('console.figures.revenue')} (${one.currency})`}
                    lead={<bdi>{amount(one.paid_minor)}</bdi>}
                    line={{ name: now, values: one.series.map((day) => day.paid_minor) }}
                    names={names}
                    words={words}
                    format={amount}
                  />
                  <p className="type-sm mt-2 text-ink2">
                    {t('console.figures.before', { value: amount(one.before.paid_minor) })} ·{' '}
                    {t('console.figures.refunded', { amount: amount(one.refunded_minor) })}
                  </p>
                </Box>
              )
            })}
            {splits.map(({ key, label, value, bars }) => (
              <Box key={key}>
                <BarList label={label} columns={[part, value]} bars={bars} format={count} />
              </Box>
            ))}
          </div>
        </>
      )}
      <p className="type-sm mt-7 text-ink2">
        {t('console.figures.privacy')}{' '}
        {figures.as_of && t('console.figures.as_of', { time: dates.time(figures.as_of) })}
      </p>
    </>
  )
}

const some = (value: number | null, write: (value: number) => string) =>
  value === null ? '–' : write(value)
const barsOf = (
  rows: Figures['platforms'],
  name: (row: Figures['platforms'][number]) => ReactNode,
): Bar[] =>
  rows
    .filter((row) => row.installs > 0)
    .map((row) => ({ key: row.key, name: name(row), value: row.installs }))

const Box = ({ children }: { children: ReactNode }) => (
  <Panel className="min-w-0">
    <PanelPart>{children}</PanelPart>
  </Panel>
)

const Tile = ({ name, value, before }: { name: string; value: string; before: string }) => (
  <div className="flex min-w-0 flex-col rounded-card border border-line bg-card p-4">
    <dt className="type-sm text-ink2">{name}</dt>
    <dd className="mt-auto pt-2">
      <span className="type-d3 figures block wrap-anywhere-safe">{value}</span>
      <span className="type-xs figures block text-ink2">{before}</span>
    </dd>
  </div>
)
