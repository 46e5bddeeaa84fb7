import { sql, type Selectable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import type { InstallationRuns, Installations, RunSteps, SideEffects } from '#db/types.gen.ts'
import type { Text } from '#lib/locale.ts'
import { type SettingValue, isStopped, selectPackage } from '#modules/catalog/public.ts'
import { type InstallationState, statesBefore } from './rules.ts'

export type InstallationRow = Selectable<Installations>
export type RunRow = Selectable<InstallationRuns>
export type StepRow = Selectable<RunSteps>
export type SideEffectRow = Selectable<SideEffects>

export const findLiveInstallation = (db: Db, storeId: string, itemId: string) =>
  db
    .selectFrom('installations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('state', '!=', 'uninstalled')
    .executeTakeFirst()

/** The same, locked until the transaction ends: nobody else starts anything on it. */
export const lockLiveInstallation = (db: Db, storeId: string, itemId: string) =>
  db
    .selectFrom('installations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('state', '!=', 'uninstalled')
    .forUpdate()
    .executeTakeFirst()

/** Includes the store in the query: another store's installation is not found. */
export const findInstallation = (db: Db, id: string, storeId: string) =>
  db
    .selectFrom('installations')
    .selectAll()
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .executeTakeFirst()

export const findInstallationById = (db: Db, id: string) =>
  db.selectFrom('installations').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Undefined when the item is already on the store: the unique index decides between two at once.
 */
export const insertInstallation = (
  db: Db,
  row: Pick<
    InstallationRow,
    'id' | 'store_id' | 'item_id' | 'release_id' | 'order_id' | 'granted' | 'draft'
  > & { inputs: object },
  at: Date,
) =>
  db
    .insertInto('installations')
    .values({
      ...row,
      inputs: JSON.stringify(row.inputs),
      state: 'installing',
      created_at: at,
      updated_at: at,
      // Values of the app from the last installation, when the owner kept them.
      app_values: sql`coalesce((select app_values from installations where store_id = ${row.store_id} and item_id = ${row.item_id} and state = 'uninstalled' and keep_data
      order by uninstalled_at desc limit 1), '{}')`,
    })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'item_id']).where('state', '!=', 'uninstalled').doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export type InstallationChange = Partial<
  Pick<InstallationRow, 'installed_at' | 'uninstalled_at' | 'release_id' | 'granted' | 'draft'>
> & { inputs?: object }

/**
 * Allows only the transitions of `INSTALLATION_TRANSITIONS` (I9); anything else is our fault and
 * rolls back the transaction.
 */
export async function setInstallationState(
  db: Db,
  id: string,
  state: InstallationState,
  at: Date,
  { inputs, ...change }: InstallationChange = {},
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('installations')
    .set({ state, updated_at: at, ...change, ...(inputs && { inputs: JSON.stringify(inputs) }) })
    .where('id', '=', id)
    .where('state', 'in', statesBefore(state))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error(`Installation ${id} cannot become ${state}`)
}

export interface NewStep {
  kind: 'package' | 'apply' | 'revert' | 'restore' | 'check'
  effectId: string | null
  title: Text
}
export interface NewRun {
  id: string
  installationId: string
  kind: RunKind
  /** Of an update: the result, and the answers of the earlier version. */
  target?: {
    fromReleaseId: string
    toReleaseId: string
    inputs: object
    granted: string[]
    fromInputs: object
  }
  /** Of an install: its release, for the history. */
  toReleaseId?: string
  purpose?: RunPurpose | undefined
  by: StartedBy
}
/** What a run that stays on its release is for; rights have none. A draft comes and goes. */
export type RunPurpose = 'settings' | 'live_theme'
export type RunKind =
  | 'install'
  | 'update'
  | 'restore'
  | 'pause'
  | 'resume'
  | 'repair'
  | 'uninstall'
  | 'undo'
/** Who starts a run: a person in the panel, an automatic update, or the market itself. */
export interface StartedBy {
  kind: 'owner' | 'automatic' | 'market'
  name?: string
}

/** The answers when the installation was last on that release; for the way back. */
export const findEarlierInputs = async (
  db: Db,
  installationId: string,
  releaseId: string,
): Promise<Record<string, SettingValue> | null> => {
  const row = await db
    .selectFrom('installation_runs')
    .select('from_inputs')
    .where('installation_id', '=', installationId)
    .where('from_release_id', '=', releaseId)
    .where('kind', '=', 'update')
    .where('state', '=', 'succeeded')
    .where('from_inputs', 'is not', null)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.from_inputs ?? null) as Record<string, SettingValue> | null
}

