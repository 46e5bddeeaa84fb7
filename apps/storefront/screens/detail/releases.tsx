import type { ItemDetail } from '#modules/catalog/contract.ts'
import { ReleaseNote } from '#ui/release-note.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'

/**
 * Versions, the newest first; `before` of `total` stand on earlier pages. Only the last of all is
 * the first one.
 */
export function Releases({
  releases,
  before = 0,
  total,
  installable,
}: {
  releases: NonNullable<ItemDetail['releases']>
  before?: number
  total: number
  installable: boolean
}) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <ol>
      {releases.map((release, n) => {
        const first = before + n === total - 1
        const asked = release.new_permissions
          .map((code) => t(`detail.permission.${code}`))
          .join(', ')
        const permissions = asked
          ? t('detail.release_asks', { permissions: asked })
          : t(first ? 'detail.release_first' : 'detail.release_same')
        return (
          <ReleaseNote
            key={release.version}
            version={release.version}
            date={release.published_at === null ? undefined : dates.day(release.published_at)}
            dateTime={release.published_at ?? undefined}
            downloads={
              release.downloads > 0
                ? t('detail.release_downloads', { count: release.downloads })
                : undefined
            }
            permissions={installable ? permissions : undefined}
            asksMore={asked !== ''}
          >
            {release.notes || undefined}
          </ReleaseNote>
        )
      })}
    </ol>
  )
}
