import { useEffect, useRef } from 'react'
import { Chip } from '#ui/badge.tsx'
import { LinkButton, Button } from '#ui/button.tsx'
import { SortMenu } from '#ui/link-menu.tsx'
import { TextLink } from '#ui/link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import {
  changed,
  FILTERS,
  hasFilters,
  listAddress,
  PAGE_SIZE,
  REACHABLE,
  SORTS,
  type ListData,
  type ListQuery,
} from './list-query.ts'
import { useFilterWords } from './filter-labels.ts'
import { CardFoot } from './card-foot.tsx'
import { ItemGrid } from './item-grid.tsx'
import { NothingFound } from './nothing-found.tsx'
import { clearPicks, COMPARE_FORM, MOST_COMPARED, pick, usePicks } from '../../compare-picks.ts'

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
              <TextLink href={listAddress(path, { ...query, page: String(page - 1) })}>
                {t('list.earlier')}
              </TextLink>
            </p>
          )}
          <div className="mt-5">
            <ItemGrid
              items={items}
              as="h2"
              first
              ragged={why !== null}
              foot={(item) => <CardFoot item={item} path={path} query={query} why={why} />}
            />
          </div>
          <CompareTray />
          {total > PAGE_SIZE && (
            <div className="mt-10 grid justify-items-center gap-3">
              <p className="type-sm figures text-ink2">
                {t(from === 0 ? 'list.shown_all' : 'list.shown', { from: from + 1, to, total })}
              </p>
              {to < reachable ? (
                <LinkButton
                  kind="secondary"
                  href={listAddress(path, { ...query, page: String(page + 1) })}
                >
                  {t('list.more', { count: Math.min(PAGE_SIZE, reachable - to) })}
                </LinkButton>
              ) : (
                total > REACHABLE && (
                  <p className="type-body max-w-[48ch] text-center">
                    {t('list.end', { reachable: REACHABLE })}
                  </p>
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
  const chips = FILTERS.flatMap<{ name: keyof ListQuery; label: string }>((name) => {
    const value = query[name]
    if (value === undefined) return []
    return {
      name,
      label:
        facets.categories.find((one) => name === 'category' && one.slug === value)?.name ??
        say(name, value),
    }
  })
  if (query.q) chips.unshift({ name: 'q', label: t('list.chip.query', { query: query.q }) })
  if (chips.length === 0) return null
  return (
    <>
      {chips.map(({ name, label }) => (
        <Chip
          key={name}
          href={listAddress(
            name === 'q' ? paths.list : path,
            changed(query, { [name]: undefined }),
          )}
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
  const current = SORTS.find((sort) => sort === query.sort) ?? SORTS[0]
  return (
    <SortMenu
      label={t('list.sort')}
      choices={SORTS.map((sort) => ({
        name: t(`list.sort.${sort}`),
        href: listAddress(path, changed(query, { sort })),
        current: sort === current,
      }))}
    />
  )
}

/** What was picked, at the foot of the window; without a script the boxes' own button. */
function CompareTray() {
  const { t } = useWords()
  const paths = usePaths()
  const picks = usePicks()
  const form = useRef<HTMLFormElement>(null)
  // boxes that were ticked before the page woke up
  useEffect(() => {
    if (form.current) for (const { value } of earlyChoices(form.current)) pick(value, true)
  }, [])
  return (
    <>
      <form ref={form} id={COMPARE_FORM} action={paths.compare()} autoComplete="off">
        <noscript>
          <Button type="submit" kind="secondary">
            {t('compare.open')}
          </Button>
        </noscript>
      </form>
      <div role="status" className={picks.length > 0 ? 'sticky bottom-3 z-20 mt-6' : undefined}>
        {picks.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line2 bg-card p-3 ps-5">
            <p className="type-body strong figures me-auto">
              {t('compare.picked', { count: picks.length })}
              {picks.length >= MOST_COMPARED && (
                <span className="type-sm regular ms-2 text-ink2">{t('compare.most')}</span>
              )}
            </p>
            <Button kind="quiet" size="small" onClick={clearPicks}>
              {t('compare.clear')}
            </Button>
            <LinkButton size="small" href={paths.compare(picks)}>
              {t('compare.open')}
            </LinkButton>
          </div>
        )}
      </div>
    </>
  )
}

/**
 * Boxes and dots of `form` that were chosen while the page was not awake yet. Waking up leaves them
 * as they are and tells nobody; what the page was rendered with is the control's default by then,
 * so the two can be told apart.
 */
export const earlyChoices = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter(
    (control): control is HTMLInputElement =>
      control instanceof HTMLInputElement && control.checked && !control.defaultChecked,
  )
