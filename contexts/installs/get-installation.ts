import type { Text } from '#lib/locale.ts'
import { implement, storeOf, type Ctx } from '../ctx.ts'
import { defaultAnswers, findInstalledRelease, findItem, listVersions, type ItemVersion, type ReleaseFacts } from '../catalog/public.ts'
import { AGREEMENTS } from '../checkout/public.ts'
import { askPlatform, connectorOf, type StoreState } from '../platforms/public.ts'
import { fitsPlatform, hasAgreed, isEntitled, requireRelease, versionOfPlatform } from './conditions.ts'
import { getInstallation as contract, type InputField, type PlanChange, type UpdateChange } from './contract.ts'
import { findKeptInputs, findLiveInstallation, listSideEffects, type InstallationRow } from './data.ts'
import { refuse } from './errors.ts'
import { buildForm, inputsOf } from './install-form.ts'
import { presentInstallation } from './present.ts'
import { grantedChanges, isSupported, placementOf, planChanges, textOf, untouchedBy, type PlannedChange } from './rules.ts'
import { planUpdate, presentUpdate, standingEffects, type UpdatePlan } from './update-plan.ts'
import { differencesOf, grantedAfter, type Difference } from './update-rules.ts'

export const slotsOf = (state: StoreState): Set<string> => new Set(state.slots.map(slot => slot.slot))

/** Keeps its order in a line of the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`

const withoutLayersOf = (state: StoreState, prefix: string): StoreState =>
  ({ ...state, slots: state.slots.map(slot => ({ ...slot, layers: slot.layers.filter(layer => layer.item.prefix !== prefix) })) })

const scopesOf = (content: Record<string, unknown>): string[] => (content.scopes as string[] | undefined) ?? []

/** One row of the plan in words: where, what is there now, what will be there after. */
function presentChange(ctx: Ctx, change: PlannedChange, state: StoreState): PlanChange {
  const slot = state.slots.find(one => one.slot === change.slot)
  const layers = slot?.layers.length ?? 0
  return {
    key: change.key, kind: change.kind, permission: change.permission, placement: change.placement,
    title: textOf(change.title, ctx.locale), summary: textOf(change.summary, ctx.locale), required: change.required, supported: isSupported(change, slotsOf(state)),
    now: nowWords(ctx, change, slot?.layers.at(-1)?.item.prefix ?? null, layers), after: afterWords(ctx, change), detail: detailOf(change.kind, change.content, change.files),
  }
}

const detailOf = (kind: string, content: Record<string, unknown>, files: string[]): string =>
  (kind === 'web_service_user' ? scopesOf(content).join('\n') : kind === 'theme' ? files.join('\n') : String(content.html))

function afterWords(ctx: Ctx, change: PlannedChange): string {
  if (change.kind === 'web_service_user') return ctx.t('installs.after.user', { scopes: scopesOf(change.content).join(', ') })
  return change.kind === 'theme' ? ctx.t('installs.after.theme') : ctx.t('installs.after.part', { files: change.files.join(', ') || 'HTML' })
}

function nowWords(ctx: Ctx, change: PlannedChange, topPrefix: string | null, layers: number): string {
  if (change.kind === 'web_service_user') return ctx.t('installs.now.no_access')
  if (change.kind === 'theme') return topPrefix === null ? ctx.t('installs.now.own_theme') : ctx.t('installs.now.other_theme', { theme: topPrefix })
  return layers === 0 ? ctx.t('installs.now.empty') : ctx.t('installs.now.layers', { count: layers })
}

/** A row of an update's plan; what goes is described by the old release's own plan. */
function presentDifference(ctx: Ctx, difference: Difference, plan: UpdatePlan, titles: ReadonlyMap<string, Text>, state: StoreState): UpdateChange {
  if (difference.what === 'added') return { ...presentChange(ctx, difference.change, state), what: 'added' }
  const versions = { from: isolated(plan.from.version), to: isolated(plan.to.version) }
  if (difference.what !== 'removed') {
    const row = presentChange(ctx, difference.change, state)
    const words = difference.what === 'kept' ? ctx.t('installs.after.kept') : ctx.t('installs.after.version', { ...versions, files: isolated(difference.change.files.join(', ') || 'HTML') })
    return { ...row, what: difference.what, now: ctx.t('installs.now.version', versions), after: words }
  }
  const { effect } = difference
  const before = planChanges(plan.from.manifest, {}).find(change => change.kind === effect.kind && change.slot === effect.slot && (effect.key === null || change.key === effect.key))
  return {
    what: 'removed', key: `${effect.key ?? effect.kind}:${effect.id}`, kind: effect.kind, permission: before?.permission ?? 'design_block', placement: placementOf(effect.slot),
    title: textOf(before?.title ?? titles.get(effect.id) ?? {}, ctx.locale), summary: textOf(before?.summary ?? {}, ctx.locale), required: true, supported: true,
    now: ctx.t('installs.now.version', versions), after: ctx.t('installs.after.gone'), detail: detailOf(effect.kind, effect.content, []),
  }
}

