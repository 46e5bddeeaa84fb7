import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { ThemeSchedules } from '#db/types.gen.ts'
import { inTransaction, marketZone, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { momentIn } from '#lib/time-zone.ts'
import { isUnpaid } from '#modules/billing/public.ts'
import { ConnectorFailure, connectorOf } from '#modules/stores/platforms/public.ts'
import { requireSameStore } from './conditions.ts'
import {
  type InstallationRow,
  findInstallationById,
  findLiveInstallation,
  listSideEffects,
  lockLiveInstallation,
} from './data.ts'
import { refuse } from './errors.ts'
import { changedOnStore } from './ledger.ts'
import { beginMove, findThemeEffect, liveEffect } from './move-theme.ts'
import { recordOwnerNotice } from './owner-notices.ts'
import { beginDraft, beginResume } from './pause-and-retry.ts'
import * as contract from './theme-contract.ts'

type ScheduleRow = Selectable<ThemeSchedules>

const OPEN = ['planned', 'starting', 'live', 'ending'] as const

export const findOpenSchedule = (db: Db, storeId: string): Promise<ScheduleRow | undefined> =>
  db
    .selectFrom('theme_schedules')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('state', 'in', OPEN)
    .executeTakeFirst()

export const presentSchedule = (row: ScheduleRow) => ({
  installation: row.installation_id,
  state: row.state as 'planned',
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
})

/** How far ahead a theme may be scheduled. */
const MOST_DAYS = 366

export const scheduleTheme = defineOperation({
  ...contract.scheduleTheme,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const zone = marketZone(ctx)
    const now = ctx.clock.now()
    const from = momentIn(zone, body.from)
    const until = body.until === null ? null : momentIn(zone, body.until)
    const last = secondsAfter(now, MOST_DAYS * 86_400)
    const invalid = (field: 'from' | 'until') =>
      refuse('installs.schedule_invalid', { fields: { [field]: { code: 'field.invalid' } } })
    // The page told its times in this zone.
    if (body.time_zone !== zone) throw invalid('from')
    if (!from || from <= now || from > last) throw invalid('from')
    if (body.until !== null && (!until || until <= from || until > last)) throw invalid('until')
    const row = await inTransaction(ctx, async (trx) => {
      const there = await lockLiveInstallation(trx, store.storeId, params.id)
      if (!there) throw refuse('installs.not_installed')
      // A plan that has not begun is replaced.
      await trx
        .updateTable('theme_schedules')
        .set({ state: 'cancelled', due_at: null })
        .where('installation_id', '=', there.id)
        .where('state', '=', 'planned')
        .execute()
      const made = await trx
        .insertInto('theme_schedules')
        .values({
          id: newId('tsc'),
          store_id: store.storeId,
          installation_id: there.id,
          state: 'planned',
          starts_at: from,
          ends_at: until,
          due_at: from,
          started_name: store.account.name,
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict.column('store_id').where('state', 'in', OPEN).doNothing(),
        )
        .returningAll()
        .executeTakeFirst()
      if (!made) throw refuse('installs.schedule_taken')
      return made
    })
    return { data: presentSchedule(row) }
  },
})

export const cancelThemeSchedule = defineOperation({
  ...contract.cancelThemeSchedule,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    const { numUpdatedRows } = await ctx.db
      .updateTable('theme_schedules')
      .set({ state: 'cancelled', due_at: null })
      .where('installation_id', '=', there?.id ?? '')
      .where('state', 'in', ['planned', 'live'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('installs.not_scheduled')
    return { success: true as const }
  },
})

/** Schedules to look at: their time has come, or a run of theirs may have ended. */
export const findDueThemes = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('theme_schedules')
      .select('id')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(100)
      .execute()
  ).map((one) => one.id)

const AGAIN_SECONDS = 60
const RUN_SECONDS = 10
/** How late a theme may come when its shop cannot be reached or is busy with something else. */
const LATE_SECONDS = 3600

/** The job `change-theme`: begins or ends a schedule, or takes note of how its run ended. */
export async function changeTheme(services: Services, id: string): Promise<void> {
  const now = services.clock.now()
  // Claim the row before any call, so that a crashed worker leaves it to be tried again.
  const row = await services.db
    .updateTable('theme_schedules')
    .set({ due_at: secondsAfter(now, AGAIN_SECONDS) })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  if (row.state === 'starting' || row.state === 'ending') return noteRun(services, row)
  try {
    await beginChange(services, row)
  } catch (error) {
    if (!(error instanceof ConnectorFailure) && !(error instanceof NotNow)) throw error
    services.log.warn({ error, schedule: id }, 'theme not changed yet')
    const due = row.state === 'planned' ? row.starts_at : (row.ends_at ?? now)
    if (now > secondsAfter(due, LATE_SECONDS))
      await fail(services, row, error instanceof NotNow ? error.code : 'installs.store_unreachable')
  }
}

/** The theme cannot be moved while it is as it is; the owner sees `code` when it stays so. */
class NotNow extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

async function beginChange(services: Services, row: ScheduleRow): Promise<void> {
  const there = await findInstallationById(services.db, row.installation_id)
  const goes = row.state === 'live'
  if (!there || there.state === 'uninstalled') return setState(services.db, row, 'cancelled')
  // A draft has no layer that could be moved: it comes by a resume and goes by a pause.
  if (goes ? row.from_draft : there.draft) return changeDraft(services, row, there)
  const theme = await findThemeEffect(services.db, there.id)
  if (there.state !== 'installed' || !theme)
    throw new NotNow(there.state === 'paused' ? 'installs.paused' : 'installs.busy')
  // It was live before it came: there is nothing to step back to.
  if (goes && row.place_before === null) return setState(services.db, row, 'done')
  const state = await (await connectorOf(services, row.store_id)).getState()
  if (!goes && liveEffect(state) === theme.id) return setState(services.db, row, 'live')
  if (changedOnStore([theme], state).length > 0) throw new NotNow('installs.changed_on_store')
  const place = Number(
    theme.place ??
      state.slots
        .find((slot) => slot.slot === theme.slot)
        ?.layers.find((layer) => layer.effect_id === theme.id)?.place,
  )
  await inTransaction(services, async (trx) => {
    const locked = await lockLiveInstallation(trx, row.store_id, there.item_id)
    if (locked?.id !== there.id || locked.state !== 'installed') throw new NotNow('installs.busy')
    const runId = await beginMove(services, trx, locked, theme, {
      place: goes ? Number(row.place_before) : null,
      by: { kind: 'automatic' },
    })
    await waitForRun(services, trx, row, runId, goes ? {} : { place_before: place })
  })
}

async function changeDraft(
  services: Services,
  row: ScheduleRow,
  { id, item_id: itemId }: InstallationRow,
): Promise<void> {
  const goes = row.state === 'live'
  const state = await (await connectorOf(services, row.store_id)).getState()
  await inTransaction(services, async (trx) => {
    const there = await lockLiveInstallation(trx, row.store_id, itemId)
    if (there?.id !== id || there.state !== (goes ? 'installed' : 'paused'))
      throw new NotNow('installs.busy')
    if (!goes && (await isUnpaid(trx, row.store_id, itemId))) throw new NotNow('installs.unpaid')
    if (goes && changedOnStore(await listSideEffects(trx, id), state).length > 0)
      throw new NotNow('installs.changed_on_store')
    const begin = goes ? beginDraft : beginResume
    const runId = await begin(services, trx, there, { kind: 'automatic' })
    await waitForRun(services, trx, row, runId, { from_draft: true })
  })
}

/** Takes note that a run begins or ends the schedule. */
async function waitForRun(
  services: Services,
  trx: Db,
  row: ScheduleRow,
  runId: string | null,
  facts: { place_before?: number; from_draft?: boolean },
): Promise<void> {
  if (!runId) throw new NotNow('installs.busy')
  await trx
    .updateTable('theme_schedules')
    .set({
      ...facts,
      state: row.state === 'live' ? 'ending' : 'starting',
      run_id: runId,
      due_at: secondsAfter(services.clock.now(), RUN_SECONDS),
    })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .execute()
}

async function noteRun(services: Services, row: ScheduleRow): Promise<void> {
  const run = await services.db
    .selectFrom('installation_runs')
    .select(['state', 'failure'])
    .where('id', '=', row.run_id ?? '')
    .executeTakeFirst()
  if (run?.state === 'succeeded')
    return setState(services.db, row, row.state === 'starting' ? 'live' : 'done')
  if (!run || run.state === 'failed')
    return fail(services, row, run?.failure ?? 'installs.live_theme_failed')
  await services.db
    .updateTable('theme_schedules')
    .set({ due_at: secondsAfter(services.clock.now(), RUN_SECONDS) })
    .where('id', '=', row.id)
    .execute()
}

/** A theme that came to stay is done when it is live. */
const setState = async (
  db: Db,
  row: ScheduleRow,
  state: 'live' | 'done' | 'cancelled',
): Promise<void> => {
  const isOver = state !== 'live' || row.ends_at === null
  await db
    .updateTable('theme_schedules')
    .set({
      state: state === 'live' && isOver ? 'done' : state,
      due_at: isOver ? null : row.ends_at,
    })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .execute()
}

/** The theme that is live stays, and the owner is told. */
async function fail(services: Services, row: ScheduleRow, failure: string): Promise<void> {
  const there = await findInstallationById(services.db, row.installation_id)
  await inTransaction(services, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('theme_schedules')
      .set({ state: 'failed', due_at: null, failure })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordOwnerNotice(services, trx, row.store_id, {
      kind: 'theme_failed',
      scheduleId: row.id,
      facts: {
        installationId: row.installation_id,
        itemId: there?.item_id ?? '',
        failure,
        came: row.state === 'planned' || row.state === 'starting',
      },
    })
  })
}
