import type { QueryResultRow } from 'pg'
import type { Pricing } from '#modules/currencies/public.ts'
import { lexemes } from '#modules/catalog/search-words.ts'
import { listShelf, MARKET_SHELF } from '#modules/catalog/shelves.ts'
import { poolOf } from '#db/client.ts'
import type { KnownValues } from './requests.ts'
import { misspell } from './requests.ts'
import type { StatementRecorder, Statement } from './statements.ts'

/** How PostgreSQL goes about what is asked most. */

export interface HotStatement {
  title: string
  /** Gives the statement as the product sends it. */
  find(listener: StatementRecorder): Promise<Statement | undefined>
  /** Items on the page, where it is a page of a list. */
  page?: number
}

const PAGE = 24
const LIST = `/api/market/app/list?per_page=${PAGE}&hl=tr`

const nth =
  (address: string, place = 0, options: { remembered?: boolean } = {}) =>
  async (listener: StatementRecorder): Promise<Statement | undefined> =>
    (await listener.statementsOf(address, options)).at(place)
const among =
  (address: string, part: string, options: { remembered?: boolean } = {}) =>
  async (listener: StatementRecorder): Promise<Statement | undefined> =>
    (await listener.statementsOf(address, options)).find((statement) =>
      statement.text.includes(part),
    )
/**
 * Beyond `MATCHES_CAP` a page comes from walking along the shelf; a small market has no word that
 * so many have.
 */
const IN_LIRA: Pricing = { currency: 'TRY', stepMinor: 1, endingMinor: 0, rates: new Map() }

const walk =
  (query: string) =>
  async (listener: StatementRecorder): Promise<Statement | undefined> =>
    (
      await listener.statementsDuring((db) =>
        listShelf(
          db,
          'tr',
          MARKET_SHELF.app,
          { price: undefined, band: 0, traits: 0 },
          { sort: 'newest', pricing: IN_LIRA, limit: PAGE, offset: 0, query },
        ),
      )
    ).at(0)

/**
 * Every statement that a visitor's page may need, with values that are neither the best nor the
 * worst.
 */
export function hotStatements({
  categories,
  slugs,
  selectiveWords,
  broadWord,
}: KnownValues): HotStatement[] {
  const category = categories[Math.min(2, categories.length - 1)]?.slug ?? ''
  const word = selectiveWords[0] ?? ''
  const page = PAGE
  const detail = `/api/app-store/app/detail?includes=releases,related&hl=tr&slug=${slugs[0] ?? ''}`
  return [
    ...[
      'smart',
      'rating',
      'price_asc',
      'price_desc',
      'installs_desc',
      'installs_asc',
      'newest',
    ].map((sort) => ({ title: `List, ${sort}`, find: nth(`${LIST}&sort=${sort}`), page })),
    {
      title: 'List of a category, rating',
      find: nth(`${LIST}&category=${category}&sort=rating`),
      page,
    },
    {
      title: 'List of a category, newest, fifth page',
      find: nth(`${LIST}&category=${category}&sort=newest&page=5`),
      page: PAGE * 5,
    },
    { title: 'List, paid, cheapest first', find: nth(`${LIST}&price=paid&sort=price_asc`), page },
    {
      title: 'List, free, most installed first',
      find: nth(`${LIST}&price=free&sort=installs_desc`),
      page,
    },
    { title: 'List, four stars and more, smart', find: nth(`${LIST}&rating=4`), page },
    {
      title: 'List, works here and asks for nothing, smart',
      find: nth(`${LIST}&platform=1&permission=none`),
      page,
    },
    {
      title: 'List, what only few have: another platform, the newest first',
      find: nth(`${LIST}&platform=2&permission=web_service_user&sort=newest`),
    },
    { title: 'Search, a word that few have', find: nth(`${LIST}&q=${word}`) },
    { title: 'Search, a word that a fifth of all have', find: nth(`${LIST}&q=${broadWord}`) },
    { title: 'Search, more have it than are counted', page, find: walk(lexemes([broadWord])) },
    {
      title: 'Search, a misspelt word: that nobody has it',
      find: nth(`${LIST}&q=${misspell(word)}`),
    },
    {
      title: 'Search, a misspelt word: the nearest one',
      find: among(`${LIST}&q=${misspell(word)}`, 'known_words'),
    },
    {
      title: 'While somebody types, three letters',
      find: nth(`/api/market/app/suggest?hl=tr&q=${word.slice(0, 3)}`),
    },
    { title: 'Detail', find: among(detail, 'item_texts') },
    { title: 'Releases', find: among(detail, 'version_order') },
    { title: 'Related', find: among(detail, 'same_developer'), page: 48 },
    { title: 'Collections', find: nth(`/api/app-store/collection?hl=tr&per_collection=8`) },
    {
      title: 'Shelves of a market (remembered by the process)',
      find: among(LIST, 'shelf_counts', { remembered: true }),
    },
  ]
}

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Sort Key'?: string[]
  Plans?: PlanNode[]
}

const OPTIONS = 'analyze, costs off, timing off, summary off, buffers off'

/**
 * As the product asks: prepared, with its values given afterwards, so that the plan is the one that
 * its connections would use.
 */
async function explain<Row extends QueryResultRow>(
  { db }: StatementRecorder,
  { text, values }: Statement,
  options: string,
): Promise<Row[]> {
  const client = await poolOf(db).connect()
  try {
    await client.query(`prepare hot as ${text}`)
    const given = values.map((value) =>
      client.escapeLiteral(
        Array.isArray(value)
          ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}`
          : value instanceof Date
            ? value.toISOString()
            : String(value),
      ),
    )
    return (
      await client.query<Row>(
        `explain (${options}) execute hot${given.length > 0 ? `(${given.join(', ')})` : ''}`,
      )
    ).rows
  } finally {
    await client.query('deallocate all')
    client.release(true)
  }
}

/** The plan as text, without anything that differs from run to run. */
export async function explainText(
  listener: StatementRecorder,
  statement: Statement,
): Promise<string> {
  const rows = await explain<{ 'QUERY PLAN': string }>(listener, statement, OPTIONS)
  return rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => !/^\s*(Sort Method|Buckets|Heap Fetches|Storage|Memory)/.test(line))
    .join('\n')
}

export async function explainTree(
  listener: StatementRecorder,
  statement: Statement,
): Promise<PlanNode> {
  const [row] = await explain<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    listener,
    statement,
    `${OPTIONS}, format json`,
  )
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('no plan')
  return plan
}

export const nodesOf = (plan: PlanNode): PlanNode[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(nodesOf),
]

/** Rows that a node has inspected, in all its rounds. */
export const rowsRead = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
