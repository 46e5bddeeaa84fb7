import { join, resolve } from 'node:path'
import { openDb, poolOf, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { newId } from '#lib/ids.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import type { ListAnswer } from '#modules/catalog/find-contract.ts'
import { listItems } from '#modules/catalog/list-items.ts'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { DEMO_PLATFORM } from '#modules/stores/platforms/public.ts'
import { loadDemoCatalogue } from '#demo/catalog/load.ts'
import { makeSharedCtx, noteChanges } from '#server/context.ts'
import { openServices } from '../server.ts'
import { timed, type Screen } from '#tools/launch/screen.ts'
import { CatalogueFault, importCatalogue } from '#tools/import/import-catalogue.ts'
import { StartError } from '#tools/launch/start-error.ts'
import type { BenchCluster } from '../cluster.ts'
import { align } from '../table.ts'
import {
  DEPTH,
  judge,
  meanNdcg,
  rankTitles,
  readJudgedQueries,
  type Ask,
  type Judgement,
  type TitleRanks,
} from './judge.ts'

/** Most-rated items that are searched by their titles. */
const TITLES = 60

/** Asks the product's own operation, as a visitor of the first platform's store. */
export const askerOf =
  (services: Services): Ask =>
  async ({ locale, market, q }) => {
    const site = { market, platformId: DEMO_PLATFORM, origin: '', trustedHops: 0 }
    const ctx: Ctx = {
      ...makeSharedCtx(services, site, locale, noteChanges(new Set())),
      requestId: newId('req'),
    }
    // As long as the API takes.
    const query = { q: q.slice(0, 200), per_page: DEPTH }
    return ((await listItems.run(ctx, { query })) as ListAnswer).data.map(({ slug }) => slug)
  }

const MOST_RATED = `
  select i.slug, t.name as title, t.locale, i.market
  from items i cross join lateral (select name, locale from item_texts where item_id = i.id order by locale limit 1) t
  where i.status = 'published' order by i.review_count desc, i.number limit $1`

export async function mostRated(db: Db) {
  const { rows } = await poolOf(db).query<{
    slug: string
    title: string
    locale: Locale
    market: Market
  }>(MOST_RATED, [TITLES])
  return rows
}

const share = (value: number) => value.toFixed(3)

export const judgementLines = (judgements: readonly Judgement[]): string[] => [
  '',
  `Judged queries on the demo catalogue: nDCG of the first ${DEPTH} results (1 is the best order possible)`,
  ...align(
    [
      ['language', 'queries', 'nDCG', 'found nothing', 'nothing that fits'],
      ...judgements.map(({ locale, queries, ndcg, empty, missed }) => [
        locale,
        String(queries),
        share(ndcg),
        String(empty.length),
        String(missed.length),
      ]),
      [
        'all',
        String(judgements.reduce((sum, { queries }) => sum + queries, 0)),
        share(meanNdcg(judgements)),
        String(judgements.reduce((sum, { empty }) => sum + empty.length, 0)),
        String(judgements.reduce((sum, { missed }) => sum + missed.length, 0)),
      ],
    ],
    1,
  ),
  ...judgements.flatMap(({ locale, empty, missed }) => [
    ...(empty.length > 0 ? [`${locale}, found nothing: ${empty.join(' · ')}`] : []),
    ...(missed.length > 0 ? [`${locale}, nothing that fits: ${missed.join(' · ')}`] : []),
  ]),
]

export const titleLines = ({ titles, first, mrr, behind }: TitleRanks): string[] => [
  '',
  `The ${titles} most-rated titles, searched in full: ${first} come first, MRR ${share(mrr)}`,
  ...behind.map(({ title, place }) => `${place === 0 ? 'not found' : `place ${place}`}: ${title}`),
]

/** `npm run bench -- search`: prints how well search finds, instead of how fast. */
export async function measureRelevance({
  root,
  cluster,
  screen,
  catalogue,
}: {
  root: string
  cluster: BenchCluster
  screen: Screen
  /** A folder in the import format, whose most-rated titles are searched. */
  catalogue: string | undefined
}): Promise<string[]> {
  const onDemo = await withServices(root, cluster, 'judged', async (services) => {
    await timed(screen, 'Loading the demo catalogue', () => loadDemoCatalogue(services))
    const judged = () => judge(readJudgedQueries(), askerOf(services))
    return judgementLines(await timed(screen, 'Asking it', judged))
  })
  if (catalogue === undefined) return onDemo
  const onCatalogue = await withServices(root, cluster, 'titles', async (services) => {
    await timed(screen, `Importing ${catalogue}`, () => importFolder(cluster, services, catalogue))
    const ranked = async () => rankTitles(await mostRated(services.db), askerOf(services))
    return titleLines(await timed(screen, 'Asking it', ranked))
  })
  return [...onDemo, ...onCatalogue]
}

async function importFolder(
  { folder }: BenchCluster,
  { db, clock, blobs }: Services,
  from: string,
) {
  try {
    const reportPath = join(folder, 'import.tsv')
    await importCatalogue({ folder: resolve(from), db, blobs, clock, reportPath })
  } catch (error) {
    throw error instanceof CatalogueFault ? new StartError(error.message) : error
  }
}

async function withServices<T>(
  root: string,
  cluster: BenchCluster,
  database: string,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const databaseUrl = await cluster.createDatabase(database)
  const db = openDb({ url: databaseUrl, poolSize: 4 })
  const opened = await openServices(root, cluster, databaseUrl, db)
  try {
    const blobs = diskBlobs(join(cluster.folder, 'blobs'))
    return await work({ ...opened.services, blobs, clock: systemClock })
  } finally {
    await opened.close()
    await db.destroy()
    await cluster.dropDatabase(database)
  }
}
