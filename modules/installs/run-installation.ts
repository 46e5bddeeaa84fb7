import { finishApprovals } from './approvals.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { counter } from '#lib/telemetry.ts'
import type { Db } from '#db/client.ts'
import { type AppNews, type Services, inTransaction } from '#kernel/context.ts'
import { countInstall, findStop, lockAndFindStop } from '#modules/catalog/public.ts'
import {
  ConnectorFailure,
  connectorOf,
  abandonedConnector,
} from '#modules/stores/platforms/public.ts'
import {
  type InstallationChange,
  type InstallationRow,
  type NewStep,
  type RunRow,
  advanceRun,
  changeSideEffect,
  findWork,
  finishFailed,
  finishSucceeded,
  insertRun,
  leaseRun,
  listSideEffects,
  listSteps,
  postponeRun,
  releaseRun,
  renewLease,
  setInstallationState,
} from './data.ts'
import { FIRST_CHECK_SECONDS, probeBeforeRun, recordFailedRun } from './store-health.ts'
import { continueOrder } from './install-with-payment.ts'
import { recordOwnerNotice } from './owner-notices.ts'
import { payloadOf } from './ledger.ts'
import {
  CheckFailed,
  type EffectChanges,
  STEP_TITLES,
  type Work,
  doStepOnStore,
  findEarlierState,
  keepInMind,
} from './run-steps.ts'
import {
  type InstallationState,
  LEASE_SECONDS,
  MAX_POSTPONEMENTS,
  MAX_TRIES,
  RENEWAL_SECONDS,
  pauseSeconds,
} from './rules.ts'

/**
 * Executes the remaining steps of an installation run (D12). Safe to call again after a crash:
 * steps are idempotent and recorded when done. Throws on temporary failures so that the queue
 * retries; after `MAX_TRIES` an install or update is reversed and the owner sees the failure.
 */
export async function runInstallation(services: Services, runId: string): Promise<void> {
  const now = services.clock.now()
  const run = await leaseRun(services.db, runId, now, secondsAfter(now, LEASE_SECONDS))
  if (!run) return
  // Read after the lease: nobody else changes steps and ledger while it is held.
  const found = await findWork(services.db, run)
  if (!found) throw new Error(`Run ${runId} has no installation`)
  const { steps, effects, release, is_stopped: isStopped, ...installation } = found
  try {
    const work: Work = {
      services,
      run,
      installation,
      steps,
      effects,
      release,
      connector: await connectorOf(services, installation.store_id),
    }
    await probeBeforeRun(work)
    const last = await doSteps(work, isStopped)
    // The history shows that the site was not called.
    await succeed(work, work.connector === abandonedConnector ? 'installs.site_gone' : null, last)
  } catch (error) {
    await fail({ services, run, installation, release }, error).catch((later: unknown) => {
      if (!(later instanceof LeaseLost)) throw later
    })
  }
}

const endedRuns = counter(
  'arasta.installation.runs',
  'Runs of installations that ended, and those that are tried again.',
  ['install', 'update', 'uninstall'].flatMap((kind) =>
    ['done', 'failed', 'again'].map((outcome) => ({
      'arasta.run': kind,
      'arasta.outcome': outcome,
    })),
  ),
)

/** Runs that bring a release to a store. */
const DEPLOYING_RUNS = ['install', 'update']
/** With whose end the next item of an order may be installed. */
const INSTALLING_RUNS = ['install', 'undo']

/** Another worker took over the lease; stop without touching its work. */
class LeaseLost extends Error {}

/**
 * Does the steps that are left. The outcome of each is recorded, at the latest, before the next one
 * touches the store. Returns the position of the last one, whose outcome is recorded with the
 * run's.
 */