/** The answers of the last installation, when the owner kept them. */
export const findSavedInputs = async (
  db: Db,
  storeId: string,
  itemId: string,
): Promise<Record<string, SettingValue>> => {
  const row = await db
    .selectFrom('installations')
    .select('inputs')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('state', '=', 'uninstalled')
    .where('keep_data', '=', true)
    .orderBy('uninstalled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.inputs ?? {}) as Record<string, SettingValue>
}

export const setKeepData = (db: Db, id: string, keep: boolean) =>
  db
    .updateTable('installations')
    .set({ keep_data: keep, ...(keep ? {} : { inputs: '{}', app_values: '{}' }) })
    .where('id', '=', id)
    .execute()

export const saveUninstallReason = (db: Db, id: string, reason: string) =>
  db.updateTable('installations').set({ uninstall_reason: reason }).where('id', '=', id).execute()

/**
 * Inserts a run with its steps and, in the same statement, new ledger rows and the state that the
 * installation has during the run. Undefined while another run of this installation is open; the
 * caller must roll back then if it gave `effects`.
 */
export async function insertRun(
  db: Db,
  { id, installationId, kind, target, toReleaseId, purpose, by }: NewRun,
  steps: NewStep[],
  at: Date,
  { effects = [], state }: { effects?: NewSideEffect[]; state?: InstallationState } = {},
): Promise<{ id: string } | undefined> {
  const row = {
    id,
    installation_id: installationId,
    kind,
    state: 'queued',
    created_at: at,
    started_by: by.kind,
    started_name: by.name ?? null,
    to_release_id: toReleaseId ?? null,
    purpose: purpose ?? null,
    ...(target && {
      from_release_id: target.fromReleaseId,
      to_release_id: target.toReleaseId,
      inputs: JSON.stringify(target.inputs),
      granted: target.granted,
      from_inputs: JSON.stringify(target.fromInputs),
    }),
  }
  const stepRows = steps.map((step, index) => ({
    position: index + 1,
    kind: step.kind,
    effect_id: step.effectId,
    title: step.title,
  }))
  const inserted = db
    .with('run', (query) =>
      query
        .insertInto('installation_runs')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('installation_id')
            .where('state', 'in', ['queued', 'running'])
            .doNothing(),
        )
        .returning('id'),
    )
    .with('steps', (query) =>
      query
        .insertInto('run_steps')
        .columns(['run_id', 'position', 'kind', 'effect_id', 'title', 'state'])
        .expression((on) =>
          on
            .selectFrom('run')
            .innerJoin(
              sql<
                Omit<(typeof stepRows)[number], 'title'> & { title: string }
              >`jsonb_to_recordset(${JSON.stringify(stepRows)}::jsonb)`.as<'step'>(
                sql`step (position smallint, kind text, effect_id text, title jsonb)`,
              ),
              (join) => join.onTrue(),
            )
            .select(['run.id', 'step.position', 'step.kind', 'step.effect_id', 'step.title'])
            .select(sql<string>`'waiting'`.as('state')),
        ),
    )
  const changed = inserted.with('changed', (query) =>
    query
      .updateTable('installations')
      .set({ state: state ?? 'installing', updated_at: at })
      .where('id', '=', state === undefined ? '' : installationId)
      .where('state', 'in', statesBefore(state ?? 'installing'))
      .where((on) => on.exists(on.selectFrom('run').select('run.id')))
      .returning('id'),
  )
  const run = await (
    effects.length === 0
      ? changed
      : changed.with('effects', (query) =>
          query.insertInto('side_effects').values(effects.map(plannedRow)),
        )
  )
    .selectFrom('run')
    .select('run.id')
    .select((on) =>
      on
        .selectFrom('changed')
        .select((of) => of.fn.countAll<number>().as('n'))
        .as('changed'),
    )
    .executeTakeFirst()
  if (run && state !== undefined && Number(run.changed) === 0)
    throw new Error(`Installation ${installationId} cannot become ${state}`)
  return run && { id: run.id }
}

/**
 * Leases a run and marks its first remaining step as running; undefined when it has ended or is
 * leased.
 */
export const leaseRun = (db: Db, id: string, now: Date, until: Date) =>
  db
    .with('leased', (query) =>
      query
        .updateTable('installation_runs')
        .set({
          state: 'running',
          leased_until: until,
          started_at: sql<Date>`coalesce(started_at, ${now})`,
          tries: sql<number>`tries + 1`,
        })
        .where('id', '=', id)
        .where('state', 'in', ['queued', 'running'])
        .where((on) => on.or([on('leased_until', 'is', null), on('leased_until', '<', now)]))
        .returningAll(),
    )
    .with('started', (query) =>
      query
        .updateTable('run_steps')
        .from('leased')
        .set({ state: 'running', started_at: sql<Date>`coalesce(run_steps.started_at, ${now})` })
        .whereRef('run_steps.run_id', '=', 'leased.id')
        .where('run_steps.position', '=', (on) =>
          on
            .selectFrom('run_steps as rest')
            .whereRef('rest.run_id', '=', 'leased.id')
            .where('rest.state', '!=', 'done')
            .select((of) => of.fn.min('rest.position').as('first')),
        ),
    )
    .selectFrom('leased')
    .selectAll()
    .executeTakeFirst()

