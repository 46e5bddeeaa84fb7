import type { Text } from '#lib/locale.ts'
import { isRefusal } from '#lib/refusal.ts'
import { storeOf } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  compareVersions,
  defaultAnswers,
  EVERYBODY,
  findInstalledRelease,
  findItem,
  findShop,
  fitsShop,
  type ItemVersion,
  latestHere,
  listVersions,
  offeredHere,
  outcomeOf,
  type ReleaseFacts,
  releaseFitsShop,
  requireItem,
  satisfiesRange,
  type Shop,
} from '#modules/catalog/public.ts'
import { AGREEMENTS, hasAgreed } from '#modules/orders/public.ts'
import {
  ANY_SITE,
  askPlatform,
  connectorOf,
  findPlatformPlan,
  type StoreConnector,
  type StoreState,
} from '#modules/stores/platforms/public.ts'
import { hasApproved, isEntitled, requireRelease } from './conditions.ts'
import {
  checkFit as fitContract,
  type FitFacts,
  getInstallation as contract,
  type InputField,
} from './contract.ts'
import {
  findKeptInputs,
  findLiveInstallation,
  type InstallationRow,
  listSideEffects,
} from './data.ts'
import { refuse } from './errors.ts'
import { buildForm, inputsOf } from './install-form.ts'
import { newAtOrderSteps, orderPartsOf, placementsOf } from './order-steps.ts'
import { type Around, presentChange, presentDifference, slotsOf } from './plan-words.ts'
import { presentInstallation } from './present.ts'
import {
  grantedChanges,
  isSupported,
  planChanges,
  type PlannedChange,
  textOf,
  untouchedBy,
  withoutScopes,
} from './rules.ts'
import { outsideOrigins } from './source-lines.ts'
import { compareRules } from './theme-rules.ts'
import { planUpdate, presentUpdate, standingEffects, withInputsOn } from './update-plan.ts'
import { differencesOf, grantedAfter } from './update-rules.ts'

const withoutLayersOf = (state: StoreState, prefix: string): StoreState => ({
  ...state,
  slots: state.slots.map((slot) => ({
    ...slot,
    layers: slot.layers.filter((layer) => layer.item.prefix !== prefix),
  })),
})

/**
 * Null when the store does not answer and something stopped halfway on it: perhaps for that very
 * reason, and its owner must be told all the same.
 */
async function askState(
  connector: StoreConnector,
  row: Pick<InstallationRow, 'state'> | undefined,
): Promise<StoreState | null> {
  try {
    return await askPlatform(() => connector.getState())
  } catch (error) {
    if (row?.state === 'needs_action' && isRefusal(error) && error.code === 'platform.unavailable')
      return null
    throw error
  }
}

/**
 * With the name of the theme that the store shows, as the market has it; a theme of somebody else
 * has none but its own.
 */
async function nameTheme(ctx: Ctx, state: StoreState): Promise<Around> {
  const prefix = state.slots.find((slot) => slot.slot === 'theme')?.layers.at(-1)?.item.prefix
  return {
    state,
    themeName:
      prefix === undefined ? '' : ((await findItem(ctx, { prefix }, ctx.locale))?.name ?? prefix),
  }
}

/** As if every place were there and empty. */
const unseen = (changes: readonly PlannedChange[]): StoreState => ({
  revision: 0,
  slots: changes.map(({ slot }) => ({ slot, base_sha256: '', sha256: '', layers: [] })),
  users: [],
  packages: [],
})

async function requireKnown(ctx: Ctx, id: string): Promise<ReleaseFacts> {
  const release = await findInstalledRelease(ctx, id)
  if (!release) throw refuse('catalog.not_installable')
  return release
}

interface Found extends Around {
  agreed: boolean
  versions: ItemVersion[]
}