async function doSteps(work: Work, isStopped: boolean): Promise<number | null> {
  const left = work.steps.filter((step) => step.state !== 'done')
  let done: number | null = null
  let outcome: EffectChanges = new Map()
  // The lease has already marked the first one as running.
  let advanced = { isHeld: true, isStopped }
  for (const step of left) {
    const before = await findEarlierState(work, step)
    if (done !== null || before.size > 0) {
      const effects = new Map([...outcome, ...before])
      const now = work.services.clock.now()
      advanced = await advanceRun(work.services.db, work.run, {
        done,
        start: step.position,
        effects,
        itemId: work.installation.item_id,
        now,
        until: secondsAfter(now, LEASE_SECONDS),
      })
      keepInMind(work, effects)
    }
    if (!advanced.isHeld) throw new LeaseLost()
    // A run that started before the market stopped the item ends here and is reversed.
    if (DEPLOYING_RUNS.includes(work.run.kind) && advanced.isStopped)
      throw new CheckFailed('installs.stopped')
    outcome = await withLeaseKept(work, () => doStepOnStore(work, step))
    done = step.position
  }
  return done
}

/** A lease that cannot be renewed expires; this worker notices at its next step. */
const withLeaseKept = <T>({ services, run }: Work, work: () => Promise<T>): Promise<T> =>
  withLeaseRenewal(
    () =>
      renewLease(services.db, run, secondsAfter(services.clock.now(), LEASE_SECONDS)).catch(
        (error: unknown) => services.log.warn({ error, run: run.id }, 'lease renewal failed'),
      ),
    RENEWAL_SECONDS * 1000,
    work,
  )

async function succeed(
  { services, run, installation, release }: Omit<Work, 'connector' | 'steps' | 'effects'>,
  notice: string | null,
  done: number | null,
): Promise<void> {
  const now = services.clock.now()
  const isDeploying = DEPLOYING_RUNS.includes(run.kind)
  const end = {
    done,
    notice,
    state:
      run.kind === 'install' && installation.draft
        ? 'paused'
        : (STATE_AFTER_RUN[run.kind] ?? 'uninstalled'),
    change: changeAfterRun(run, now),
    now,
    checkAt: secondsAfter(now, FIRST_CHECK_SECONDS),
  } as const
  // Apps without an address are not notified of anything.
  const notify = (trx: Db, news: AppNews) =>
    release && !release.has_webhooks ? undefined : services.notifyApp(services, trx, news)
  const notifyOf = (trx: Db, type: AppNews['type'], data?: AppNews['data']) =>
    notify(trx, { type, installationId: installation.id, ...(data && { data }) })
  await inTransaction(services, async (trx) => {
    if (!(await finishSucceeded(trx, run, end))) throw new LeaseLost()
    if (run.kind === 'install') {
      await notifyOf(trx, 'app.installed')
      await countInstall(trx, installation.item_id, 1)
      await finishApprovals(services, trx, {
        storeId: installation.store_id,
        itemId: installation.item_id,
      })
    } else if (run.kind === 'update') await notifyUpdated(trx, notifyOf, run, installation)
    else if (end.state === 'uninstalled' && installation.installed_at) {
      await countInstall(trx, installation.item_id, -1)
      await notifyOf(trx, 'app.uninstalled', { keep_data: installation.keep_data })
      if (!installation.keep_data) await notifyOf(trx, 'store.erase', { why: 'uninstalled' })
    }
    if (INSTALLING_RUNS.includes(run.kind))
      await continueOrder(services, trx, installation.order_id)
    // Stopped during the last step: it counts as never installed, so that the list of affected
    // stores is complete. Last, because the item is locked from here on; counting an install locks it, too.
    const stop = run.kind === 'install' ? findStop : lockAndFindStop
    if (isDeploying && (await stop(trx, installation.item_id)))
      throw new CheckFailed('installs.stopped')
  })
  endedRuns({ 'arasta.run': run.kind, 'arasta.outcome': 'done' })
}

