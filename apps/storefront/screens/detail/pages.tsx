import { LinkButton } from '#ui/button.tsx'
import { useWords } from '../../messages.tsx'

/** The way to newer and older ones, where there is more than a page. */
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

/** A page's number in an address: what is none is the first. */
export function readPage(text: string | null): number {
  const page = Number(text ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
