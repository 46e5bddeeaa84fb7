import { type Ctx, type Services, inTransaction, marketZone } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findItem } from '#modules/catalog/public.ts'
import {
  ConnectorFailure,
  type StoreState,
  callPlatform,
  connectorOf,
} from '#modules/stores/platforms/public.ts'
import { byOwner, requireFree, requireSameStore } from './conditions.ts'
import { findLiveInstallation, lockLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { presentInstallation } from './installation-facts.ts'
import { changedOnStore } from './ledger.ts'
import { resumePaused } from './pause-and-retry.ts'
import { beginMove, findThemeEffect, liveEffect, themeLayers } from './move-theme.ts'
import * as contract from './theme-contract.ts'
import { findOpenSchedule, presentSchedule } from './theme-schedules.ts'

/** The state of the shop; null when it does not answer. */
async function readShop(services: Services, storeId: string): Promise<StoreState | null> {
  try {
    return await (await connectorOf(services, storeId)).getState()
  } catch (error) {
    if (error instanceof ConnectorFailure) return null
    throw error
  }
}

/** Whose theme the shop shows: never assumed from the ledger. */
async function describeLive(ctx: Ctx, storeId: string, state: StoreState) {
  const layer = themeLayers(state).at(-1)
  if (!layer) return { kind: 'own' as const, installation: null, name: '' }
  const item = await findItem(ctx, { prefix: layer.item.prefix }, ctx.locale)
  const row = await ctx.db
    .selectFrom('side_effects')
    .innerJoin('installations', 'installations.id', 'installation_id')
    .select('installations.id')
    .where('side_effects.id', '=', layer.effect_id)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return {
    kind: row ? ('item' as const) : ('other' as const),
    installation: row?.id ?? null,
    name: item?.name ?? layer.item.prefix,
  }
}

export const getLiveTheme = defineOperation({
  ...contract.getLiveTheme,
  run: async (ctx) => {
    const { storeId } = ctx.actor
    const [state, schedule] = await Promise.all([
      readShop(ctx, storeId),
      findOpenSchedule(ctx.db, storeId),
    ])
    return {
      data: {
        read_at: state && ctx.clock.now().toISOString(),
        live: state && (await describeLive(ctx, storeId, state)),
        schedule: schedule ? presentSchedule(schedule) : null,
        time_zone: marketZone(ctx),
      },
    }
  },
})

export const makeThemeLive = defineOperation({
  ...contract.makeThemeLive,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    // A draft has no layer yet: the first one comes last, which is what the shop shows.
    if (there.draft && there.state === 'paused')
      return { data: await presentInstallation(ctx, await resumePaused(ctx, store, params.id)) }
    requireFree(there.state)
    const connector = await connectorOf(ctx, store.storeId)
    const state = await callPlatform(() => connector.getState())
    const theme = await findThemeEffect(ctx.db, there.id)
    if (!theme) throw refuse('installs.not_installed')
    if (liveEffect(state) === theme.id) throw refuse('installs.already_live')
    if (changedOnStore([theme], state).length > 0) throw refuse('installs.changed_on_store')
    await inTransaction(ctx, async (trx) => {
      const locked = await lockLiveInstallation(trx, store.storeId, params.id)
      if (locked?.id !== there.id) throw refuse('installs.not_installed')
      requireFree(locked.state)
      if (!(await beginMove(ctx, trx, locked, theme, { place: null, by: byOwner(store) })))
        throw refuse('installs.busy')
    })
    return { data: await presentInstallation(ctx, there.id) }
  },
})
