import type { AnswerOf } from '#kernel/operation.ts'
import type { getEarnings, listEarnings } from '#modules/earnings/contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { FactList } from '#ui/panel.tsx'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import { useDates } from './dates.ts'
import { Money } from './state-badges.tsx'
import { DataTable } from './data-table.tsx'
import { useWords } from './words.tsx'

export type EarningsStatement = AnswerOf<typeof getEarnings>
type Line = AnswerOf<typeof listEarnings>['statements'][number]
type Sums = AnswerOf<typeof listEarnings>['open'][number]

/** "Kasım 2026". A month is in Istanbul time and given by its first day. */
export const monthOf = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}T00:00:00Z`))

const TONES: Record<Line['state'], Tone> = {
  due: 'turquoise',
  paid: 'green',
  carried: 'neutral',
  settled: 'neutral',
}

export function EarningsState({ state }: { state: Line['state'] }) {
  const { t } = useWords()
  return <Badge tone={TONES[state]}>{t(`console.earnings.state.${state}`)}</Badge>
}

/** The components of a balance from top to bottom, without those that are zero. */
export function EarningsSums({ sums, className }: { sums: Sums; className?: string }) {
  const { t } = useWords()
  const rows = (
    ['opening', 'sales', 'refunds', 'commission', 'tax', 'adjustments', 'paid_out'] as const
  ).filter((name) => sums[name] !== 0 || ['opening', 'sales', 'commission'].includes(name))
  return (
    <FactList
      className={className}
      facts={[...rows, 'closing' as const].map((name) => ({
        label: t(`console.earnings.${name}`),
        value: (
          <span className={name === 'closing' ? 'type-d4' : undefined}>
            <Money amount={sums[name]} currency={sums.currency} />
          </span>
        ),
      }))}
    />
  )
}

/** A statement with all its entries; the same for both sides and for print. */
export function EarningsView({ statement }: { statement: EarningsStatement }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { currency } = statement
  return (
    <div className="grid gap-9">
      <div className="grid items-start gap-x-9 gap-y-6 lg:grid-cols-2">
        <EarningsSums sums={statement} />
        <FactList
          facts={[
            { label: t('console.earnings.number'), value: <bdi dir="ltr">{statement.number}</bdi> },
            { label: t('console.earnings.partner'), value: statement.partner.name },
            { label: t('console.earnings.month'), value: monthOf(statement.month, locale) },
            { label: t('console.earnings.closed_at'), value: dates.time(statement.closed_at) },
            ...(statement.paid
              ? [
                  { label: t('console.earnings.paid_on'), value: dates.day(statement.paid.on) },
                  {
                    label: t('console.earnings.reference'),
                    value: <bdi>{statement.paid.reference}</bdi>,
                  },
                ]
              : []),
          ]}
        />
      </div>
      {statement.entries.length > 0 && (
        <section>
          <h2 className="type-d3 mb-4">{t('console.earnings.entries')}</h2>
          <DataTable
            label={t('console.earnings.entries')}
            rows={statement.entries}
            columns={[
              {
                name: t('console.earnings.what'),
                cell: (one) => (
                  <>
                    <span className="strong">{t(`console.earnings.kind.${one.kind}`)}</span>
                    <span className="type-sm block text-ink2">
                      <bdi>
                        {[one.item, one.reason ?? one.reference].filter(Boolean).join(' · ')}
                      </bdi>
                    </span>
                  </>
                ),
              },
              { name: t('console.earnings.at'), cell: (one) => dates.day(one.at) },
              {
                name: t('console.earnings.order'),
                cell: (one) =>
                  one.order !== null && (
                    <bdi dir="ltr" className="type-sm">
                      {one.order}
                    </bdi>
                  ),
              },
              {
                name: t('console.earnings.net'),
                end: true,
                cell: (one) => one.order !== null && <Money amount={one.net} currency={currency} />,
              },
              {
                name: t('console.earnings.commission'),
                end: true,
                cell: (one) =>
                  one.order !== null && (
                    <>
                      <Money amount={one.commission} currency={currency} />
                      {one.rate !== null && (
                        <span className="type-sm block text-ink2 figures">
                          <bdi dir="ltr">{one.rate} %</bdi>
                        </span>
                      )}
                    </>
                  ),
              },
              {
                name: t('console.earnings.tax'),
                end: true,
                cell: (one) => one.order !== null && <Money amount={one.tax} currency={currency} />,
              },
              {
                name: t('console.earnings.amount'),
                end: true,
                cell: (one) => <Money amount={one.amount} currency={currency} />,
              },
            ]}
          />
        </section>
      )}
    </div>
  )
}