async function describeUpdate(
  ctx: Ctx,
  row: InstallationRow,
  from: ReleaseFacts,
  to: ReleaseFacts,
  { agreed, versions, ...around }: Found,
) {
  const { state } = around
  const plan = planUpdate(await withInputsOn(ctx.db, row, from, to, versions), from, to, versions)
  const answers = { ...defaultAnswers(inputsOf(to.manifest)), ...plan.answers }
  const ledger = await listSideEffects(ctx.db, row.id)
  // As if everything that grows were approved: the form says what happens without.
  const granted = grantedAfter(
    to.manifest,
    row.granted as [],
    plan.growth,
    plan.growth.map((one) => one.code),
  )
  const changes = grantedChanges(
    withoutScopes(planChanges(to.manifest, answers), row.refused_scopes),
    granted,
    slotsOf(state),
  )
  const titles = new Map(
    ledger.map((effect) => [effect.id, (effect.payload as { title: Text }).title]),
  )
  const form = await buildForm(ctx, to.manifest, plan.answers)
  const stale = (field: InputField) =>
    field.choices !== null &&
    field.default !== null &&
    !field.choices.some((choice) => choice.value === field.default)
  const atOrderSteps = newAtOrderSteps(orderPartsOf(ledger), changes)
  const rows = differencesOf(standingEffects(ledger), changes, to.sha256).map((difference) => ({
    ...presentDifference(ctx, difference, plan, titles, around),
    order_step: difference.what !== 'removed' && atOrderSteps.includes(difference.change),
  }))
  return {
    ...presentUpdate(ctx, plan, agreed, placementsOf(atOrderSteps)),
    changes: await Promise.all(
      rows.map(async (change) =>
        change.kind === 'theme' && change.what === 'changed'
          ? { ...change, rules: await compareRules(ctx, from, to) }
          : change,
      ),
    ),
    inputs: form.filter((field) => plan.open.includes(field.name) || stale(field)),
  }
}

export const getInstallation = defineOperation({
  ...contract,
  run: async (ctx, { params, query }) => {
    const store = storeOf(ctx)
    const item = await findItem(ctx, { id: params.id }, ctx.locale)
    if (!item || item.market !== ctx.market) throw refuse('catalog.item_not_found')
    const row = await findLiveInstallation(ctx.db, store.storeId, item.id)
    // What is not listed any more is there only for who has it.
    if (item.status !== 'published' && !row) throw refuse('catalog.item_not_found')
    const [versions, shop] = await Promise.all([
      listVersions(ctx, [item.id]),
      findShop(ctx.db, store.storeId),
    ])
    const all = versions.get(item.id) ?? []
    const { latest, newer } = latestHere(all, shop, row)
    // Nothing that fits: the plan of the newest, and why not.
    const target =
      latest && query.release === undefined
        ? await requireKnown(ctx, latest.id)
        : await requireRelease(ctx, item, query.release)
    const connector = await connectorOf(ctx, store.storeId)
    const [from, kept, entitled, seen, agreed] = await Promise.all([
      row ? findInstalledRelease(ctx, row.release_id) : null,
      findKeptInputs(ctx.db, store.storeId, item.id),
      isEntitled(ctx, store, item),
      askState(connector, row),
      hasAgreed(ctx.db, store.storeId, item.id),
    ])
    const shown = from ?? target
    const changes = planChanges(shown.manifest, {
      ...defaultAnswers(inputsOf(shown.manifest)),
      ...(row?.inputs as {} | undefined),
    })
    const approved =
      row === undefined && (await hasApproved(ctx, store.storeId, item.id, shown.version))
    const state = seen ?? unseen(changes)
    // What the item itself has put there is not what was there.
    const around = await nameTheme(ctx, withoutLayersOf(state, item.prefix))
    const standing =
      row !== undefined &&
      ['installed', 'updating', 'pausing', 'paused', 'resuming'].includes(row.state)
    const [installation, coming, inputs, update] = await Promise.all([
      row ? presentInstallation(ctx, row.id) : null,
      comingTo(ctx, shop, all, shown.id),
      buildForm(ctx, shown.manifest, row ? (row.inputs as {}) : kept),
      row && from && standing && from.id !== target.id
        ? describeUpdate(ctx, row, from, target, { ...around, agreed, versions: all })
        : null,
    ])
    return {
      data: {
        state: !standing
          ? ('none' as const)
          : row.release_id === latest?.id
            ? ('latest' as const)
            : ('old' as const),
        version: installation?.version ?? null,
        latest_version: latest?.version ?? target.version,
        entitled,
        installation,
        versions: offeredHere(all, shop, row)
          .filter((one) => fitsShop(one, shop))
          .map((one) => ({
            version: one.version,
            published_at: one.publishedAt?.toISOString() ?? null,
            notes: textOf(one.notes, ctx.locale),
          })),
        fit: fitOf(
          ctx,
          update ? target : shown,
          update ? planChanges(target.manifest, {}) : changes,
          state,
          { shop, newer, coming },
        ),
        update,
        plan: {
          version: shown.version,
          changes: changes.map((change) => presentChange(ctx, change, shown, around)),
          untouched: untouchedBy(changes),
          inputs,
          agreement: { version: AGREEMENTS.data_protection.version, agreed },
          approved,
          weight: {
            size: shown.size,
            files: new Set(changes.flatMap((change) => change.files)).size,
            outside: [
              ...(store.platformId === ANY_SITE ? [ctx.origins.installer] : []),
              ...outsideOrigins(shown),
            ],
          },
        },
      },
    }
  },
})

