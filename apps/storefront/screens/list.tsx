import { data, useNavigation, useNavigate } from 'react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { listBanners } from '#modules/catalog/contract.ts'
import { type ListAnswer, listItems, type ListFacets } from '#modules/catalog/find-contract.ts'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import type { InputGiven } from '#kernel/operation.ts'
import { Columns, Page } from '#ui/page-grid.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FacetRadio } from '#ui/checkbox.tsx'
import { Facet, FacetMore, FacetPanel } from '#ui/facet.tsx'
import { Banners } from '../banners.tsx'
import { cardsOf, FIRST_SEEN, sentOnce } from '../item-card.tsx'
import { useKept } from '../kept.ts'
import { useWords } from '../messages.tsx'
import { readShopFindings } from '../load-findings.ts'
import { PageHead } from '../page-head.tsx'
import { ShopFindingsPlace } from '../shop-findings-place.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import {
  FILTERS,
  type Filter,
  type ListData,
  type ListQuery,
  type Option,
  type Without,
  changed,
  hasFilters,
  isQuiet,
  listAddress,
  optionsOf,
  readListQuery,
  readPage,
  split,
  stretchOf,
  useFilterWords,
} from './list/list-query.ts'
import { Results } from './list/results.tsx'
import { SearchNotice } from './list/search-notice.tsx'
import type { Route } from './+types/list.ts'
import { formatFigure } from '../formats.ts'

/** Number of popular categories shown when nothing was found. */
const POPULAR_SHOWN = 6
const NO_FACETS: ListFacets = {
  categories: [],
  goals: [],
  price: [],
  rating: [],
  platform: [],
  permission: [],
  language: [],
  released: [],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const query = readListQuery(url.searchParams)
  const page = readPage(query.page)
  const { why, ...filters } = query
  const { from, take, ask } = stretchOf(page ?? 1)
  // banners are for browsing, not for searching
  const browsing = query.q === undefined && !hasFilters(query) && from === 0
  const explains = why !== undefined || query.q !== undefined
  const [list, banners, findings] = await Promise.all([
    // unvalidated values: the operation validates them
    screen.attempt(listItems, {
      query: { ...filters, ...ask, ...(explains ? { why: '1' } : {}) } as InputGiven<
        typeof listItems
      >['query'],
    }),
    browsing ? screen.attempt(listBanners, { query: { is_active: '1', place: 'list' } }) : null,
    readShopFindings(screen),
  ])
  if (!list.ok && list.error.statusCode !== 400)
    throw data(list.error, { status: list.error.statusCode })
  const answered = list.ok && page !== null ? list.answer : null
  const found = answered ? answered.data.slice(0, take) : []
  // nothing found: other items instead
  const other =
    found.length === 0
      ? await screen.call(listItems, { query: { per_page: 6, is_active: '1' } })
      : null
  const answer: ListData = {
    query,
    page: page ?? 1,
    from,
    items: sentOnce(cardsOf(found, { seen: FIRST_SEEN, pictured: true }), screen),
    covered: found.every((item) => item.cover),
    total: answered?.meta.total ?? 0,
    atLeast: answered?.meta.total_is_at_least ?? false,
    corrected: answered?.meta.corrected ?? null,
    widened: answered?.meta.widened ?? false,
    also: answered?.meta.also ?? [],
    dropped: answered?.meta.dropped ?? [],
    without: answered?.meta.without ?? [],
    near: answered?.meta.near ?? [],
    popular: (other?.meta.facets.categories ?? [])
      .filter((one) => one.count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, POPULAR_SHOWN),
    others: sentOnce(cardsOf(other?.data ?? []), screen),
    understood: answered !== null,
    facets: (answered ?? other)?.meta.facets ?? NO_FACETS,
    why: found.find((item) => item.slug === why)?.why ?? null,
    reasons: query.q === undefined ? {} : reasonsOf(found),
    prices: pricesOf(found, screen.locale),
    rated: found.some((item) => item.rating !== null),
    banners: banners?.ok ? banners.answer.data : [],
    findings,
  }
  return answered ? answer : data(answer, { status: 400 })
}