interface Around { state: StoreState; agreed: boolean; versions: ItemVersion[] }

async function describeUpdate(ctx: Ctx, row: InstallationRow, from: ReleaseFacts, to: ReleaseFacts, { state, agreed, versions }: Around) {
  const plan = planUpdate(row, from, to, versions)
  const answers = { ...defaultAnswers(inputsOf(to.manifest)), ...plan.answers }
  const ledger = await listSideEffects(ctx.db, row.id)
  // As if everything that grows were approved: the form says what happens without.
  const granted = grantedAfter(to.manifest, row.granted as [], plan.growth, plan.growth.map(one => one.code))
  const changes = grantedChanges(planChanges(to.manifest, answers), granted, slotsOf(state))
  const titles = new Map(ledger.map(effect => [effect.id, (effect.payload as { title: Text }).title]))
  const form = await buildForm(ctx, to.manifest, plan.answers)
  const stale = (field: InputField) => field.choices !== null && field.default !== null && !field.choices.some(choice => choice.value === field.default)
  return {
    ...presentUpdate(ctx, plan, agreed),
    changes: differencesOf(standingEffects(ledger), changes, to.sha256).map(difference => presentDifference(ctx, difference, plan, titles, state)),
    inputs: form.filter(field => plan.open.includes(field.name) || stale(field)),
  }
}

export const getInstallation = implement(contract, async (ctx, { params, query }) => {
  const store = storeOf(ctx)
  const item = await findItem(ctx, { id: params.id }, ctx.locale)
  if (!item || item.market !== ctx.market) throw refuse('catalog.item_not_found')
  const row = await findLiveInstallation(ctx.db, store.storeId, item.id)
  // What is not listed any more is there only for who has it.
  if (item.status !== 'published' && !row) throw refuse('catalog.item_not_found')
  const target = await requireRelease(ctx, item, query.release)
  const connector = await connectorOf(ctx, store.storeId)
  const [from, kept, entitled, state, agreed, versions, platform] = await Promise.all([
    row ? findInstalledRelease(ctx, row.release_id) : null, findKeptInputs(ctx.db, store.storeId, item.id), isEntitled(ctx, store, item),
    askPlatform(() => connector.getState()), hasAgreed(ctx, store.storeId, item.id), listVersions(ctx, [item.id]), versionOfPlatform(ctx, store.storeId),
  ])
  const all = versions.get(item.id) ?? []
  // What the item itself has put there is not what was there.
  const around = withoutLayersOf(state, item.prefix)
  const shown = from ?? target
  const changes = planChanges(shown.manifest, defaultAnswers(inputsOf(shown.manifest)))
  const standing = row?.state === 'installed' || row?.state === 'updating'
  const [installation, inputs, update] = await Promise.all([
    row ? presentInstallation(ctx, row.id) : null, buildForm(ctx, shown.manifest, row ? row.inputs as {} : kept),
    row && from && standing && from.id !== target.id ? describeUpdate(ctx, row, from, target, { state: around, agreed, versions: all }) : null,
  ])
  return { data: {
    state: !standing ? 'none' as const : row.release_id === item.latest?.id ? 'latest' as const : 'old' as const,
    version: installation?.version ?? null, latest_version: item.latest?.version ?? target.version, entitled, installation,
    versions: all.filter(one => one.published && one.fits !== null && fitsPlatform(one.fits, store.platformId, platform))
      .map(one => ({ version: one.version, published_at: one.publishedAt?.toISOString() ?? null })),
    update,
    plan: {
      version: shown.version,
      changes: changes.map(change => presentChange(ctx, change, around)),
      untouched: untouchedBy(changes), inputs, agreement: { version: AGREEMENTS.data_protection.version, agreed },
      weight: { size: shown.size, files: new Set(changes.flatMap(change => change.files)).size },
    },
  } }
})
