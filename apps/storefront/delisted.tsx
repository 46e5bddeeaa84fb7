import { useLocation } from 'react-router'
import { LinkButton } from '#ui/button.tsx'
import { ErrorScene } from '#ui/error-scene.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { useWords } from './messages.tsx'
import { PageHead } from './page-head.tsx'
import { usePaths, withQuery } from './paths.ts'
import { useShell } from './shell.tsx'

export const DELISTED = 'catalog.item_delisted'

/** A shop of the street that closed: what it was called here, why, in the words of whoever said so, and what is like it. */
export function Delisted({ facts }: { facts: ErrorFacts }) {
  const { t } = useWords()
  const { market } = useShell()
  const { pathname } = useLocation()
  const paths = usePaths()
  const name = pathname.split('/').at(-1)?.replaceAll('-', ' ') ?? ''
  return (
    <>
      <PageHead title={t('error.delisted.title')} indexed={false} />
      <ErrorScene
        kind="closed"
        sign="410"
        title={t('error.delisted.title')}
        code={t('error.code', { status: String(facts.statusCode) })}
        actions={
          <>
            <LinkButton href={withQuery(paths.search, { q: name })} icon="search">
              {t('error.delisted.similar')}
            </LinkButton>
            <LinkButton href={paths.list} kind="secondary">
              {t(`list.empty_all.${market}`)}
            </LinkButton>
          </>
        }
      >
        <p className="wrap-anywhere-safe">
          {facts.message}. {t('error.delisted.lead')}
        </p>
        {facts.description && (
          <figure className="type-body mx-auto mt-6 max-w-[52ch] rounded-card border border-line bg-card p-5 text-start">
            <figcaption className="type-sm text-ink2">{t('error.delisted.reason')}</figcaption>
            {/* somebody else's words: text, whatever stands in it */}
            <blockquote dir="auto" className="mt-1 text-ink wrap-anywhere-safe">
              {facts.description}
            </blockquote>
          </figure>
        )}
        <p className="type-sm mt-5">{t('error.delisted.installed')}</p>
      </ErrorScene>
    </>
  )
}
