import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SectionHeading } from '#ui/page-grid.tsx'
import { CategoryLinks } from '#ui/category-links.tsx'
import { EmptyMarket } from '../../empty-market.tsx'
import { useWords } from '../../messages.tsx'
import { formatFigure } from '../../numbers.ts'
import { usePaths, withQuery } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import { changed, listAddress, REACHABLE, type ListData } from './list-query.ts'
import { useFilterWords } from './filter-labels.ts'
import { ItemGrid } from './item-grid.tsx'

type Ways = Pick<
  ListData,
  'query' | 'from' | 'facets' | 'without' | 'near' | 'popular' | 'others' | 'understood'
>

/**
 * Never a dead end: each choice can be taken back where that helps, words that are near, full
 * shelves, and something to look at.
 */
export function NothingFound({
  path,
  query,
  from,
  facets,
  without,
  near,
  popular,
  others,
  understood,
}: Ways & { path: string }) {
  const { t, locale } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const say = useFilterWords()
  const tooFar = from >= REACHABLE
  // Not one item to show instead: nothing was chosen wrongly, there is nothing yet.
  if (understood && !tooFar && others.length === 0) return <EmptyMarket />
  const title: ReactNode = !understood
    ? t('list.bad_address')
    : tooFar
      ? t('list.end', { reachable: REACHABLE })
      : query.q
        ? t('list.empty_query', { query: query.q })
        : t('list.empty')
  const nameOf = (slug: string) => facets.categories.find((one) => one.slug === slug)?.name ?? slug
  const helping = without
    .filter(({ total }) => total > 0)
    .map(({ filter, total }) => {
      const value = query[filter] ?? ''
      const label =
        filter === 'q'
          ? t('list.chip.query', { query: value })
          : filter === 'category'
            ? nameOf(value)
            : say(filter, value)
      return {
        href: listAddress(
          filter === 'q' ? paths.list : path,
          changed(query, { [filter]: undefined }),
        ),
        name: `− ${label}`,
        count: formatFigure(total, locale),
      }
    })
  return (
    <>
      <EmptyState
        title={title}
        action={
          <LinkButton kind="secondary" href={paths.list}>
            {t(`list.empty_all.${market}`)}
          </LinkButton>
        }
      >
        {tooFar ? undefined : understood ? t('list.empty_note') : t('list.bad_address_note')}
      </EmptyState>
      <div className="mt-8 grid grid-cols-1 gap-y-7">
        <Way title={t('list.without')} links={helping} />
        <Way
          title={t('list.near')}
          links={near.map((word) => ({ href: withQuery(paths.search, { q: word }), name: word }))}
        />
        {others.length > 0 && (
          <Way
            title={t('list.popular')}
            links={popular.map((one) => ({
              href: withQuery(paths.list, { category: one.slug }),
              name: one.name,
              count: formatFigure(one.count, locale),
            }))}
          />
        )}
      </div>
      {others.length > 0 && (
        <div className="mt-8">
          <SectionHeading title={t('list.empty_others')} />
          <ItemGrid items={others} />
        </div>
      )}
    </>
  )
}

function Way({
  title,
  links,
}: {
  title: string
  links: { href: string; name: string; count?: string }[]
}) {
  if (links.length === 0) return null
  return (
    <section>
      <h2 className="type-label mb-2">{title}</h2>
      <CategoryLinks words={links} label={title} />
    </section>
  )
}
