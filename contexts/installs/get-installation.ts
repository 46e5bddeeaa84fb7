import { implement, storeOf, type Ctx } from '../ctx.ts'
import { defaultAnswers, requireItem, type ReleaseFacts, type SaleItem } from '../catalog/public.ts'
import { AGREEMENTS, findOwnership } from '../checkout/public.ts'
import { askPlatform, connectorOf, type StoreState } from '../platforms/public.ts'
import { getInstallation as contract, type PlanChange } from './contract.ts'
import { findKeptInputs, findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { buildForm, inputsOf } from './install-form.ts'
import { presentInstallation } from './present.ts'
import { isSupported, planChanges, textOf, untouchedBy, type PlannedChange } from './rules.ts'

/** Free, or bought by this store (I5). */
export async function isEntitled(ctx: Ctx, item: SaleItem): Promise<boolean> {
  return item.priceKind === 'free' || await findOwnership(ctx, storeOf(ctx).storeId, item.id) !== undefined
}

export function requireRelease(item: SaleItem): ReleaseFacts {
  if (!item.latest) throw refuse('catalog.not_installable')
  return item.latest
}

export const slotsOf = (state: StoreState): Set<string> => new Set(state.slots.map(slot => slot.slot))

/** One row of the plan in words: where, what is there now, what will be there after. */
function presentChange(ctx: Ctx, change: PlannedChange, state: StoreState): PlanChange {
  const slot = state.slots.find(one => one.slot === change.slot)
  const layers = slot?.layers.length ?? 0
  const scopes = (change.content.scopes as string[] | undefined) ?? []
  return {
    key: change.key, kind: change.kind, permission: change.permission, placement: change.placement,
    title: textOf(change.title, ctx.locale), summary: textOf(change.summary, ctx.locale), required: change.required, supported: isSupported(change, slotsOf(state)),
    now: nowWords(ctx, change, slot?.layers.at(-1)?.item.prefix ?? null, layers),
    after: change.kind === 'web_service_user' ? ctx.t('installs.after.user', { scopes: scopes.join(', ') })
      : change.kind === 'theme' ? ctx.t('installs.after.theme') : ctx.t('installs.after.part', { files: change.files.join(', ') || 'HTML' }),
    detail: change.kind === 'web_service_user' ? scopes.join('\n') : change.kind === 'theme' ? change.files.join('\n') : String(change.content.html),
  }
}

function nowWords(ctx: Ctx, change: PlannedChange, topPrefix: string | null, layers: number): string {
  if (change.kind === 'web_service_user') return ctx.t('installs.now.no_access')
  if (change.kind === 'theme') return topPrefix === null ? ctx.t('installs.now.own_theme') : ctx.t('installs.now.other_theme', { theme: topPrefix })
  return layers === 0 ? ctx.t('installs.now.empty') : ctx.t('installs.now.layers', { count: layers })
}

/** Did this store agree to the data-protection text for this item already (at checkout)? */
async function hasAgreed(ctx: Ctx, storeId: string, itemId: string, version: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('consents').select('id').where('store_id', '=', storeId).where('item_id', '=', itemId)
    .where('kind', '=', 'data_protection').where('version', '=', version).limit(1).executeTakeFirst()
  return row !== undefined
}

export const getInstallation = implement(contract, async (ctx, { params }) => {
  const store = storeOf(ctx)
  const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
  const release = requireRelease(item)
  const connector = await connectorOf(ctx, store.storeId)
  const version = AGREEMENTS.data_protection.version
  const kept = await findKeptInputs(ctx.db, store.storeId, item.id)
  const [row, entitled, state, inputs, agreed] = await Promise.all([
    findLiveInstallation(ctx.db, store.storeId, item.id), isEntitled(ctx, item), askPlatform(() => connector.getState()), buildForm(ctx, release.manifest, kept),
    hasAgreed(ctx, store.storeId, item.id, version),
  ])
  const changes = planChanges(release.manifest, defaultAnswers(inputsOf(release.manifest)))
  const installation = row ? await presentInstallation(ctx, row, item) : null
  const installed = row?.state === 'installed'
  return { data: {
    state: !installed ? 'none' as const : row.release_id === release.id ? 'latest' as const : 'old' as const,
    version: installation?.version ?? null, latest_version: release.version, entitled, installation,
    plan: {
      changes: changes.map(change => presentChange(ctx, change, state)),
      untouched: untouchedBy(changes), inputs, agreement: { version, agreed },
      weight: { size: release.size, files: new Set(changes.flatMap(change => change.files)).size },
    },
  } }
})