const reasonsOf = (found: ListAnswer['data']): ListData['reasons'] =>
  Object.fromEntries(
    found.flatMap(({ slug, why }) =>
      why && why.matched.length > 0
        ? [[slug, { matched: why.matched, by_meaning: why.by_meaning }]]
        : [],
    ),
  )

/** Said once below the cards. The name of the currency comes from the server: browsers differ. */
function pricesOf(found: ListAnswer['data'], locale: Locale): ListData['prices'] {
  const [first] = found
  if (!first || found.some(({ currency }) => currency !== first.currency)) return null
  const names = new Intl.DisplayNames(LANGUAGE_TAGS[locale], { type: 'currency' })
  return { currency: names.of(first.currency) ?? first.currency, taxed: first.tax_included }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const { query, facets, corrected } = loaderData
  const busy = useNavigation().state === 'loading'
  const searching = query.q !== undefined
  const category = facets.categories.find((one) => one.slug === query.category)?.name
  // A category within a goal is no page of its own.
  const isOneWay = query.category === undefined || query.goal === undefined
  const goal =
    query.category === undefined ? facets.goals.find((one) => one.slug === query.goal) : undefined
  const countText = t(loaderData.atLeast ? `list.at_least.${market}` : `list.count.${market}`, {
    count: loaderData.total,
  })
  const said = corrected ?? query.q ?? ''
  const title = !searching
    ? (category ?? goal?.name ?? t(`list.title.${market}`))
    : loaderData.total > 0
      ? t('list.found_for', { found: countText, query: said })
      : t('list.results_for', { query: said })
  // the intro says that all themes are on one shop, which holds for the shown ones
  const introduced = !searching && (market === 'app' || loaderData.covered)
  // without results and filters, filters cannot help
  const narrowable = loaderData.items.length > 0 || hasFilters(query)
  const path = searching ? paths.search : paths.list
  return (
    <Page className="pt-7 md:pt-9">
      <PageHead
        title={title}
        description={goal?.lead || t(`list.description.${market}`)}
        indexed={!searching && isOneWay && !(hasFilters(query) && !category && !goal)}
      />
      <h1 aria-live={searching ? 'polite' : undefined} className="type-title wrap-anywhere-safe">
        {title}
      </h1>
      {searching && <SearchNotice {...loaderData} path={path} />}
      {introduced && (
        <p className="type-lg mt-2 max-w-[64ch] text-ink2">
          {goal?.lead || t(`list.lead.${market}`)}
        </p>
      )}
      <Banners banners={loaderData.banners} low className="mt-6" />
      <Columns kind={narrowable ? 'list' : 'one'} className="mt-6 gap-y-4">
        {narrowable && <ListFilters {...loaderData} path={path} countText={countText} />}
        <Results path={path} busy={busy} countText={countText} {...loaderData} />
      </Columns>
      {loaderData.findings && (
        <div className="mt-10">
          <ShopFindingsPlace findings={loaderData.findings} />
        </div>
      )}
    </Page>
  )
}

