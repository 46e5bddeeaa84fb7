import type { ReactNode } from 'react'
import type { ItemCard } from '#contexts/catalog/contract.ts'
import { Chip } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SortMenu } from '#ui/link-menu.tsx'
import { SectionHeading } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ThemeGrid } from '#ui/theme-cover.tsx'
import { ItemAppCard, ItemCover } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { formatFigure } from '../../numbers.ts'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import type { ListData } from '../list.tsx'
import { changed, hasFilters, listAddress, PAGE_SIZE, REACHABLE, SORTS, type ListQuery } from './list-query.ts'

/** Items of this market as its cards: apps in two columns, themes along the street. */
export function ItemGrid({ items, as, still }: { items: readonly ItemCard[]; as?: 'h2' | 'h3'; still?: boolean }) {
  const { market } = useShell()
  if (market === 'theme')
    return (
      <ThemeGrid>
        {items.map((item, n) => (
          <ItemCover key={item.id} item={item} first={n < 3} as={as} still={still} />
        ))}
      </ThemeGrid>
    )
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {items.map(item => (
        <ItemAppCard key={item.id} item={item} as={as} still={still} />
      ))}
    </div>
  )
}

/** What was found: how much, by which choices, in which order, and the way on. */
export function Results({
  path,
  busy,
  query,
  page,
  from,
  items,
  total,
  others,
  understood,
  facets,
  countText,
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
        <NothingFound query={query} from={from} others={others} understood={understood} />
      ) : (
        <>
          {from > 0 && (
            <p className="mt-5">
              <TextLink href={listAddress(path, { ...query, page: String(page - 1) })}>{t('list.earlier')}</TextLink>
            </p>
          )}
          <div className="mt-5">
            <ItemGrid items={items} as="h2" />
          </div>
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
  const { t, locale } = useWords()
  const paths = usePaths()
  const chips: { name: keyof ListQuery; label: string }[] = []
  if (query.q) chips.push({ name: 'q', label: t('list.chip.query', { query: query.q }) })
  if (query.category)
    chips.push({ name: 'category', label: facets.categories.find(one => one.slug === query.category)?.name ?? query.category })
  if (query.price)
    chips.push({
      name: 'price',
      label: query.price === 'free' ? t('list.price_free') : query.price === 'paid' ? t('list.price_paid') : query.price,
    })
  if (query.rating) {
    const figure = Number.isFinite(Number(query.rating)) ? formatFigure(Number(query.rating), locale) : query.rating
    chips.push({ name: 'rating', label: t('list.rating_from', { rating: figure }) })
  }
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

function NothingFound({ query, from, others, understood }: Pick<ListData, 'query' | 'from' | 'others' | 'understood'>) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const tooFar = from >= REACHABLE
  const title: ReactNode = !understood
    ? t('list.bad_address')
    : tooFar
      ? t('list.end', { reachable: REACHABLE })
    : query.q
      ? t('list.empty_query', { query: query.q })
      : t('list.empty')
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
      {others.length > 0 && (
        <div className="mt-8">
          <SectionHeading title={t('list.empty_others')} />
          <ItemGrid items={others} />
        </div>
      )}
    </>
  )
}
