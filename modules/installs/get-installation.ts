import type { Text } from '#lib/locale.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Ctx, StoreCtx } from '#kernel/context.ts'
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
  maySeeItem,
  offeredHere,
  outcomeOf,
  type ReleaseFacts,
  releaseFitsShop,
  requireItem,
  satisfiesRange,
  type Shop,
} from '#modules/catalog/public.ts'
import { agreementsIn, hasAgreed } from '#modules/orders/public.ts'
import {
  requirePlatform,
  callPlatform,
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
import { findSavedInputs, type InstallationRow, listSideEffects } from './data.ts'
import { refuse } from './errors.ts'
import { buildForm, inputsOf } from './install-form.ts'
import { findPlannedInstall } from './install-with-payment.ts'
import { liveEffect } from './move-theme.ts'
import { newOrderStepParts, orderPartsOf, placementsOf } from './order-steps.ts'
import {
  type StoreView,
  compareRules,
  outsideOrigins,
  presentChange,
  presentDifference,
  slotsOf,
} from './present-plan.ts'
import { findInstallationFacts, presentFacts } from './installation-facts.ts'
import {
  grantedChanges,
  isSupported,
  planChanges,
  type PlannedChange,
  textOf,
  untouchedBy,
  withoutScopes,
} from './rules.ts'
import {
  differencesOf,
  grantedAfter,
  planUpdate,
  presentUpdate,
  standingEffects,
  withEarlierInputs,
} from './update-plan.ts'

const withoutLayersOf = (state: StoreState, prefix: string): StoreState => ({
  ...state,
  slots: state.slots.map((slot) => ({
    ...slot,
    layers: slot.layers.filter((layer) => layer.item.prefix !== prefix),
  })),
})

/**
 * The state of the store. Null when it does not answer and the installation needs action: perhaps
 * that is why, and the owner must still be told.
 */
async function fetchState(
  connector: StoreConnector,
  row: Pick<InstallationRow, 'state'> | undefined,
): Promise<StoreState | null> {
  try {
    return await callPlatform(() => connector.getState())
  } catch (error) {
    if (row?.state === 'needs_action' && isRefusal(error) && error.code === 'platform.unavailable')
      return null
    throw error
  }
}

/**
 * Adds the market's name of the theme that the store shows; a foreign theme has only its prefix.
 */
async function withThemeName(ctx: Ctx, state: StoreState): Promise<StoreView> {
  const prefix = state.slots.find((slot) => slot.slot === 'theme')?.layers.at(-1)?.item.prefix
  return {
    state,
    themeName:
      prefix === undefined ? '' : ((await findItem(ctx, { prefix }, ctx.locale))?.name ?? prefix),
  }
}

/** A state in which every needed slot exists and is empty. */
const emptyStateFor = (changes: readonly PlannedChange[]): StoreState => ({
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

interface Found extends StoreView {
  agreed: boolean
  versions: ItemVersion[]
}

async function describeUpdate(
  ctx: StoreCtx,
  row: InstallationRow,
  from: ReleaseFacts,
  to: ReleaseFacts,
  { agreed, versions, ...around }: Found,
) {
  const { state } = around
  const plan = planUpdate(
    await withEarlierInputs(ctx.db, row, from, to, versions),
    from,
    to,
    versions,
  )
  const answers = { ...defaultAnswers(inputsOf(to.manifest)), ...plan.answers }
  const ledger = await listSideEffects(ctx.db, row.id)
  // Assume that everything that grows is approved; the form shows the result without.
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
  const atOrderSteps = newOrderStepParts(orderPartsOf(ledger), changes)
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
    const store = ctx.actor
    const item = await findItem(ctx, { id: params.id }, ctx.locale)
    if (!item || item.market !== ctx.market) throw refuse('catalog.item_not_found')
    // Read before the installation: one that begins in between is then seen as either.
    const planned = await findPlannedInstall(ctx.db, store.storeId, item.id)
    const row = await findInstallationFacts(ctx.db, store.storeId, item.id)
    // An unlisted item is shown only to stores that have it.
    if (!row && (item.status !== 'published' || !(await maySeeItem(ctx.db, item, store.storeId))))
      throw refuse('catalog.item_not_found')
    const [versions, shop] = await Promise.all([
      listVersions(ctx, [item.id]),
      findShop(ctx.db, store.storeId),
    ])
    const all = versions.get(item.id) ?? []
    const { latest, newer } = latestHere(all, shop, row)
    // When nothing fits, show the plan of the newest and why it does not fit.
    const target =
      latest && query.release === undefined
        ? await requireKnown(ctx, latest.id)
        : await requireRelease(ctx, item, query.release)
    const connector = await connectorOf(ctx, store.storeId)
    const [from, kept, entitled, seen, agreed] = await Promise.all([
      row ? findInstalledRelease(ctx, row.release_id) : null,
      findSavedInputs(ctx.db, store.storeId, item.id),
      isEntitled(ctx, store, item),
      fetchState(connector, row),
      hasAgreed(ctx, store.storeId, item.id),
    ])
    const shown = from ?? target
    const changes = planChanges(shown.manifest, {
      ...defaultAnswers(inputsOf(shown.manifest)),
      ...(row?.inputs as {} | undefined),
    })
    const approved =
      row === undefined && (await hasApproved(ctx, store.storeId, item.id, shown.version))
    const state = seen ?? emptyStateFor(changes)
    // Ignore the effects of the item itself.
    const around = await withThemeName(ctx, withoutLayersOf(state, item.prefix))
    const standing =
      row !== undefined &&
      ['installed', 'updating', 'pausing', 'paused', 'resuming'].includes(row.state)
    const platform = await requirePlatform(ctx, store.platformId)
    const installation = row ? presentFacts(ctx, row) : null
    const [coming, inputs, update] = await Promise.all([
      plannedVersionOutcome(ctx, shop, all, shown.id),
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
        with_payment: planned && !row ? presentPlanned(ctx, planned) : null,
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
          agreement: {
            version: agreementsIn(ctx.operator.country).data_protection.version,
            agreed,
          },
          draft: proposeDraft(shown, around.state),
          approved,
          weight: {
            size: shown.size,
            files: new Set(changes.flatMap((change) => change.files)).size,
            outside: [
              ...(platform.entry === 'site' ? [ctx.origins.installer] : []),
              ...outsideOrigins(shown),
            ],
          },
        },
      },
    }
  },
})

