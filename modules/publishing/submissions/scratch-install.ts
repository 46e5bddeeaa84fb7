import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Services, defaultLanguage } from '#kernel/context.ts'
import {
  type Manifest,
  type RuleReport,
  defaultAnswers,
  signPackage,
} from '#modules/catalog/public.ts'
import {
  effectOfChange,
  inputsOf,
  isSupported,
  packageOfferAt,
  planChanges,
  slotsOf,
} from '#modules/installs/public.ts'
import {
  ConnectorFailure,
  type StoreConnector,
  type StoreState,
  listScratchPlatforms,
  scratchConnector,
} from '#modules/stores/platforms/public.ts'
import type { SubmissionRow } from './data.ts'
import { type ScratchId, scratchReports } from './checks.ts'
import { MOMENTS, type Moment, NO_BROWSER, type TrialStep } from './review-rules.ts'
import type { Db } from '#db/client.ts'

type Needs = Pick<
  Services,
  | 'db'
  | 'languages'
  | 'http'
  | 'trustedHttp'
  | 'connectorOrigins'
  | 'clock'
  | 'sealing'
  | 'cache'
  | 'origins'
  | 'downloadTokenKey'
  | 'signingKey'
  | 'camera'
  | 'log'
>
type TrialResults = Parameters<typeof scratchReports>[0]

const RESERVATION_SECONDS = 240
/** A picture that begins later would not end within the reservation. */
const PICTURES_UNTIL_SECONDS = 120
const PAGE_MS = 10_000
const MOST_PAGES = 8

/**
 * Installs a release on a platform's scratch shop with the owner's plan (D12), requests its pages,
 * uninstalls and compares: the shop must be byte for byte as before. Returns null while another
 * submission uses the shop. Leftovers of a dead worker are removed first.
 */
export async function scratchInstall(
  services: Needs,
  row: SubmissionRow,
  watch: Watch = UNWATCHED,
): Promise<RuleReport[] | null> {
  const { manifest, package_sha256: sha256, package_size: size, version } = row
  if (!manifest || sha256 === null || size === null || version === null) return []
  const platform = (await listScratchPlatforms(services.db)).find(
    (one) => manifest.compatibility.platforms[String(one.id)] !== undefined,
  )
  const connector = platform && scratchConnector(services, platform)
  if (!platform || !connector)
    return scratchReports({}, 'no platform that it is for has a scratch shop')
  const now = services.clock.now()
  if (
    !(await reserveShop(
      services.db,
      platform.id,
      row.id,
      now,
      secondsAfter(now, RESERVATION_SECONDS),
    ))
  )
    return null
  try {
    return await runTrial(services, connector, row, { manifest, sha256, size, version }, watch)
  } finally {
    await releaseShop(services.db, platform.id, row.id)
  }
}

/** Is told how far a trial is. */
export interface Watch {
  step(step: TrialStep): Promise<void>
  /** How many pages are opened. */
  pages(count: number): Promise<void>
}
const UNWATCHED: Watch = { step: async () => {}, pages: async () => {} }

interface Release {
  manifest: Manifest
  sha256: string
  size: number
  version: string
}

