import { Chip } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { SortMenu } from '#ui/link-menu.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { ListData } from '../list.tsx'
import { useFilterWords } from './filter-words.ts'
import { changed, FILTERS, hasFilters, listAddress, PAGE_SIZE, REACHABLE, SORTS, type ListQuery } from './list-query.ts'
import { CardFoot } from './card-foot.tsx'
import { CompareTray } from './compare-tray.tsx'
import { ItemGrid } from './item-grid.tsx'
import { NothingFound } from './nothing-found.tsx'

/** What was found: how much, by which choices, in which order, and the way on. */
export function Results({
  path,
  busy,
  query,
  page,
  from,
  items,
  total,
  facets,
  why,
  countText,
  ...ways
}: ListData & { path: string; busy: boolean; countText: string }) {
  const { t } = useWords()
  const to = from + items.length
  const reachable = Math.min(total, REACHABLE)
  return (
    <section aria-label={t('list.results')} aria-busy={busy} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
        <p aria-live="polite" className="type-body strong figures me-1">
          {countText}
        </p>
        <Chips path={path} query={query} facets={facets} />
        {total > 1 && (
          <div className="ms-auto">
            <Sorting path={path} query={query} />
          </div>
        )}
      </div>
      {items.length === 0 ? (
        <NothingFound path={path} {...ways} query={query} from={from} facets={facets} />
      ) : (
        <>
          {from > 0 && (
            <p className="mt-5">
              <TextLink href={listAddress(path, { ...query, page: String(page - 1) })}>{t('list.earlier')}</TextLink>
            </p>
          )}
          <div className="mt-5">
            <ItemGrid
              items={items}
              as="h2"
              first
              ragged={why !== null}
              foot={item => <CardFoot item={item} path={path} query={query} why={why} />}
            />
          </div>
          <CompareTray />
          {total > PAGE_SIZE && (
            <div className="mt-10 grid justify-items-center gap-3">
              <p className="type-sm figures text-ink2">
                {t(from === 0 ? 'list.shown_all' : 'list.shown', { from: from + 1, to, total })}
              </p>
              {to < reachable ? (
                <LinkButton kind="secondary" href={listAddress(path, { ...query, page: String(page + 1) })}>
                  {t('list.more', { count: Math.min(PAGE_SIZE, reachable - to) })}
                </LinkButton>
              ) : (
                total > REACHABLE && (
                  <p className="type-body max-w-[48ch] text-center">{t('list.end', { reachable: REACHABLE })}</p>
                )
              )}
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Chips({ path, query, facets }: Pick<ListData, 'query' | 'facets'> & { path: string }) {
  const { t } = useWords()
  const paths = usePaths()
  const say = useFilterWords()
  const chips = FILTERS.flatMap<{ name: keyof ListQuery; label: string }>(name => {
    const value = query[name]
    if (value === undefined) return []
    return { name, label: facets.categories.find(one => name === 'category' && one.slug === value)?.name ?? say(name, value) }
  })
  if (query.q) chips.unshift({ name: 'q', label: t('list.chip.query', { query: query.q }) })
  if (chips.length === 0) return null
  return (
    <>
      {chips.map(({ name, label }) => (
        <Chip
          key={name}
          href={listAddress(name === 'q' ? paths.list : path, changed(query, { [name]: undefined }))}
          removes={t('list.remove', { filter: label })}
        >
          <span className="line-clamp-1 max-w-60 wrap-anywhere-safe">{label}</span>
        </Chip>
      ))}
      {hasFilters(query) && (
        <TextLink href={paths.list} className="type-sm">
          {t('list.clear')}
        </TextLink>
      )}
    </>
  )
}

function Sorting({ path, query }: { path: string; query: ListQuery }) {
  const { t } = useWords()
  const current = SORTS.find(sort => sort === query.sort) ?? SORTS[0]
  return (
    <SortMenu
      label={t('list.sort')}
      choices={SORTS.map(sort => ({
        name: t(`list.sort.${sort}`),
        href: listAddress(path, changed(query, { sort })),
        current: sort === current,
      }))}
    />
  )
}