/** All others remove the item. */
const STATE_AFTER_RUN: Readonly<Record<string, InstallationState>> = {
  install: 'installed',
  update: 'installed',
  restore: 'installed',
  resume: 'installed',
  repair: 'installed',
  pause: 'paused',
}

function changeAfterRun(run: RunRow, now: Date): InstallationChange {
  if (run.kind === 'install') return { installed_at: now }
  if (run.kind === 'update')
    return {
      ...(run.to_release_id !== null && { release_id: run.to_release_id }),
      ...(run.granted && { granted: run.granted }),
      ...(run.inputs !== null && { inputs: run.inputs as object }),
    }
  if (run.kind === 'resume') return { draft: false }
  if (run.kind === 'pause' && run.purpose === 'live_theme') return { draft: true }
  return run.kind in STATE_AFTER_RUN ? {} : { uninstalled_at: now }
}

/** Apps that do not subscribe to updates may still need to know their permissions. */
async function notifyUpdated(
  trx: Db,
  notifyOf: (trx: Db, type: AppNews['type'], data?: AppNews['data']) => Promise<void> | undefined,
  run: RunRow,
  installation: InstallationRow,
): Promise<void> {
  // The shop has the same version with the same rights, as before.
  if (run.purpose === 'live_theme') return
  if (run.purpose === 'settings') return notifyOf(trx, 'app.settings_changed')
  const isSameRelease = run.to_release_id === run.from_release_id
  if (!isSameRelease) await notifyOf(trx, 'app.updated')
  const [before, after] = [installation.granted, run.granted ?? installation.granted].map((list) =>
    list.toSorted().join(),
  ) as [string, string]
  // With the same release, the run changes rights.
  if (isSameRelease || before !== after)
    await notifyOf(trx, 'app.permissions_changed', { before: installation.granted })
}

/** Failures that are shown to the owner as they are. */
const OWNER_FACING_FAILURES = ['installs.changed_on_store', 'installs.stopped']

const FAILURES: Record<string, string> = {
  install: 'installs.failed',
  update: 'installs.update_failed',
  restore: 'installs.restore_failed',
  pause: 'installs.pause_failed',
  resume: 'installs.resume_failed',
  repair: 'installs.repair_failed',
}

/** Of updates that stay on their release. */
const FAILURES_OF_PURPOSE: Record<string, string> = {
  settings: 'installs.settings_failed',
  live_theme: 'installs.live_theme_failed',
}

const failureOf = ({ kind, purpose }: RunRow): string =>
  FAILURES_OF_PURPOSE[purpose ?? ''] ?? FAILURES[kind] ?? 'installs.uninstall_failed'