interface On {
  shop: Shop
  newer: ItemVersion | undefined
  coming: FitFacts['coming']
}

/**
 * What the platform's next version does to a release; null while none is planned, and once the shop
 * has it.
 */
async function comingTo(
  { db }: Pick<Ctx, 'db'>,
  shop: Shop,
  versions: readonly ItemVersion[],
  hasId: string,
): Promise<FitFacts['coming']> {
  const plan = await findPlatformPlan(db, shop.platformId)
  if (!plan || compareVersions(plan.version, shop.version || '0.0.0') <= 0) return null
  const all = versions.map((one) => ({
    ...one,
    offered: one.published && one.fits !== null && one.share === EVERYBODY,
    range: one.fits?.[String(shop.platformId)] ?? null,
  }))
  return {
    version: plan.version,
    live_on: plan.live_on,
    ...outcomeOf(all, hasId, shop.isOs2, (range) => satisfiesRange(plan.version, range)),
  }
}

/** D19, S8: what stands against it on this store, named before anything is paid or put there. */
function fitOf(
  ctx: Ctx,
  release: ReleaseFacts,
  changes: readonly PlannedChange[],
  state: StoreState,
  { shop, newer, coming }: On,
): FitFacts {
  const slots = slotsOf(state)
  return {
    fits: releaseFitsShop(release, shop),
    needs: release.manifest.compatibility.platforms[String(shop.platformId)] ?? null,
    has: shop.version,
    version: release.version,
    newer:
      newer && newer.version !== release.version
        ? { version: newer.version, needs: newer.fits?.[String(shop.platformId)] ?? '' }
        : null,
    coming,
    missing: changes
      .filter((change) => change.placement !== null && !isSupported(change, slots))
      .map((change) => ({
        placement: change.placement as number,
        title: textOf(change.title, ctx.locale),
        required: change.required,
      })),
  }
}

export const checkFit = defineOperation({
  ...fitContract,
  run: async (ctx, { params }) => {
    const store = storeOf(ctx)
    const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
    const [versions, shop] = await Promise.all([
      listVersions(ctx, [item.id]),
      findShop(ctx.db, store.storeId),
    ])
    const { latest, newer } = latestHere(versions.get(item.id) ?? [], shop)
    const release = latest ? await requireKnown(ctx, latest.id) : await requireRelease(ctx, item)
    const coming = await comingTo(ctx, shop, versions.get(item.id) ?? [], release.id)
    const state = await askPlatform(async () => (await connectorOf(ctx, store.storeId)).getState())
    return {
      data: fitOf(ctx, release, planChanges(release.manifest, {}), state, { shop, newer, coming }),
    }
  },
})
