import type { ItemDetail } from '#modules/catalog/contract.ts'
import { ReleaseNote } from '#ui/release-note.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { LinkButton } from '#ui/button.tsx'

/**
 * Releases, newest first; `before` of `total` are on earlier pages. Only the very last is the first
 * version.
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

/** Links to newer and older releases, when there are several pages. */
export function Pages({
  page,
  total,
  perPage,
  href,
}: {
  page: number
  total: number
  perPage: number
  href: (page: number) => string
}) {
  const { t } = useWords()
  const pages = Math.ceil(total / perPage)
  if (pages <= 1) return null
  return (
    <nav
      aria-label={t('pages.label')}
      className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-5"
    >
      {page > 1 && (
        <LinkButton kind="secondary" size="small" href={href(Math.min(page - 1, pages))}>
          {t('pages.newer')}
        </LinkButton>
      )}
      <p className="type-sm figures text-ink2">{t('pages.now', { page, pages })}</p>
      {page < pages && (
        <LinkButton kind="secondary" size="small" href={href(page + 1)}>
          {t('pages.older')}
        </LinkButton>
      )}
    </nav>
  )
}

/** Parses a page number; 1 when invalid. */
export function readPage(text: string | null): number {
  const page = Number(text ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