async function fail(
  { services, run, installation, release }: Omit<Work, 'connector' | 'steps' | 'effects'>,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLost) return
  if (error instanceof CheckFailed && error.code === 'installs.changed_meanwhile')
    return succeed({ services, run, installation, release }, error.code, null)
  const temporary =
    error instanceof ConnectorFailure ? error.kind !== 'refused' : !(error instanceof CheckFailed)
  if (
    error instanceof ConnectorFailure &&
    error.retryAfter !== undefined &&
    run.put_off < MAX_POSTPONEMENTS
  )
    return retryLater(services, run, error.retryAfter)
  if (temporary && run.tries - run.put_off < MAX_TRIES) {
    endedRuns({ 'arasta.run': run.kind, 'arasta.outcome': 'again' })
    await releaseRun(services.db, run)
    // The recovery job would find it too, but later than a short outage needs.
    await services.jobs.enqueue(
      services.db,
      'run-installation',
      { id: run.id },
      2 ** (run.tries - run.put_off - 1),
    )
    throw error
  }
  services.log.error({ error, run: run.id, kind: run.kind }, 'run given up')
  const now = services.clock.now()
  const code =
    error instanceof CheckFailed && OWNER_FACING_FAILURES.includes(error.code)
      ? error.code
      : error instanceof ConnectorFailure && error.kind !== 'refused'
        ? 'installs.store_unreachable'
        : failureOf(run)
  await inTransaction(services, async (trx) => {
    if (!(await finishFailed(trx, run, code, now))) throw new LeaseLost()
    await recordFailedRun(trx, run.id, now)
    if (run.kind !== 'install' && run.kind !== 'update') {
      await setInstallationState(trx, installation.id, 'needs_action', now)
      if (run.kind === 'undo') await continueOrder(services, trx, installation.order_id)
      return
    }
    if (run.kind === 'update' && run.started_by === 'automatic' && release) {
      await recordOwnerNotice(services, trx, installation.store_id, {
        kind: 'update_failed',
        runId: run.id,
        facts: {
          installationId: installation.id,
          itemId: installation.item_id,
          version: release.version,
        },
      })
    }
    // Reverse what cannot be finished: the store has one whole version or none.
    const back =
      run.kind === 'install' ? await undoOf(trx, installation.id) : await restoreOf(trx, run.id)
    const kind = run.kind === 'install' ? 'undo' : 'restore'
    const next = await insertRun(
      trx,
      { id: newId('run'), installationId: installation.id, kind, by: { kind: 'market' } },
      back,
      now,
    )
    await setInstallationState(
      trx,
      installation.id,
      kind === 'undo' ? 'uninstalling' : 'updating',
      now,
    )
    if (next) await services.jobs.enqueue(trx, 'run-installation', { id: next.id })
  })
  endedRuns({ 'arasta.run': run.kind, 'arasta.outcome': 'failed' })
}

/** The platform named a time: that is no failure, and nobody calls it before. */
async function retryLater(services: Services, run: RunRow, retryAfter: number): Promise<void> {
  const seconds = pauseSeconds(retryAfter, Math.random())
  await postponeRun(services.db, run, secondsAfter(services.clock.now(), seconds))
  await services.jobs.enqueue(
    services.db,
    'run-installation',
    { id: run.id },
    Math.ceil(seconds) + 1,
  )
}

async function undoOf(trx: Db, installationId: string): Promise<NewStep[]> {
  const steps = (await listSideEffects(trx, installationId)).reverse().map((effect): NewStep => ({
    kind: 'revert',
    effectId: effect.id,
    title: payloadOf(effect).title,
  }))
  return [...steps, { kind: 'check', effectId: null, title: STEP_TITLES.checkGone }]
}

/**
 * Reverses an update from its own steps: removes what was added, puts back what was replaced or
 * removed. The old effects count as planned meanwhile, so that an uninstall after a failed restore
 * removes both.
 */
async function restoreOf(trx: Db, updateRunId: string): Promise<NewStep[]> {
  const done = (await listSteps(trx, updateRunId)).reverse()
  const steps: NewStep[] = [{ kind: 'package', effectId: null, title: STEP_TITLES.package }]
  for (const { kind, effect_id: effectId, title } of done) {
    if (effectId === null) continue
    const effect = await trx
      .selectFrom('side_effects')
      .select('replaces')
      .where('id', '=', effectId)
      .executeTakeFirstOrThrow()
    const old = kind === 'revert' ? effectId : effect.replaces
    if (old !== null) await changeSideEffect(trx, old, { state: 'planned' })
    steps.push({
      kind: kind === 'revert' ? 'apply' : effect.replaces === null ? 'revert' : 'restore',
      effectId,
      title: title as NewStep['title'],
    })
  }
  return [...steps, { kind: 'check', effectId: null, title: STEP_TITLES.checkOld }]
}

/**
 * Renews the lease while the work runs, so that a crashed worker blocks the run for one lease at
 * most. Waits for a renewal in progress, so that none happens after the result. `renew` never
 * rejects.
 */
export async function withLeaseRenewal<T>(
  renew: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  let renewing: Promise<unknown> | null = null
  const timer = setInterval(() => {
    renewing ??= renew().finally(() => {
      renewing = null
    })
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await renewing
  }
}