async function runTrial(
  services: Needs,
  connector: StoreConnector,
  row: SubmissionRow,
  release: Release,
  watch: Watch,
): Promise<RuleReport[]> {
  const results: TrialResults = {}
  const put: string[] = []
  const picturesUntil = secondsAfter(services.clock.now(), PICTURES_UNTIL_SECONDS)
  try {
    await watch.step('install')
    await removeLeftovers(connector)
    const shop = (await connector.getStore()).url.replace(/\/$/, '')
    const offer = packageOfferAt(services, {
      sha256: release.sha256,
      size: release.size,
      ...signPackage(release.sha256, services.signingKey),
      prefix: release.manifest.prefix,
      version: release.version,
    })
    let taken: Taken[] = []
    let before: ShopState | undefined
    try {
      const { pages } = await connector.startPreview({
        packages: [offer],
        effects: [],
        locale: defaultLanguage(services),
        alone: true,
      })
      const paths = pages.map((page) => page.path).slice(0, MOST_PAGES)
      await watch.pages(paths.length)
      before = await readShopState(services, connector, shop, paths)
      await connector.putPackage(offer)
      await installEffects(connector, release, put)
      results['scratch.install'] = { verdict: 'passed' }
      await watch.step('open')
      const there = await readShopState(services, connector, shop, paths)
      const broken = [...there.pages].find(([, page]) => page.status >= 400)
      results['scratch.pages'] = broken
        ? { verdict: 'failed', params: { path: broken[0], status: broken[1].status } }
        : { verdict: 'passed' }
      await watch.step('pictures')
      const changed = [...there.pages.keys()].filter(
        (path) => there.pages.get(path)?.html !== before?.pages.get(path)?.html,
      )
      taken = await takePictures(services, shop, changed, picturesUntil)
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.kind !== 'refused') throw error
      results['scratch.install'] = { verdict: 'failed', params: { part: error.code } }
    }
    await watch.step('uninstall')
    await removeEffects(connector, put)
    await watch.step('compare')
    if (before) {
      const different = differences(
        before,
        await readShopState(services, connector, shop, [...before.pages.keys()]),
      )
      results['scratch.uninstall'] =
        different.length === 0
          ? { verdict: 'passed' }
          : { verdict: 'failed', params: { where: different.join(', ').slice(0, 200) } }
    }
    const path = taken[0]?.path ?? '/'
    results['scratch.pictures'] = await savePictures(services, row.id, [
      { moment: 'before', path, png: await picture(services, shop + path) },
      ...taken,
    ])
  } catch (error) {
    // The shop or the network failed, not the package: there is no verdict.
    services.log.warn(
      { error, submission: row.id },
      'a submission could not be tried on the scratch shop',
    )
    await removeEffects(connector, put).catch(() => {})
    return scratchReports(
      onlyFailed(results),
      error instanceof Error ? error.message : String(error),
    )
  }
  return scratchReports(results, 'the step before it did not pass')
}

const onlyFailed = (results: TrialResults): TrialResults =>
  Object.fromEntries(
    Object.entries(results).filter(([, one]) => one.verdict === 'failed'),
  ) as Partial<Record<ScratchId, TrialResults[ScratchId]>> as TrialResults

async function installEffects(
  connector: StoreConnector,
  release: Release,
  put: string[],
): Promise<void> {
  const slots = slotsOf(await connector.getState())
  for (const change of planChanges(release.manifest, defaultAnswers(inputsOf(release.manifest)))) {
    if (!isSupported(change, slots)) continue
    const id = newId('eff')
    put.push(id)
    await connector.putEffect(id, effectOfChange(change, release))
  }
}

async function removeEffects(connector: StoreConnector, put: string[]): Promise<void> {
  for (const id of put.toReversed()) await connector.deleteEffect(id)
  put.length = 0
}

/** Removes leftovers of earlier trials. */
async function removeLeftovers(connector: StoreConnector): Promise<void> {
  const state = await connector.getState()
  await removeEffects(connector, [
    ...state.slots.flatMap((slot) => slot.layers.map((layer) => layer.effect_id)),
    ...state.users.map((user) => user.effect_id),
  ])
}

interface ShopState {
  slots: StoreState['slots']
  users: StoreState['users']
  pages: Map<string, { status: number; html: string }>
}

async function readShopState(
  services: Needs,
  connector: StoreConnector,
  shop: string,
  paths: readonly string[],
): Promise<ShopState> {
  const { slots, users } = await connector.getState()
  const pages: ShopState['pages'] = new Map()
  for (const path of paths) {
    const { status, body } = await services.http.request(shop + path, {
      timeoutMs: PAGE_MS,
      maxBytes: 4 * 1024 * 1024,
    })
    pages.set(path, { status, html: withoutVolatileParts(body.toString('utf8')) })
  }
  return { slots, users, pages }
}

/** A page without what differs on each request: nonces and form tokens. */
const withoutVolatileParts = (page: string): string =>
  withoutMeasuring(page)
    .replaceAll(/nonce="[^"]*"/g, 'nonce=""')
    .replaceAll(/name="(csrf|token)" value="[^"]*"/g, 'name="$1" value=""')

/** The shop's own script that measures visits stands on every page while there are items. */
function withoutMeasuring(page: string): string {
  const at = page.indexOf('/loader/visits-')
  const [from, until] = [page.lastIndexOf('<', at), page.indexOf('</script>', at)]
  if (at < 0 || from < 0 || until < 0) return page
  return page.slice(0, from) + page.slice(until + '</script>'.length).replace(/^\n/, '')
}

