import type { Installation } from '#modules/installs/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import type { InstallData } from '../install/load-install.ts'

/**
 * Every version that this shop may have, with what it brought, and the way to it: its plan is shown
 * first.
 */
export function VersionList({
  page,
  installation,
}: {
  page: InstallData
  installation: Installation
}) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const at = page.versions.findIndex((one) => one.version === installation.version)
  return (
    <section aria-labelledby="versions-heading">
      <h2 id="versions-heading" className="type-d3 mb-1">
        {t('installation.versions')}
      </h2>
      <p className="type-body mb-4 max-w-[62ch] text-ink2">{t('installation.versions_note')}</p>
      <ol className="border-b border-line">
        {page.versions.map((one, index) => (
          <li
            key={one.version}
            className="grid gap-x-4 gap-y-2 border-t border-line py-4 md:grid-cols-[1fr_auto] md:items-start"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="type-label figures">
                  <bdi>{one.version}</bdi>
                </span>
                {one.version === installation.version && (
                  <Badge tone="turquoise">{t('installation.version_here')}</Badge>
                )}
                {one.published_at && (
                  <span className="type-sm text-ink2">{dates.day(one.published_at)}</span>
                )}
              </p>
              {one.notes && (
                <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">{one.notes}</p>
              )}
            </div>
            {one.version !== installation.version && installation.state === 'installed' && (
              <LinkButton
                href={withQuery(paths.update(page.item.slug), { release: one.version })}
                kind="secondary"
                size="small"
                icon={at !== -1 && index > at ? 'undo' : 'arrow-up'}
                className="justify-self-start"
              >
                {t(at !== -1 && index > at ? 'installed.back' : 'updates.start', {
                  version: one.version,
                })}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
