import type { AnswerOf } from '#kernel/operation.ts'
import { LANGUAGE_TAGS } from '#lib/locale.ts'
import type { getItemInsights } from '#modules/analytics/contract.ts'
import { TextLink } from '#ui/link.tsx'
import { FactList } from '#ui/panel.tsx'
import { DataTable } from './data-table.tsx'
import { countOf, useDates } from './dates.ts'
import { Section } from './section.tsx'
import { useWords } from './words.tsx'

type Insights = AnswerOf<typeof getItemInsights>

/** How long installs last, how the item stands in its category, and which searches led to it. */
export function InsightsView({
  insights,
  subscriptions,
}: {
  insights: Insights
  /** The page with revenue and subscriptions of the item. */
  subscriptions: string
}) {
  const { t } = useWords()
  return (
    <div className="mt-9 grid items-start gap-5 lg:grid-cols-2">
      <Compared insights={insights} />
      <div className="grid gap-5">
        <Retention retention={insights.retention} />
        <Terms terms={insights.terms} />
        <p className="type-sm">
          <TextLink href={subscriptions}>{t('console.insights.subscriptions')}</TextLink>
        </p>
      </div>
    </div>
  )
}

function usePercent(): (value: number | null) => string {
  const { locale } = useWords()
  return (value) =>
    value === null
      ? '–'
      : new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
          style: 'percent',
          maximumFractionDigits: 1,
        }).format(value / 100)
}

function Compared({ insights: { category, metrics, windows } }: { insights: Insights }) {
  const { t } = useWords()
  const dates = useDates()
  const percent = usePercent()
  const spans = {
    conversion: windows.views,
    churn: windows.month,
    trials: windows.trials,
    kept_30: windows.kept,
  }
  return (
    <Section
      title={t('console.insights.compared')}
      lead={category ? t('console.insights.compared_lead', { category: category.name }) : null}
    >
      <DataTable
        label={t('console.insights.compared')}
        rows={metrics.map((one) => ({ ...one, id: one.metric }))}
        columns={[
          {
            name: t('console.insights.metric'),
            cell: (one) => (
              <>
                {t(`console.insights.metric.${one.metric}`)}
                <span className="type-sm block text-ink2">
                  {t('portal.webhooks.from_to', {
                    from: dates.day(spans[one.metric].from),
                    to: dates.day(spans[one.metric].to),
                  })}
                </span>
              </>
            ),
          },
          { name: t('console.insights.own'), end: true, cell: (one) => percent(one.own) },
          {
            name: t('console.insights.median'),
            end: true,
            wide: true,
            cell: (one) =>
              one.median === null ? (
                <span className="text-ink2">{t('console.insights.too_few')}</span>
              ) : (
                <>
                  {percent(one.median)}
                  <span className="type-sm block text-ink2">
                    {t('console.insights.partners', { count: one.partners ?? 0 })}
                  </span>
                </>
              ),
          },
        ]}
      />
    </Section>
  )
}

function Retention({ retention }: { retention: Insights['retention'] }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const percent = usePercent()
  const { installs, kept_7, kept_30 } = retention
  const share = (kept: number) => percent(installs === 0 ? null : (kept / installs) * 100)
  return (
    <Section
      title={t('console.insights.retention')}
      lead={t('console.insights.retention_lead', {
        from: dates.day(retention.from),
        to: dates.day(retention.to),
      })}
    >
      <FactList
        open
        facts={[
          { label: t('console.insights.installs'), value: countOf(installs, locale) },
          {
            label: t('console.insights.kept_7'),
            value: `${countOf(kept_7, locale)} (${share(kept_7)})`,
          },
          {
            label: t('console.insights.kept_30'),
            value: `${countOf(kept_30, locale)} (${share(kept_30)})`,
          },
        ]}
      />
    </Section>
  )
}

function Terms({ terms: { from, terms } }: { terms: Insights['terms'] }) {
  const { t, locale } = useWords()
  const dates = useDates()
  return (
    <Section
      title={t('console.insights.terms')}
      lead={t('console.insights.terms_lead', { from: dates.day(from) })}
    >
      <DataTable
        label={t('console.insights.terms')}
        rows={terms.map((one) => ({ ...one, id: one.words }))}
        empty={<p className="type-body text-ink2">{t('console.insights.no_terms')}</p>}
        columns={[
          { name: t('console.insights.term'), cell: (one) => <bdi>{one.words}</bdi> },
          {
            name: t('console.insights.opened'),
            end: true,
            cell: (one) => countOf(one.visits, locale),
          },
        ]}
      />
    </Section>
  )
}
