import { data, useNavigation } from 'react-router'
import { listCategories, listItems, type ItemCard } from '#contexts/catalog/contract.ts'
import type { InputGiven } from '#lib/operation.ts'
import { Columns, Page } from '#ui/page-grid.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { hasFilters, readListQuery, readPage, stretchOf, type ListQuery } from './list/list-query.ts'
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
  /** Something to look at when nothing was found. */
  others: ItemCard[]
  /** False when the address holds a filter that does not exist. */
  understood: boolean
  categories: { slug: string; name: string; drawing: string | null; count: number }[]
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const query = readListQuery(url.searchParams)
  const page = readPage(query.page)
  const { from, take, ask } = stretchOf(page ?? 1)
  const [categories, list] = await Promise.all([
    screen.call(listCategories, { query: { is_active: '1' } }),
    // the values are as the address has them: the operation judges them, not this screen
    screen.attempt(listItems, { query: { ...query, ...ask } as InputGiven<typeof listItems>['query'] }),
  ])
  if (!list.ok && list.error.statusCode !== 400) throw data(list.error, { status: list.error.statusCode })
  const understood = list.ok && page !== null
  const found = understood ? list.answer.data.slice(0, take) : []
  // nothing found: something else to look at, so that the page has a way on
  const others = found.length === 0 ? (await screen.call(listItems, { query: { per_page: 6, is_active: '1' } })).data : []
  const answer: ListData = {
    query,
    page: page ?? 1,
    from,
    items: found,
    total: understood ? list.answer.meta.total : 0,
    others,
    understood,
    categories: categories.data,
  }
  return understood ? answer : data(answer, { status: 400 })
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const { query, categories } = loaderData
  const busy = useNavigation().state === 'loading'
  const searching = query.q !== undefined
  const category = categories.find(one => one.slug === query.category)?.name
  const title = searching ? t('list.results_for', { query: query.q! }) : (category ?? t(`list.title.${market}`))
  const path = searching ? paths.search : paths.list
  return (
    <Page className="pt-7 md:pt-9">
      <PageHead
        title={title}
        description={t(`list.description.${market}`)}
        indexed={!searching && !(hasFilters(query) && !category)}
      />
      <h1 className="type-title wrap-anywhere-safe">{title}</h1>
      {!searching && <p className="type-lg mt-2 max-w-[64ch] text-ink2">{t(`list.lead.${market}`)}</p>}
      <Columns kind="list" className="mt-6 gap-y-4">
        <ListFilters path={path} query={query} categories={categories} total={loaderData.total} />
        <Results path={path} busy={busy} {...loaderData} />
      </Columns>
    </Page>
  )
}
