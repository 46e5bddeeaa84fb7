import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getPlatforms } from '#modules/stores/platforms/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { FactList } from '#ui/panel.tsx'
import { DataTable } from '../data-table.tsx'
import { countOf } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PlatformLogo } from '../platform/logo.tsx'
import { PlatformState } from '../platform/state-badge.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    ...(await screen.call(getPlatforms)),
    mayChange: screen.person?.operatorRole === 'admin',
  }
}

/** All platforms; a draft leads to its setup. */
export default function OperatorPlatforms() {
  const { t, locale } = useWords()
  const { platforms, settings, mayChange } = useLoaderData<typeof loader>()
  const add = mayChange && (
    <LinkButton href="/operator/platforms/new" icon="plus">
      {t('console.platform.add')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={t('console.nav.platforms')}
        lead={t('console.platform.list_lead')}
        end={add}
      />
      <DataTable
        label={t('console.nav.platforms')}
        rows={platforms.map((one) => ({ ...one, id: String(one.id) }))}
        empty={<EmptyState title={t('console.platform.none')} action={add} />}
        columns={[
          {
            name: t('console.platform.name'),
            cell: (one) => (
              <span className="flex items-center gap-3">
                <PlatformLogo of={one} />
                <span className="min-w-0">
                  <TextLink href={`/operator/platforms/${one.id}`} className="strong">
                    <bdi>{one.name}</bdi>
                  </TextLink>
                  <span className="type-sm block text-ink2">
                    {t('console.platform.number', { n: one.id })} ·{' '}
                    {t(`console.platform.entry.${one.entry}`)}
                  </span>
                </span>
              </span>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 md:justify-start">
                <PlatformState state={one.state} />
                {one.state === 'draft' && mayChange && (
                  <TextLink href={`/operator/platforms/${one.id}/setup`} className="type-sm">
                    {t('console.setup.go_on')}
                  </TextLink>
                )}
              </span>
            ),
          },
          {
            name: t('console.platform.hosts'),
            cell: (one) => {
              const hosts = [one.hosts.app, one.hosts.theme].filter((host) => host !== null)
              return hosts.length === 0 ? (
                <span className="text-ink2">–</span>
              ) : (
                hosts.map((host) => (
                  <span key={host} dir="ltr" className="type-sm block text-end md:text-start">
                    {host}
                  </span>
                ))
              )
            },
          },
          {
            name: t('console.platforms.stores'),
            end: true,
            cell: (one) => <span className="figures">{countOf(one.stores, locale)}</span>,
          },
          {
            name: t('console.platforms.runs'),
            end: true,
            wide: true,
            cell: ({ runs }) =>
              runs.succeeded + runs.failed === 0 ? (
                <span className="text-ink2">{t('console.platform.no_runs')}</span>
              ) : (
                <span className="figures">
                  {t('console.platform.runs', {
                    succeeded: countOf(runs.succeeded, locale),
                    failed: countOf(runs.failed, locale),
                  })}
                </span>
              ),
          },
        ]}
      />
      <section className="mt-12">
        <h2 className="type-d3 mb-1">{t('console.platforms.settings')}</h2>
        <p className="type-body mb-4 max-w-200 text-ink2">{t('console.platforms.settings_lead')}</p>
        <FactList
          columns={2}
          facts={settings.map((one) => ({ label: one.name, value: one.value ?? '–' }))}
        />
      </section>
    </>
  )
}
