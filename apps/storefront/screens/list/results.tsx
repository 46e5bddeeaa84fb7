import { type ComponentProps, type ReactNode, lazy } from 'react'
import { Chip } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { SortMenu } from '#ui/link-menu.tsx'
import { Anchor, TextLink } from '#ui/link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import {
  FILTERS,
  type ListData,
  type ListQuery,
  type Reason,
  PAGE_SIZE,
  REACHABLE,
  SORTS,
  changed,
  hasFilters,
  listAddress,
  useFilterWords,
  withWhy,
} from './list-query.ts'
import { ItemGrid, ListGrid } from './item-grid.tsx'
import { MOST_COMPARED, clearPicks, pick, usePicks } from '../../compare-picks.ts'
import { type ListedItem, wholeOf } from '../../item-card.tsx'
import { useInstalled } from '../../installed-items.ts'
import { useKept } from '../../kept.ts'
import { savingOf } from '../../saving-form.ts'
import { useLanguageIn } from '../../router-link.tsx'
import type { WhyHere } from '#modules/catalog/find-contract.ts'
import { ListCheckbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SectionHeading } from '#ui/page-grid.tsx'
import { CategoryLinks } from '#ui/category-links.tsx'
import { EmptyMarket } from '../../empty-market.tsx'
import { formatFigure } from '../../formats.ts'
import { useShell } from '../../shell.tsx'