function differences(before: ShopState, after: ShopState): string[] {
  const slots = before.slots
    .filter(
      (slot) =>
        JSON.stringify(slot) !== JSON.stringify(after.slots.find((one) => one.slot === slot.slot)),
    )
    .map((slot) => slot.slot)
  const pages = [...before.pages]
    .filter(([path, page]) => JSON.stringify(page) !== JSON.stringify(after.pages.get(path)))
    .map(([path]) => path)
  return [
    ...slots,
    ...(JSON.stringify(before.users) === JSON.stringify(after.users) ? [] : ['users']),
    ...pages,
  ]
}

const picture = ({ camera }: Needs, url: string): Promise<Buffer | Error> | null =>
  camera &&
  camera
    .take(url)
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))

interface Taken {
  moment: Moment
  path: string
  png: Buffer | Error | null
}

/** The first pages that the item has changed, with it; the front page when it has changed none. */
async function takePictures(
  services: Needs,
  shop: string,
  changed: readonly string[],
  until: Date,
): Promise<Taken[]> {
  const moments = MOMENTS.filter((moment) => moment !== 'before')
  const taken: Taken[] = []
  for (const [index, moment] of moments.entries()) {
    const path = changed[index] ?? (index === 0 ? '/' : undefined)
    if (path === undefined || (index > 0 && services.clock.now() > until)) break
    taken.push({ moment, path, png: await picture(services, shop + path) })
  }
  return taken
}

/** Replaces the pictures of an earlier trial. */
async function savePictures(
  { db, clock }: Needs,
  id: string,
  pictures: readonly Taken[],
): Promise<NonNullable<TrialResults['scratch.pictures']>> {
  if (pictures.every((one) => one.png === null))
    return { verdict: 'could_not_run', reason: NO_BROWSER }
  const good = pictures.flatMap(({ png, ...one }) =>
    Buffer.isBuffer(png) ? [{ ...one, png }] : [],
  )
  for (const one of good) await savePicture(db, id, one, clock.now())
  await dropPictures(
    db,
    id,
    good.map((one) => one.moment),
  )
  const isWhole = (['before', 'after'] as const).every((moment) =>
    good.some((one) => one.moment === moment),
  )
  if (isWhole) return { verdict: 'passed' }
  return {
    verdict: 'could_not_run',
    reason:
      pictures.map((one) => one.png).find((one) => one instanceof Error)?.message ??
      'the item was not on the shop',
  }
}

/** Reserves a platform's scratch shop for one submission. The reservation of a dead worker expires. */
async function reserveShop(
  db: Db,
  platformId: number,
  submissionId: string,
  now: Date,
  endsAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('scratch_turns')
    .values({ platform_id: platformId, submission_id: submissionId, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .column('platform_id')
        .doUpdateSet({ submission_id: submissionId, ends_at: endsAt })
        .where('scratch_turns.ends_at', '<=', now),
    )
    .returning('platform_id')
    .executeTakeFirst()
  return row !== undefined
}

const releaseShop = (db: Db, platformId: number, submissionId: string) =>
  db
    .deleteFrom('scratch_turns')
    .where('platform_id', '=', platformId)
    .where('submission_id', '=', submissionId)
    .execute()

const savePicture = (
  db: Db,
  submissionId: string,
  { moment, path, png }: { moment: Moment; path: string; png: Buffer },
  now: Date,
) =>
  db
    .insertInto('submission_pictures')
    .values({ submission_id: submissionId, moment, path, bytes: png, taken_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['submission_id', 'moment'])
        .doUpdateSet({ path, bytes: png, taken_at: now }),
    )
    .execute()

/** Of pages that were not taken this time. */
const dropPictures = (db: Db, submissionId: string, kept: readonly Moment[]) =>
  db
    .deleteFrom('submission_pictures')
    .where('submission_id', '=', submissionId)
    .where('moment', 'not in', kept.length === 0 ? [''] : [...kept])
    .execute()

export const findPicture = (db: Db, submissionId: string, moment: Moment) =>
  db
    .selectFrom('submission_pictures')
    .select('bytes')
    .where('submission_id', '=', submissionId)
    .where('moment', '=', moment)
    .executeTakeFirst()

export const listPictures = async (
  db: Db,
  submissionId: string,
): Promise<{ moment: Moment; path: string | null }[]> =>
  (await db
    .selectFrom('submission_pictures')
    .select(['moment', 'path'])
    .where('submission_id', '=', submissionId)
    .execute()) as { moment: Moment; path: string | null }[]