/** What a worker needs to know of a leased run, read at once. */
export const findWork = (db: Db, run: RunRow) =>
  db
    .selectFrom('installations')
    .selectAll('installations')
    .select((on) => [
      jsonArrayFrom(
        on
          .selectFrom('run_steps')
          .select(['position', 'kind', 'effect_id', 'title', 'state'])
          .where('run_id', '=', run.id)
          .orderBy('position'),
      ).as('steps'),
      jsonArrayFrom(
        on
          .selectFrom('side_effects')
          .select(['id', 'position', 'kind', 'slot', 'payload', 'state', 'before_sha256', 'others'])
          .select(['replaces', 'place'])
          .whereRef('installation_id', '=', 'installations.id')
          .orderBy('position'),
      ).as('effects'),
      // An update needs its own release; reversing it needs the release that is still installed.
      jsonObjectFrom(
        selectPackage(
          db,
          run.kind === 'update'
            ? sql<string>`${run.to_release_id}`
            : sql.ref<string>('installations.release_id'),
        ),
      ).as('release'),
      isStopped(on.ref('installations.item_id')).as('is_stopped'),
    ])
    .where('installations.id', '=', run.installation_id)
    .executeTakeFirst()

type HeldRun = Pick<RunRow, 'id' | 'tries'>

/** Updates the run only while the caller holds its lease. */
const held = (db: Pick<Db, 'updateTable'>, run: HeldRun) =>
  db
    .updateTable('installation_runs')
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .where('tries', '=', run.tries)

