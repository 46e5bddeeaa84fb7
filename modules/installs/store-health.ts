import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { type Services, defaultLanguage } from '#kernel/context.ts'
import { renewLease } from './data.ts'
import { offerOf, type Work } from './run-steps.ts'
import { followRedirects } from '#lib/foreign/follow.ts'
import { tryConsumeRateLimits } from '#kernel/rate-limits.ts'
import { ConnectorFailure } from '#modules/stores/platforms/public.ts'
import type { ReleaseOutcomes } from './rules.ts'
import { type HttpAnswer, HttpFailure } from '#lib/http.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'http' | 'log'>

/**
 * Before a watched release comes to a store: records how its pages answer. Only pages that are well
 * before can turn bad because of it. A failure here must not stop the run.
 */
export async function probeBeforeRun(work: Work): Promise<void> {
  const { services, run, installation, release } = work
  if ((run.kind !== 'install' && run.kind !== 'update') || !release?.is_watched) return
  try {
    if (
      await services.db
        .selectFrom('store_health')
        .select('run_id')
        .where('run_id', '=', run.id)
        .executeTakeFirst()
    )
      return
    if (!(await renewLease(services.db, run, secondsAfter(services.clock.now(), ASKING_SECONDS))))
      return
    const asked = await probePages(services, await listPages(work, release))
    const urls = (asked ?? []).filter((one) => one.answered === 'well').map((one) => one.url)
    await services.db
      .insertInto('store_health')
      .values({
        run_id: run.id,
        release_id: release.id,
        store_id: installation.store_id,
        urls,
        state: urls.length > 0 ? 'before' : 'unclear',
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } catch (error) {
    services.log.warn({ error, run: run.id }, 'store health check failed')
  }
}

/** The run has failed, in its transaction: it says nothing about the release. */
export const recordFailedRun = (trx: Db, runId: string, now: Date): Promise<unknown> =>
  trx
    .updateTable('store_health')
    .set({ state: 'unclear', checked_at: now })
    .where('run_id', '=', runId)
    .where('state', '=', 'before')
    .execute()

/** Checks that are due. */
export const findDueHealth = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('store_health')
      .select('run_id')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(100)
      .execute()
  ).map((one) => one.run_id)

/** The job `check-health`: requests the pages that were well before, outside any transaction. */
export async function checkHealth(services: Needs, runId: string): Promise<void> {
  const now = services.clock.now()
  // Claim the row before any request, so that a crashed worker leaves it to be tried again.
  const row = await services.db
    .updateTable('store_health')
    .set({ due_at: secondsAfter(now, RECHECK_SECONDS) })
    .where('run_id', '=', runId)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  if (!row || (row.state !== 'waiting' && row.state !== 'bad_once')) return
  const asked = await probePages(services, row.urls)
  // The limit of this minute is used up.
  if (!asked) return
  const state = healthAfter(row.state, worstOf(asked.map((one) => one.answered)))
  const at = services.clock.now()
  await services.db
    .updateTable('store_health')
    .set({
      state,
      checked_at: at,
      due_at: state === 'bad_once' ? secondsAfter(at, RECHECK_SECONDS) : null,
      bad_url: asked.find((one) => one.answered === 'badly')?.url ?? null,
    })
    .where('run_id', '=', runId)
    .where('state', '=', row.state)
    .execute()
}

/**
 * Failures that say nothing about a release: the shop was unreachable, somebody else changed a
 * part, or the market stopped the item.
 */
export const UNRELATED_FAILURES = [
  'installs.store_unreachable',
  'installs.changed_on_store',
  'installs.stopped',
]

/**
 * How a release did on stores since then: runs that should have installed it, and stores whose
 * pages were checked before and after.
 */
export async function countReleaseOutcomes(
  db: Db,
  releaseId: string,
  since: Date,
): Promise<ReleaseOutcomes> {
  const {
    rows: [row],
  } = await sql<ReleaseOutcomes>`select
    count(*) filter (where failure is null or failure <> all(${UNRELATED_FAILURES}::text[]))::integer as ended,
    count(*) filter (where state = 'failed' and failure <> all(${UNRELATED_FAILURES}::text[]))::integer as failed,
    (select count(*)::integer from store_health where release_id = ${releaseId} and checked_at >= ${since} and state in ('well', 'bad')) as asked,
    (select count(*)::integer from store_health where release_id = ${releaseId} and checked_at >= ${since} and state = 'bad') as bad
    from installation_runs where to_release_id = ${releaseId} and kind in ('install', 'update') and state in ('succeeded', 'failed') and finished_at >= ${since}`.execute(
    db,
  )
  return row ?? { ended: 0, failed: 0, asked: 0, bad: 0 }
}

/** `path`: the page that turned bad. */
interface AffectedStore {
  domain: string
  why: 'failed' | 'bad'
  path: string | null
}

/** The stores on which it failed since then, newest first. */
export async function listAffectedStores(
  db: Db,
  releaseId: string,
  since: Date,
  most: number,
): Promise<AffectedStore[]> {
  const { rows } = await sql<
    Omit<AffectedStore, 'path'> & { bad_url: string | null }
  >`select domain, why, bad_url from (
    select store_id, 'bad' as why, checked_at as at, bad_url from store_health where release_id = ${releaseId} and checked_at >= ${since} and state = 'bad'
    union all
    select i.store_id, 'failed', r.finished_at, null from installation_runs r join installations i on i.id = r.installation_id where r.to_release_id = ${releaseId} and r.kind in ('install', 'update')
      and r.state = 'failed' and r.finished_at >= ${since} and r.failure <> all(${UNRELATED_FAILURES}::text[])
  ) as harmed join stores on stores.id = store_id order by at desc limit ${most}`.execute(db)
  return rows.map(({ domain, why, bad_url: url }) => ({
    domain,
    why,
    path: url === null ? null : new URL(url).pathname,
  }))
}

export const countStoresByRelease = async (
  db: Db,
  releaseIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows =
    releaseIds.length === 0
      ? []
      : await db
          .selectFrom('installations')
          .select('release_id')
          .select((on) => on.fn.countAll<number>().as('stores'))
          .where(
            'item_id',
            'in',
            db.selectFrom('releases').select('item_id').where('id', 'in', releaseIds),
          )
          .where('release_id', 'in', releaseIds)
          .where('state', '<>', 'uninstalled')
          .groupBy('release_id')
          .execute()
  return new Map(rows.map((row) => [row.release_id, Number(row.stores)]))
}

const HOPS = 2
const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1024

interface ProbedPage {
  url: string
  answered: PageAnswer
}

/**
 * Requests pages of a store as a visitor would, each redirect checked like the first. Null when the
 * limit of this minute is used up.
 */
async function probePages(
  services: Pick<Services, 'db' | 'clock' | 'http'>,
  urls: readonly string[],
): Promise<ProbedPage[] | null> {
  if (
    !(await tryConsumeRateLimits(
      services,
      urls.map(() => PROBES),
    ))
  )
    return null
  return Promise.all(urls.map(async (url) => ({ url, answered: await probePage(services, url) })))
}

async function probePage({ http }: Pick<Services, 'http'>, address: string): Promise<PageAnswer> {
  try {
    // The content of the page does not matter.
    const found = await followRedirects(http, address, {
      hops: HOPS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      cut: true,
      headers: { accept: 'text/html', 'user-agent': 'Arasta (health check)' },
    })
    return found.end === 'answer' ? judgeAnswer({ status: found.answer.status }) : 'unclear'
  } catch (error) {
    return judgeAnswer(error as Error)
  }
}

/** Effects that are on the store, or will be after the run. */
const STANDING_STATES = ['planned', 'applied']

/**
 * The addresses at which the item is visible: the start page, and one page of each other kind with
 * parts of its own. Only the platform knows those addresses: an empty preview names the pages and
 * changes nothing. Without previews only the start page is returned.
 */
async function listPages(
  { services, installation, connector, effects }: Work,
  release: NonNullable<Work['release']>,
): Promise<string[]> {
  const { url } = await services.db
    .selectFrom('stores')
    .select('url')
    .where('id', '=', installation.store_id)
    .executeTakeFirstOrThrow()
  const slots = effects.filter((row) => STANDING_STATES.includes(row.state)).map((row) => row.slot)
  const wanted = pagesWith(slots)
  if (wanted.length === 0) return [url]
  try {
    const { pages } = await connector.startPreview({
      packages: [offerOf(services, release)],
      effects: [],
      locale: defaultLanguage(services),
      alone: false,
    })
    // Always on the store's own address, whatever the platform named.
    const paths = wanted.flatMap((page) => pages.find((one) => one.page === page)?.path ?? [])
    return [url, ...paths.map((path) => new URL(path, url).href)]
  } catch (error) {
    if (error instanceof ConnectorFailure) return [url]
    throw error
  }
}

/**
 * How a page answered. `unclear` says nothing about the shop: bot protection, or an address that
 * must not be requested.
 */
type PageAnswer = 'well' | 'badly' | 'unclear'

/** Status codes of something between us and the shop. */
const GUARDS = [401, 403, 407, 429, 451]

function judgeAnswer(answer: Pick<HttpAnswer, 'status'> | unknown): PageAnswer {
  if (answer instanceof HttpFailure)
    return answer.kind === 'blocked' ? 'unclear' : answer.kind === 'too_large' ? 'well' : 'badly'
  const { status } = answer as Pick<HttpAnswer, 'status'>
  if (status >= 200 && status < 300) return 'well'
  return status < 400 || GUARDS.includes(status) ? 'unclear' : 'badly'
}

/** Several pages together: bad if one is, well only if all are. */
const worstOf = (answers: readonly PageAnswer[]): PageAnswer =>
  answers.includes('badly')
    ? 'badly'
    : answers.length === 0 || answers.includes('unclear')
      ? 'unclear'
      : 'well'

type Health = 'before' | 'waiting' | 'bad_once' | 'well' | 'bad' | 'unclear'

/**
 * Checked once after the release and, if bad, again a minute later. The store has turned bad when
 * both were.
 */
function healthAfter(state: 'waiting' | 'bad_once', answered: PageAnswer): Health {
  if (answered !== 'badly') return answered
  return state === 'waiting' ? 'bad_once' : 'bad'
}

/** After the end of the run; short-lived caches of the shop are gone by then. */
export const FIRST_CHECK_SECONDS = 20
const RECHECK_SECONDS = 60
/** Longer than finding and requesting the pages may take; the lease lasts that long. */
const ASKING_SECONDS = 45
/** Limit for all stores together. */
const PROBES = { key: 'store health probes', most: 60, seconds: 60 }
/**
 * Pages that anybody can open, by `data-page` value and the slots that only they show. Order and
 * account pages are empty for visitors; parts for every page are on the start page too.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  product: ['placement:1004', 'theme'],
  list: ['placement:1003', 'theme'],
  cart: ['placement:1054', 'theme'],
}

/** The pages besides the start page that show these slots. */
const pagesWith = (slots: readonly string[]): string[] =>
  Object.keys(PAGES).filter((page) => PAGES[page]?.some((slot) => slots.includes(slot)))