/** Search results: count, active filters, order, items, next page. */
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
  reasons,
  prices,
  rated,
  countText,
  ...ways
}: ListData & { path: string; busy: boolean; countText: string }) {
  const { t } = useWords()
  const to = from + items.length
  const reachable = Math.min(total, REACHABLE)
  const here = listAddress(path, { ...query, why: undefined })
  return (
    <section aria-label={t('list.results')} aria-busy={busy} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
        {/* a search has it in its title */}
        {(query.q === undefined || total === 0) && (
          <p aria-live="polite" className="type-body strong figures me-1">
            {countText}
          </p>
        )}
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
          <CompareForm>
            <ListGrid
              items={items}
              reason={(item) => (
                <CardReason
                  item={item}
                  reason={reasons[item.slug]}
                  href={query.why === item.slug ? here : withWhy(here, item.slug)}
                  why={query.why === item.slug ? why : null}
                />
              )}
              foot={(item) => <CardFoot item={item} />}
            />
          </CompareForm>
          <CompareTray items={items} />
          <ListNote prices={prices} rated={rated} />
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
        (name === 'category' ? facets.categories : name === 'goal' ? facets.goals : []).find(
          (one) => one.slug === value,
        )?.name ?? say(name, value),
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
            changed(query, { [name]: undefined, ...(name === 'q' && { only_typed: undefined }) }),
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

/** The boxes of the cards; without a script they are sent by its button. */
function CompareForm({ children }: { children: ReactNode }) {
  const { t } = useWords()
  return (
    <form action={usePaths().compare()} autoComplete="off" className="mt-5">
      {children}
      <noscript>
        <Button type="submit" kind="secondary">
          {t('compare.open')}
        </Button>
      </noscript>
    </form>
  )
}

/** What holds for all cards. */
function ListNote({ prices, rated }: Pick<ListData, 'prices' | 'rated'>) {
  const { t } = useWords()
  const { market } = useShell()
  return (
    <p className="type-sm mt-4 text-ink2">
      {prices &&
        `${t(prices.taxed ? 'list.prices_taxed' : 'list.prices_in', { currency: prices.currency })} `}
      {!rated && t(`list.unrated.${market}`)}
    </p>
  )
}

/** The picked items at the bottom of the window, from the first one on. */
function CompareTray({ items }: { items: readonly ListedItem[] }) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const picks = usePicks()
  // those of other pages are only counted
  const names = items.filter(({ slug }) => picks.includes(slug)).map(({ name }) => name)
  return (
    <div role="status" className={picks.length > 0 ? 'sticky bottom-3 z-20 mt-6' : undefined}>
      {picks.length > 0 && (
        <div className="compare-tray">
          <p className="min-w-0 px-2 max-md:basis-full md:flex-1 md:px-0">
            <span className="type-body strong figures">
              {t('compare.picked', { count: picks.length })}
            </span>
            <span className="type-sm ms-2 opacity-80">
              {picks.length < MOST_COMPARED
                ? t('compare.up_to', { count: MOST_COMPARED })
                : t('compare.most')}
            </span>
            <bdi className="type-sm line-clamp-1 opacity-80">
              {new Intl.ListFormat(locale).format(names)}
            </bdi>
          </p>
          <Button kind="quiet" size="small" onClick={clearPicks}>
            {t('compare.clear')}
          </Button>
          <LinkButton
            kind="secondary"
            size="medium"
            href={paths.compare(picks)}
            className="max-md:flex-1"
          >
            {t('compare.open')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

// Loaded on demand, because few open it. The server renders it synchronously, because it must show
// without a script.
const WhyPanel = import.meta.env.SSR
  ? (await import('./why-panel.tsx')).WhyPanel
  : lazy(async () => ({ default: (await import('./why-panel.tsx')).WhyPanel }))

interface ReasonProps {
  item: ListedItem
  /** Of a search. */
  reason: Reason | undefined
  /** Address of the link that explains the ranking. */
  href: string
  why: WhyHere | null
}

/** Why the item is here (D13): in a search where its words stand, and a link to all of it. */
function CardReason({ item, reason, href, why }: ReasonProps) {
  const { t } = useWords()
  return (
    <div className="shop-why">
      {reason ? (
        <div className="shop-why-box">
          <WhyLink item={item} href={href} isOpen={why !== null} />
          <ReasonText reason={reason} />
        </div>
      ) : (
        <CardWhyLink item={item} href={href} isOpen={why !== null} />
      )}
      {why && <WhyPanel why={why} label={t('why.open_item', { item: item.name })} />}
    </div>
  )
}

function ReasonText({ reason: { matched, by_meaning: isMeant } }: { reason: Reason }) {
  const { t, locale } = useWords()
  const fields = new Intl.ListFormat(locale).format(matched.map((field) => t(`why.field_${field}`)))
  return <p>{t(isMeant ? 'why.meant' : 'why.matched', { fields })}</p>
}

interface LinkProps {
  item: ListedItem
  href: string
  isOpen: boolean
}

function WhyLink({ item, href, isOpen }: LinkProps) {
  const { t } = useWords()
  return (
    <TextLink
      href={href}
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'why.close' : 'why.open_item', { item: item.name })}
      rel="nofollow"
    >
      {t(isOpen ? 'why.close' : 'why.open')}
    </TextLink>
  )
}

/** Stands for the address, which differs with the list's query. */
const ADDRESS = '#why'

/** The same element, with HTML that is kept for other pages. */
function KeptWhyLink({ item, href, isOpen }: LinkProps) {
  const address = useLanguageIn(href).replaceAll('&', '&amp;')
  const { dangerouslySetInnerHTML: kept } = useKept(wholeOf(item), `why ${isOpen}`, () => (
    <WhyLink item={item} href={ADDRESS} isOpen={isOpen} />
  ))
  const __html = String(kept?.__html).replace(ADDRESS, () => address)
  return <p dangerouslySetInnerHTML={{ __html }} />
}

const LiveWhyLink = (link: LinkProps) => (
  <p>
    <WhyLink {...link} />
  </p>
)

const CardWhyLink = import.meta.env.SSR ? KeptWhyLink : LiveWhyLink

/**
 * At the upper corner of a card; a visitor enters first. Drawn in the style sheet, as there are
 * many.
 */
function CardSave({
  item: { slug, name },
  own,
  isSaved,
  href,
}: {
  item: ListedItem
  own: boolean
  isSaved: boolean
  href: string
}) {
  const { t } = useWords()
  const label = t('saved.save_item', { item: name })
  return own ? (
    <button
      {...savingOf(slug, isSaved)}
      aria-pressed={isSaved}
      aria-label={label}
      className="card-save"
    />
  ) : (
    <Anchor href={href} aria-label={label} className="card-save" />
  )
}

/** Below a card: the compare checkbox and the way to try the item. */
function LiveFoot({ item }: { item: ListedItem }) {
  const picks = usePicks()
  const isPicked = picks.includes(item.slug)
  return (
    <div className="card-foot">
      <FootParts
        item={item}
        href={usePaths().preview(item.slug)}
        own={useShell().store !== null}
        isSaved={useInstalled().saved.includes(item.slug)}
        saveAt={usePaths().saved(item.slug)}
        checked={isPicked}
        disabled={!isPicked && picks.length >= MOST_COMPARED}
        onChange={(event) => pick(item.slug, event.target.checked)}
      />
    </div>
  )
}

function FootParts({
  item,
  href,
  own,
  isSaved,
  saveAt,
  ...box
}: {
  item: ListedItem
  href: string
  own: boolean
  isSaved: boolean
  saveAt: string
} & Pick<
  ComponentProps<typeof ListCheckbox>,
  'checked' | 'defaultChecked' | 'disabled' | 'onChange'
>) {
  const { t } = useWords()
  const tried = t(own ? 'list.try_own' : 'list.try')
  return (
    <>
      <CardSave item={item} own={own} isSaved={isSaved} href={saveAt} />
      <ListCheckbox
        name="items"
        value={item.slug}
        aria-label={t('compare.pick_item', { item: item.name })}
        {...box}
      >
        {t('compare.pick')}
      </ListCheckbox>
      {item.installable && (
        <TextLink
          href={href}
          aria-label={t('list.try_item', { try: tried, item: item.name })}
          rel="nofollow"
        >
          {tried}
        </TextLink>
      )}
    </>
  )
}

/** The same elements, with HTML that is kept for other pages. */
function KeptFoot({ item }: { item: ListedItem }) {
  const own = useShell().store !== null
  const href = usePaths().preview(item.slug)
  const isSaved = useInstalled().saved.includes(item.slug)
  const saveAt = usePaths().saved(item.slug)
  const content = useKept(wholeOf(item), `foot ${own} ${isSaved} ${href}`, () => (
    <FootParts
      item={item}
      href={href}
      own={own}
      isSaved={isSaved}
      saveAt={saveAt}
      defaultChecked={false}
    />
  ))
  return <div className="card-foot" {...content} />
}

const CardFoot = import.meta.env.SSR ? KeptFoot : LiveFoot

type Ways = Pick<
  ListData,
  'query' | 'from' | 'facets' | 'without' | 'near' | 'popular' | 'others' | 'understood'
>

/**
 * No results: offers to remove filters where that helps, similar words, popular categories, and
 * other items.
 */
function NothingFound({
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
  // The market has no items at all.
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
            : filter === 'goal'
              ? (facets.goals.find((one) => one.slug === value)?.name ?? value)
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