/** The facets as a GET form: applied on change with a script, by "Apply" without one. */
function ListFilters({
  path,
  query,
  facets,
  total,
  atLeast,
  without,
  countText,
}: {
  path: string
  query: ListQuery
  facets: ListFacets
  total: number
  /** The count is a lower bound. */
  atLeast: boolean
  without: Without
  /** "18 apps". */
  countText: string
}) {
  const { t } = useWords()
  const navigate = useNavigate()
  const next = useNavigation().location
  // optimistic: a choice shows before its results
  const shown = next?.pathname === path ? readListQuery(new URLSearchParams(next.search)) : query
  const form = useRef<HTMLFormElement>(null)
  const choose = (choices: ListQuery, replace = false) =>
    void navigate(listAddress(path, changed(shown, choices)), { preventScrollReset: true, replace })
  // choices made before hydration fired no handler; `ReplayEdits` would make each an address
  const takeEarly = useEffectEvent(() => {
    const early = form.current && earlyChoices(form.current)
    if (early && early.length > 0)
      choose(Object.fromEntries(early.map(({ name, value }) => [name, value || undefined])), true)
  })
  useEffect(() => takeEarly(), [])
  const fields: FieldsProps = {
    query,
    shown,
    facets,
    total: shown === query ? total : null,
    atLeast,
    without: shown === query ? without : NONE,
    choose,
  }
  const inForce = FILTERS.filter((name) => shown[name] !== undefined).length
  return (
    <FacetPanel
      label={t('list.filters_title')}
      close={t('list.filters_close')}
      show={`${t('list.show_results')} (${countText})`}
      button={
        <>
          {t('list.filters')}
          {inForce > 0 && (
            <Badge tone="turquoise" className="ms-2">
              {inForce}
            </Badge>
          )}
        </>
      }
    >
      {/* restored values of an earlier visit would count as choices */}
      <form ref={form} action={path} autoComplete="off" data-early {...useFields(fields)} />
    </FacetPanel>
  )
}

/** Radios chosen before hydration: all of them are one change of the address. */
const earlyChoices = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter(
    (control): control is HTMLInputElement =>
      control instanceof HTMLInputElement && control.checked && !control.defaultChecked,
  )

const NONE: Without = []

interface FieldsProps {
  /** Of the list that is shown. */
  query: ListQuery
  /** With the choices whose list is being loaded. */
  shown: ListQuery
  facets: ListFacets
  total: number | null
  atLeast: boolean
  without: Without
  choose(choices: ListQuery): void
}

function Fields({ query, shown, facets, total, atLeast, without, choose }: FieldsProps) {
  const { t, locale } = useWords()
  const options = optionsOf(facets, shown, total, useFilterWords(), without)
  const radio = (name: Filter) => (option: Option) => (
    <FacetRadio
      key={option.value}
      name={name}
      value={option.value}
      count={
        option.count !== undefined &&
        formatFigure(option.count, locale) + (atLeast && option.count > 0 ? '+' : '')
      }
      disabled={isQuiet(option)}
      checked={option.chosen}
      onChange={() => choose({ [name]: option.value || undefined })}
    >
      <bdi>{option.label}</bdi>
    </FacetRadio>
  )
  const categories = split(options.category)
  return (
    <>
      {facets.categories.length > 0 && (
        <Facet title={t('list.category')}>
          {categories.shown.map(radio('category'))}
          {categories.more.length > 0 && (
            <FacetMore label={t('list.category_more', { count: categories.more.length })}>
              {categories.more.map(radio('category'))}
            </FacetMore>
          )}
        </Facet>
      )}
      {FILTERS.filter((name) => name !== 'category' && isUseful(options[name], name)).map(
        (name) => (
          <Facet key={name} title={t(`list.${name}`)}>
            {options[name].map(radio(name))}
          </Facet>
        ),
      )}
      {query.q && <input type="hidden" name="q" value={query.q} />}
      {query.only_typed && <input type="hidden" name="only_typed" value={query.only_typed} />}
      {query.sort && <input type="hidden" name="sort" value={query.sort} />}
      <noscript>
        <Button type="submit" wide>
          {t('list.apply')}
        </Button>
      </noscript>
    </>
  )
}

/** Stars filter nothing where nothing has any. */
const isUseful = ([, ...options]: readonly Option[], name: Filter): boolean =>
  options.length > 0 && (name !== 'rating' || !options.every(isQuiet))

/** What is inside the form; kept as long as nothing is counted anew. */
function useFields(props: FieldsProps) {
  const { platform } = useShell()
  const { facets, query, total, atLeast, without } = props
  const asked = { ...query, page: undefined, why: undefined }
  const state = import.meta.env.SSR
    ? JSON.stringify([platform.name, asked, total, atLeast, without])
    : ''
  // nobody else may search for the same
  return useKept(query.q === undefined ? facets : null, state, () => <Fields {...props} />)
}