/** The first theme goes live; a later one is kept, so that nobody's shop changes unlooked at. */
const proposeDraft = ({ manifest }: ReleaseFacts, state: StoreState): 'live' | 'draft' | null =>
  manifest.kind === 'theme' ? (liveEffect(state) === null ? 'live' : 'draft') : null

/** Of a paid order; one that was installed and removed since is history. */
function presentPlanned(
  { t }: Pick<Ctx, 't'>,
  {
    state,
    due_at: dueAt,
    left_code: leftCode,
    failure,
  }: NonNullable<Awaited<ReturnType<typeof findPlannedInstall>>>,
) {
  if (dueAt === null || (state === 'started' && failure === null)) return null
  const code = state === 'started' ? failure : leftCode
  return {
    state: state === 'started' ? ('failed' as const) : (state as 'waiting' | 'left'),
    message: code === null ? null : t(`errors.${code}` as 'errors.not_found'),
  }
}

interface ShopContext {
  shop: Shop
  newer: ItemVersion | undefined
  coming: FitFacts['coming']
}

/**
 * What the platform's next version means for a release; null when none is planned or the shop
 * already has it.
 */
async function plannedVersionOutcome(
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

/** D19, S8: obstacles on this store, shown before anything is bought or installed. */
function fitOf(
  ctx: Ctx,
  release: ReleaseFacts,
  changes: readonly PlannedChange[],
  state: StoreState,
  { shop, newer, coming }: ShopContext,
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
    const store = ctx.actor
    const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
    const [versions, shop] = await Promise.all([
      listVersions(ctx, [item.id]),
      findShop(ctx.db, store.storeId),
    ])
    const { latest, newer } = latestHere(versions.get(item.id) ?? [], shop)
    const release = latest ? await requireKnown(ctx, latest.id) : await requireRelease(ctx, item)
    const coming = await plannedVersionOutcome(ctx, shop, versions.get(item.id) ?? [], release.id)
    const state = await callPlatform(async () => (await connectorOf(ctx, store.storeId)).getState())
    return {
      data: fitOf(ctx, release, planChanges(release.manifest, {}), state, { shop, newer, coming }),
    }
  },
})