/** False when another worker took over after the lease ran out; the caller must stop at once. */
export async function renewLease(db: Db, run: HeldRun, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await held(db, run).set({ leased_until: until }).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What a step changes in a ledger row. */
export type EffectChange = Partial<
  Pick<
    SideEffectRow,
    'before_sha256' | 'after_sha256' | 'state' | 'applied_at' | 'reverted_at' | 'others' | 'place'
  >
>

/**
 * Between two steps, in one statement: records the outcome of the one that is done in the ledger,
 * renews the lease and marks the next one as running. Changes nothing when another worker took over
 * after the lease ran out.
 */
export async function advanceRun(
  db: Db,
  run: HeldRun,
  {
    done,
    start,
    effects,
    itemId,
    now,
    until,
  }: {
    done: number | null
    start: number | null
    effects: ReadonlyMap<string, EffectChange>
    itemId: string
    now: Date
    until: Date
  },
): Promise<{ isHeld: boolean; isStopped: boolean }> {
  let query = db
    .with('held', (on) => held(on, run).set({ leased_until: until }).returning('id'))
    .with('done', (on) =>
      on
        .updateTable('run_steps')
        .set({ state: 'done', finished_at: now })
        .where('run_id', '=', (of) => of.selectFrom('held').select('held.id'))
        .where('position', '=', done ?? -1),
    )
    .with('started', (on) =>
      on
        .updateTable('run_steps')
        .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, ${now})` })
        .where('run_id', '=', (of) => of.selectFrom('held').select('held.id'))
        .where('position', '=', start ?? -1),
    )
  for (const [index, [id, change]] of [...effects].entries())
    query = query.with(`effect_${index}`, (on) =>
      on
        .updateTable('side_effects')
        .set(change)
        .where('id', '=', id)
        .where((of) => of.exists(of.selectFrom('held').select('held.id'))),
    ) as typeof query
  const row = await query
    .selectFrom('held')
    .select(isStopped(sql.val(itemId)).as('is_stopped'))
    .executeTakeFirst()
  return { isHeld: row !== undefined, isStopped: row?.is_stopped === true }
}

/**
 * Ends a run that succeeded: its last step, its installation's new state and, for a watched
 * release, the check of the store's pages. False when another worker holds the run; the caller must
 * change nothing.
 */
export async function finishSucceeded(
  db: Db,
  run: HeldRun & { installation_id: string },
  {
    done,
    notice,
    state,
    change: { inputs, ...change } = {},
    now,
    checkAt,
  }: {
    done: number | null
    notice: string | null
    state: InstallationState
    change?: InstallationChange
    now: Date
    checkAt: Date
  },
): Promise<boolean> {
  const row = await db
    .with('held', (on) =>
      held(on, run)
        .set({ state: 'succeeded', failure: notice, finished_at: now, leased_until: null })
        .returning('id'),
    )
    .with('done', (on) =>
      on
        .updateTable('run_steps')
        .set({ state: 'done', finished_at: now })
        .where('run_id', '=', (of) => of.selectFrom('held').select('held.id'))
        .where('position', '=', done ?? -1),
    )
    .with('health', (on) =>
      on
        .updateTable('store_health')
        .set({ state: 'waiting', due_at: checkAt })
        .where('run_id', '=', (of) => of.selectFrom('held').select('held.id'))
        .where('state', '=', 'before'),
    )
    .with('changed', (on) =>
      on
        .updateTable('installations')
        .set({
          state,
          updated_at: now,
          ...change,
          ...(inputs && { inputs: JSON.stringify(inputs) }),
        })
        .where('id', '=', run.installation_id)
        .where('state', 'in', statesBefore(state))
        .where((of) => of.exists(of.selectFrom('held').select('held.id')))
        .returning('id'),
    )
    .selectFrom('held')
    .leftJoin('changed', (join) => join.onTrue())
    .select('changed.id')
    .executeTakeFirst()
  if (row?.id === null)
    throw new Error(`Installation ${run.installation_id} cannot become ${state}`)
  return row !== undefined
}

/** Lets the next worker take over. */
export const releaseRun = (db: Db, run: HeldRun) =>
  held(db, run).set({ leased_until: null }).execute()

/** Nobody takes the run before `until`; this try does not count. */
export const postponeRun = (db: Db, run: HeldRun, until: Date) =>
  held(db, run)
    .set({ leased_until: until, put_off: sql<number>`put_off + 1` })
    .execute()

/** False when another worker holds the run; the caller must change nothing. */
export async function finishFailed(
  db: Db,
  run: HeldRun,
  failure: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await held(db, run)
    .set({ state: 'failed', failure, finished_at: at, leased_until: null })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findLatestRun = (db: Db, installationId: string) =>
  db
    .selectFrom('installation_runs')
    .selectAll()
    .where('installation_id', '=', installationId)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listSteps = (db: Db, runId: string) =>
  db.selectFrom('run_steps').selectAll().where('run_id', '=', runId).orderBy('position').execute()

export type NewSideEffect = Pick<
  SideEffectRow,
  'id' | 'installation_id' | 'position' | 'kind' | 'slot'
> &
  Partial<Pick<SideEffectRow, 'before_sha256' | 'others' | 'replaces' | 'place'>> & {
    payload: object
    /** Of a draft: waits off the shop, like a paused one. */
    state?: 'planned' | 'paused'
  }

export const insertSideEffects = (db: Db, rows: NewSideEffect[]) =>
  rows.length === 0
    ? Promise.resolve([])
    : db.insertInto('side_effects').values(rows.map(plannedRow)).execute()

const plannedRow = (row: NewSideEffect) => ({
  state: 'planned',
  ...row,
  payload: JSON.stringify(row.payload),
})

export const listSideEffects = (db: Db, installationId: string) =>
  db
    .selectFrom('side_effects')
    .selectAll()
    .where('installation_id', '=', installationId)
    .orderBy('position')
    .execute()

/** Ledger rows that stand on a store, of installed items. */
export const listStanding = (db: Db, storeId: string) =>
  db
    .selectFrom('side_effects')
    .innerJoin('installations', 'installations.id', 'installation_id')
    .selectAll('side_effects')
    .where('store_id', '=', storeId)
    .where('installations.state', '=', 'installed')
    .where('side_effects.state', '=', 'applied')
    .execute()

/** Ledger rows of these installations on order pages. */
export const listOrderRows = (db: Db, installationIds: readonly string[]) =>
  installationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('side_effects')
        .selectAll()
        .where('installation_id', 'in', installationIds)
        .where('slot', 'like', 'placement:1001%')
        .where('state', 'in', ['applied', 'paused'])
        .execute()

export const changeSideEffect = (
  db: Db,
  id: string,
  { payload, ...change }: EffectChange & { payload?: object },
) =>
  db
    .updateTable('side_effects')
    .set({ ...change, ...(payload && { payload: JSON.stringify(payload) }) })
    .where('id', '=', id)
    .execute()

/** Runs without a worker: queued and lost, or left by a crashed worker. */
export const listIdleRuns = (db: Db, now: Date) =>
  db
    .selectFrom('installation_runs')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where((on) =>
      on.or([
        on.and([
          on('leased_until', 'is', null),
          on('created_at', '<', new Date(now.getTime() - 20_000)),
        ]),
        on('leased_until', '<', now),
      ]),
    )
    .limit(100)
    .execute()
