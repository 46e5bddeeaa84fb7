import { sql, type Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { InstallationRuns, Installations, RunSteps, SideEffects } from '#db/types.gen.ts'
import type { Text } from '#lib/locale.ts'
import type { SettingValue } from '#modules/catalog/public.ts'
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
    'id' | 'store_id' | 'item_id' | 'release_id' | 'order_id' | 'granted'
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

type InstallationChange = Partial<
  Pick<InstallationRow, 'installed_at' | 'uninstalled_at' | 'release_id' | 'granted'>
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
  by: StartedBy
}
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

/** Undefined while another run of this installation is open. */
export async function insertRun(
  db: Db,
  { id, installationId, kind, target, toReleaseId, by }: NewRun,
  steps: NewStep[],
  at: Date,
): Promise<RunRow | undefined> {
  const run = await db
    .insertInto('installation_runs')
    .values({
      id,
      installation_id: installationId,
      kind,
      state: 'queued',
      created_at: at,
      started_by: by.kind,
      started_name: by.name ?? null,
      to_release_id: toReleaseId ?? null,
      ...(target && {
        from_release_id: target.fromReleaseId,
        to_release_id: target.toReleaseId,
        inputs: JSON.stringify(target.inputs),
        granted: target.granted,
        from_inputs: JSON.stringify(target.fromInputs),
      }),
    })
    .onConflict((conflict) =>
      conflict.column('installation_id').where('state', 'in', ['queued', 'running']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!run) return undefined
  await db
    .insertInto('run_steps')
    .values(
      steps.map((step, index) => ({
        run_id: run.id,
        position: index + 1,
        kind: step.kind,
        effect_id: step.effectId,
        title: JSON.stringify(step.title),
        state: 'waiting',
      })),
    )
    .execute()
  return run
}

/** Leases a run; undefined when it has ended or is leased. */
export const leaseRun = (db: Db, id: string, now: Date, until: Date) =>
  db
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
    .returningAll()
    .executeTakeFirst()

type HeldRun = Pick<RunRow, 'id' | 'tries'>

/** Updates the run only while the caller holds its lease. */
const held = (db: Db, run: HeldRun) =>
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

/** Lets the next worker take over. */
export const releaseRun = (db: Db, run: HeldRun) =>
  held(db, run).set({ leased_until: null }).execute()

/** Nobody takes the run before `until`; this try does not count. */
export const postponeRun = (db: Db, run: HeldRun, until: Date) =>
  held(db, run)
    .set({ leased_until: until, put_off: sql<number>`put_off + 1` })
    .execute()

/** False when another worker holds the run; the caller must change nothing. */
export async function finishRun(
  db: Db,
  run: HeldRun,
  state: 'succeeded' | 'failed',
  failure: string | null,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await held(db, run)
    .set({ state, failure, finished_at: at, leased_until: null })
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

export const setStep = (
  db: Db,
  runId: string,
  position: number,
  state: StepRow['state'],
  times: { started_at?: Date; finished_at?: Date },
) =>
  db
    .updateTable('run_steps')
    .set({ state, ...times })
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .execute()

export type NewSideEffect = Pick<
  SideEffectRow,
  'id' | 'installation_id' | 'position' | 'kind' | 'slot'
> &
  Partial<Pick<SideEffectRow, 'before_sha256' | 'others' | 'replaces' | 'place'>> & {
    payload: object
  }

export const insertSideEffects = (db: Db, rows: NewSideEffect[]) =>
  rows.length === 0
    ? Promise.resolve([])
    : db
        .insertInto('side_effects')
        .values(
          rows.map((row) => ({ ...row, payload: JSON.stringify(row.payload), state: 'planned' })),
        )
        .execute()

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

export const findSideEffect = (db: Db, id: string) =>
  db.selectFrom('side_effects').selectAll().where('id', '=', id).executeTakeFirst()

export const changeSideEffect = (
  db: Db,
  id: string,
  {
    payload,
    ...change
  }: Partial<
    Pick<
      SideEffectRow,
      'before_sha256' | 'after_sha256' | 'state' | 'applied_at' | 'reverted_at' | 'others' | 'place'
    >
  > & { payload?: object },
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
