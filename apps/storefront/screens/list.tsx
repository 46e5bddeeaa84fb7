import { data, useNavigation } from 'react-router'
import { listBanners, type Banner, type ItemCard } from '#contexts/catalog/contract.ts'
import { listItems, type ListFacets, type WhyHere } from '#contexts/catalog/find-contract.ts'
import type { InputGiven } from '#lib/operation.ts'
import { Columns, Page } from '#ui/page-grid.tsx'
import { Banners } from '../banners.tsx'
import { FIRST_SEEN, leanCards } from '../lean-cards.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { hasFilters, readListQuery, readPage, stretchOf, type Filter, type ListQuery } from './list/list-query.ts'
import { ListFilters } from './list/filters.tsx'
import { Results } from './list/results.tsx'
import type { Route } from './+types/list.ts'

export interface ListData {
  query: ListQuery
  page: number
  /** How many stand before the first one shown. */
  from: number
  items: ItemCard[]
  total: number
  /** More match than were counted. */
  atLeast: boolean
  /** The words that were looked for instead of those that exist nowhere. */
  corrected: string | null
  /** Few had the words as they stand. */
  widened: boolean
  /** How many there would be without one of the choices in force. */
  without: { filter: Filter | 'q'; total: number }[]
  /** Further ways on when nothing was found: by a word that is near, along a full shelf, something else to look at. */
  near: string[]
  popular: ListFacets['categories']
  others: ItemCard[]
  /** False when the address holds a filter that does not exist. */
  understood: boolean
  facets: ListFacets
  /** Of the item that the address asks about. */
  why: WhyHere | null
  banners: Banner[]
}

/** Categories to go on with where nothing was found. */
const POPULAR_SHOWN = 6
const NO_FACETS: ListFacets = { categories: [], price: [], rating: [], platform: [], permission: [], language: [], released: [] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const query = readListQuery(url.searchParams)
  const page = readPage(query.page)
  const { why, ...filters } = query
  const { from, take, ask } = stretchOf(page ?? 1)
  // who looks for something is not talked to about something else
  const browsing = query.q === undefined && !hasFilters(query) && from === 0
  const [list, banners] = await Promise.all([
    // the values are as the address has them: the operation judges them, not this screen
    screen.attempt(listItems, { query: { ...filters, ...ask, ...(why === undefined ? {} : { why: '1' }) } as InputGiven<typeof listItems>['query'] }),
    browsing ? screen.attempt(listBanners, { query: { is_active: '1', place: 'list' } }) : null,
  ])
  if (!list.ok && list.error.statusCode !== 400) throw data(list.error, { status: list.error.statusCode })
  const answered = list.ok && page !== null ? list.answer : null
  const found = answered ? answered.data.slice(0, take) : []
  // nothing found: something else to look at, so that the page has a way on
  const other = found.length === 0 ? await screen.call(listItems, { query: { per_page: 6, is_active: '1' } }) : null
  const answer: ListData = {
    query,
    page: page ?? 1,
    from,
    // the reasons of the others are not shown
    items: leanCards(why === undefined ? found : found.map(({ why: _, ...item }) => item), FIRST_SEEN),
    total: answered?.meta.total ?? 0,
    atLeast: answered?.meta.total_is_at_least ?? false,
    corrected: answered?.meta.corrected ?? null,
    widened: answered?.meta.widened ?? false,
    without: answered?.meta.without ?? [],
    near: answered?.meta.near ?? [],
    popular: (other?.meta.facets.categories ?? []).filter(one => one.count > 0).toSorted((a, b) => b.count - a.count).slice(0, POPULAR_SHOWN),
    others: leanCards(other?.data ?? []),
    understood: answered !== null,
    facets: (answered ?? other)?.meta.facets ?? NO_FACETS,
    why: found.find(item => item.slug === why)?.why ?? null,
    banners: banners?.ok ? banners.answer.data : [],
  }
  return answered ? answer : data(answer, { status: 400 })
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const { query, facets, corrected } = loaderData
  const busy = useNavigation().state === 'loading'
  const searching = query.q !== undefined
  const category = facets.categories.find(one => one.slug === query.category)?.name
  const title = searching ? t('list.results_for', { query: corrected ?? query.q! }) : (category ?? t(`list.title.${market}`))
  const countText = t(loaderData.atLeast ? `list.at_least.${market}` : `list.count.${market}`, { count: loaderData.total })
  // that all themes are shown on one shop is true of those that are shown
  const introduced = !searching && (market === 'app' || loaderData.items.every(item => item.cover))
  // where nothing was found without a filter, none can help
  const narrowable = loaderData.items.length > 0 || hasFilters(query)
  const path = searching ? paths.search : paths.list
  return (
    <Page className="pt-7 md:pt-9">
      <PageHead
        title={title}
        description={t(`list.description.${market}`)}
        indexed={!searching && !(hasFilters(query) && !category)}
      />
      <h1 className="type-title wrap-anywhere-safe">{title}</h1>
      {corrected !== null && (
        <p className="type-lg mt-2 max-w-[64ch] text-ink2 wrap-anywhere-safe">
          {t('list.corrected', { query: query.q!, corrected })}
        </p>
      )}
      {loaderData.widened && <p className="type-lg mt-2 max-w-[64ch] text-ink2">{t('list.widened')}</p>}
      {introduced && <p className="type-lg mt-2 max-w-[64ch] text-ink2">{t(`list.lead.${market}`)}</p>}
      <Banners banners={loaderData.banners} low className="mt-6" />
      <Columns kind={narrowable ? 'list' : 'one'} className="mt-6 gap-y-4">
        {narrowable && <ListFilters {...loaderData} path={path} countText={countText} />}
        <Results path={path} busy={busy} countText={countText} {...loaderData} />
      </Columns>
    </Page>
  )
}
