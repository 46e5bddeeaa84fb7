import type { ItemHealth } from '#modules/publishing/health/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { LineChart } from '#ui/line-chart.tsx'
import { DataTable } from './data-table.tsx'
import { countOf, useDates } from './dates.ts'
import { ButtonForm } from './forms.tsx'
import { useWords } from './words.tsx'

type Release = ItemHealth['releases'][number]
type Counted = Release['totals']

/** The signals with a chart, as a share of what was counted. */
const CHARTS = [
  { key: 'installs', of: (one: Counted) => shareOf(one.failed, one.ended) },
  { key: 'errors', of: (one: Counted) => shareOf(one.errors, one.visits) },
  { key: 'webhooks', of: (one: Counted) => shareOf(one.unsent, one.sent) },
] as const

/** In percent with one decimal; 0 where nothing was counted. */
const shareOf = (failed: number, all: number): number =>
  all === 0 ? 0 : Math.round((failed / all) * 1000) / 10

/** How the newest releases do on shops: a table, charts by day, and addresses whose webhooks fail. */
export function HealthView({ health }: { health: ItemHealth }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const [newest, earlier] = health.releases
  const count = (value: number) => countOf(value, locale)
  const ofAll = (failed: number, all: number) =>
    all === 0 ? '–' : t('console.health.of', { failed: count(failed), all: count(all) })
  if (newest === undefined)
    return <p className="type-body text-ink2">{t('console.items.no_releases')}</p>
  return (
    <>
      <p className="type-body mb-4 text-ink2">{t('console.health.lead')}</p>
      <DataTable
        label={t('console.health.title')}
        rows={health.releases}
        columns={[
          {
            name: t('console.item.release'),
            cell: (one) => (
              <>
                <bdi className="strong figures">{one.version}</bdi>{' '}
                {one.state !== 'published' && (
                  <Badge tone="coral">{t(`console.release.${one.state}`)}</Badge>
                )}
              </>
            ),
          },
          {
            name: t('console.items.stores_now'),
            end: true,
            cell: (one) => <span className="figures">{count(one.stores)}</span>,
          },
          {
            name: t('console.health.installs'),
            end: true,
            cell: ({ totals }) => ofAll(totals.failed, totals.ended),
          },
          {
            name: t('console.health.errors'),
            end: true,
            cell: ({ totals }) => ofAll(totals.errors, totals.visits),
          },
          {
            name: t('console.health.webhooks'),
            end: true,
            cell: ({ totals }) => ofAll(totals.unsent, totals.sent),
          },
          {
            name: t('console.health.left'),
            end: true,
            cell: ({ totals }) => <span className="figures">{count(totals.left)}</span>,
          },
        ]}
      />
      <div className="mt-6 grid gap-5 lg:grid-cols-3">
        {CHARTS.map(({ key, of }) => (
          <LineChart
            key={key}
            title={t(`console.health.${key}`)}
            line={{ name: newest.version, values: newest.days.map(of) }}
            {...(earlier && { before: { name: earlier.version, values: earlier.days.map(of) } })}
            names={newest.days.map((one) => dates.day(one.day))}
            words={{
              table: t('console.figures.table'),
              point: t('console.figures.day'),
              none: t('console.health.none'),
            }}
            format={(value) => t('console.rollouts.share', { percent: count(value) })}
          />
        ))}
      </div>
      <Endpoints health={health} />
    </>
  )
}

/** Addresses that fail now, and the press that ends a pause. */
function Endpoints({ health }: { health: ItemHealth }) {
  const { t, locale } = useWords()
  const dates = useDates()
  if (health.endpoints.length === 0) return null
  return (
    <section className="mt-7" aria-label={t('console.health.endpoints')}>
      <h3 className="type-d4 mb-1">{t('console.health.endpoints')}</h3>
      <p className="type-body mb-3 text-ink2">{t('console.health.endpoints_lead')}</p>
      <DataTable
        label={t('console.health.endpoints')}
        rows={health.endpoints}
        columns={[
          {
            name: t('console.health.address'),
            wide: true,
            cell: (one) => (
              <>
                <bdi dir="ltr" className="wrap-anywhere-safe">
                  {one.host}
                </bdi>{' '}
                {one.paused_at !== null && (
                  <Badge tone="coral" icon="clock">
                    {t('console.health.paused')}
                  </Badge>
                )}
              </>
            ),
          },
          {
            name: t('console.health.failures'),
            end: true,
            cell: (one) => <span className="figures">{countOf(one.failures, locale)}</span>,
          },
          {
            name: t('console.health.since'),
            end: true,
            cell: (one) => dates.time(one.failing_since),
          },
          {
            name: t('console.health.probe'),
            end: true,
            cell: (one) => (one.probe_at === null ? '–' : dates.time(one.probe_at)),
          },
          ...(health.may_resume
            ? [
                {
                  name: t('console.actions'),
                  end: true,
                  cell: (one: ItemHealth['endpoints'][number]) =>
                    one.paused_at !== null && (
                      <ButtonForm
                        name="resume-webhooks"
                        hidden={{ endpoint: one.id }}
                        label={t('console.health.resume')}
                        about={one.host}
                      />
                    ),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}
