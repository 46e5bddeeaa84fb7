import { Form } from 'react-router'
import type { PlatformReport } from '#modules/publishing/rollouts/contract.ts'
import type { Outcome } from '#modules/catalog/contract.ts'
import { PLAN_RULES } from '#modules/publishing/rollouts/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { FactList } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from './dates.ts'
import { DataTable, NextPage } from './data-table.tsx'
import { useWords } from './words.tsx'

const TONES: Record<Outcome, Tone> = { none: 'coral', update: 'neutral', works: 'green' }
interface Shown {
  report: PlatformReport | null
  version: string
  path: string
  csv: string
  error?: string | undefined
  withPartner?: boolean
  platform?: number
}

/**
 * What will still work with a platform's next version, in pages below `path`; `csv` is the URL of
 * the whole report.
 */
export function PlatformReportView({
  report,
  version,
  path,
  csv,
  error,
  withPartner = false,
  platform,
}: Shown) {
  const { t, locale } = useWords()
  const dates = useDates()
  const nextPage =
    report?.next == null
      ? null
      : `${path}?${new URLSearchParams({ ...(platform !== undefined && { platform: String(platform) }), version, page: String(report.next) })}`
  return (
    <div className="grid gap-7">
      <Form method="get" className="flex max-w-140 flex-wrap items-end gap-3">
        {platform !== undefined && <input type="hidden" name="platform" value={platform} />}
        <TextField
          name="version"
          label={t('console.versions.coming')}
          defaultValue={version}
          error={error}
          dir="ltr"
          maxLength={PLAN_RULES.version.max}
          autoComplete="off"
          required
          className="min-w-50 flex-1"
        />
        <Button type="submit" kind="secondary">
          {t('console.versions.look')}
        </Button>
      </Form>
      {report && (
        <>
          {report.totals.every((one) => one.items === 0) ? (
            <EmptyState title={t('console.versions.none')} />
          ) : (
            <section>
              <FactList
                columns={2}
                facts={report.totals.map((one) => ({
                  label: t(`console.versions.outcome.${one.outcome}`),
                  value: t('console.versions.total', {
                    installations: countOf(one.installations, locale),
                    items: countOf(one.items, locale),
                  }),
                }))}
              />
              <p className="type-sm mt-5 mb-3">
                <TextLink href={csv}>{t('console.versions.csv')}</TextLink>
              </p>
              <DataTable
                label={t('console.versions.lines')}
                rows={report.lines.map((one) => ({
                  id: `${one.item} ${one.version} ${one.outcome} ${one.to}`,
                  ...one,
                }))}
                columns={[
                  {
                    name: t('console.versions.item'),
                    cell: (one) => (
                      <>
                        <bdi className="strong">{one.name}</bdi>
                        {withPartner && (
                          <span className="type-sm block text-ink2">
                            <bdi>{one.partner}</bdi>
                            {one.told_at && (
                              <>
                                {' '}
                                · {t('console.versions.told_on', { day: dates.day(one.told_at) })}
                              </>
                            )}
                          </span>
                        )}
                      </>
                    ),
                  },
                  {
                    name: t('console.sub.version'),
                    cell: (one) => <bdi className="figures">{one.version}</bdi>,
                  },
                  {
                    name: t('console.versions.outcome'),
                    cell: (one) => (
                      <Badge tone={TONES[one.outcome]}>
                        {one.to === null
                          ? t(`console.versions.outcome.${one.outcome}`)
                          : t('console.versions.update_to', { version: one.to })}
                      </Badge>
                    ),
                  },
                  {
                    name: t('console.versions.installations'),
                    end: true,
                    cell: (one) => (
                      <span className="figures">{countOf(one.installations, locale)}</span>
                    ),
                  },
                ]}
              />
              <NextPage href={nextPage} label={t('console.next')} />
            </section>
          )}
        </>
      )}
    </div>
  )
}
