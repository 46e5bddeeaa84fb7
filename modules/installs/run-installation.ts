import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { Db } from '#db/client.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import {
  countInstall,
  findInstalledRelease,
  findStop,
  lockAndFindStop,
} from '#modules/catalog/public.ts'
import {
  ConnectorFailure,
  connectorOf,
  abandonedConnector,
} from '#modules/stores/platforms/public.ts'
import {
  type InstallationRow,
  type NewStep,
  type RunRow,
  type StepRow,
  changeSideEffect,
  findInstallationById,
  finishRun,
  insertRun,
  leaseRun,
  listSideEffects,
  listSteps,
  postponeRun,
  releaseRun,
  renewLease,
  setInstallationState,
  setStep,
} from './data.ts'
import { probeBeforeRun, recordRunEnd } from './store-health.ts'
import { recordOwnerNotice } from './owner-notices.ts'
import { payloadOf } from './ledger.ts'
import { CheckFailed, STEP_TITLES, type Work, doStepOnStore } from './run-steps.ts'
import {
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
  const installation = await findInstallationById(services.db, run.installation_id)
  // An update needs its own release; reversing it needs the release that is still installed.
  const releaseId = run.kind === 'update' ? run.to_release_id : installation?.release_id
  const release = releaseId ? await findInstalledRelease(services, releaseId) : null
  if (!installation) throw new Error(`Run ${runId} has no installation`)
  try {
    const work: Work = {
      services,
      run,
      installation,
      release,
      connector: await connectorOf(services, installation.store_id),
    }
    await probeBeforeRun(work)
    for (const step of await listSteps(services.db, run.id))
      if (step.state !== 'done') await doStep(work, step)
    // The history shows that the site was not called.
    await succeed(work, work.connector === abandonedConnector ? 'installs.site_gone' : null)
  } catch (error) {
    await fail({ services, run, installation, release }, error).catch((later: unknown) => {
      if (!(later instanceof LeaseLost)) throw later
    })
  }
}

/** Runs that bring a release to a store. */
const DEPLOYING_RUNS = ['install', 'update']

/** Another worker took over the lease; stop without touching its work. */
class LeaseLost extends Error {}

async function doStep(work: Work, step: StepRow): Promise<void> {
  const { services, run } = work
  const renew = () =>
    renewLease(services.db, run, secondsAfter(services.clock.now(), LEASE_SECONDS))
  if (!(await renew())) throw new LeaseLost()
  // A run that started before the market stopped the item ends here and is reversed.
  if (DEPLOYING_RUNS.includes(run.kind) && (await findStop(services.db, work.installation.item_id)))
    throw new CheckFailed('installs.stopped')
  await setStep(services.db, run.id, step.position, 'running', {
    started_at: step.started_at ?? services.clock.now(),
  })
  // A lease that cannot be renewed expires; this worker notices at its next step.
  await withLeaseRenewal(
    () =>
      renew().catch((error: unknown) =>
        services.log.warn({ error, run: run.id }, 'lease renewal failed'),
      ),
    RENEWAL_SECONDS * 1000,
    () => doStepOnStore(work, step),
  )
  await setStep(services.db, run.id, step.position, 'done', { finished_at: services.clock.now() })
}

async function succeed(
  { services, run, installation }: Pick<Work, 'services' | 'run' | 'installation'>,
  notice: string | null,
): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    if (!(await finishRun(trx, run, 'succeeded', notice, now))) throw new LeaseLost()
    // Stopped during the last step: it counts as never installed, so that the list of affected
    // stores is complete.
    if (DEPLOYING_RUNS.includes(run.kind) && (await lockAndFindStop(trx, installation.item_id)))
      throw new CheckFailed('installs.stopped')
    await recordRunEnd(trx, run.id, true, now)
    switch (run.kind) {
      case 'install':
        await setInstallationState(trx, installation.id, 'installed', now, { installed_at: now })
        await countInstall(trx, installation.item_id, 1)
        return services.notifyApp(services, trx, {
          type: 'app.installed',
          installationId: installation.id,
        })
      case 'update':
        await setInstallationState(trx, installation.id, 'installed', now, {
          ...(run.to_release_id !== null && { release_id: run.to_release_id }),
          ...(run.granted && { granted: run.granted }),
          ...(run.inputs !== null && { inputs: run.inputs as object }),
        })
        return notifyUpdated(services, trx, run, installation)
      case 'restore':
      case 'resume':
      case 'repair':
        return setInstallationState(trx, installation.id, 'installed', now)
      case 'pause':
        return setInstallationState(trx, installation.id, 'paused', now)
      default:
        await setInstallationState(trx, installation.id, 'uninstalled', now, {
          uninstalled_at: now,
        })
        if (!installation.installed_at) return
        await countInstall(trx, installation.item_id, -1)
        await services.notifyApp(services, trx, {
          type: 'app.uninstalled',
          installationId: installation.id,
          data: { keep_data: installation.keep_data },
        })
        if (!installation.keep_data)
          await services.notifyApp(services, trx, {
            type: 'store.erase',
            installationId: installation.id,
            data: { why: 'uninstalled' },
          })
    }
  })
}

/** Apps that do not subscribe to updates may still need to know their permissions. */
async function notifyUpdated(
  services: Services,
  trx: Db,
  run: RunRow,
  installation: InstallationRow,
): Promise<void> {
  const isSameRelease = run.to_release_id === run.from_release_id
  if (!isSameRelease)
    await services.notifyApp(services, trx, {
      type: 'app.updated',
      installationId: installation.id,
    })
  const [before, after] = [installation.granted, run.granted ?? installation.granted].map((list) =>
    list.toSorted().join(),
  ) as [string, string]
  // With the same release, the run changes rights.
  if (isSameRelease || before !== after)
    await services.notifyApp(services, trx, {
      type: 'app.permissions_changed',
      installationId: installation.id,
      data: { before: installation.granted },
    })
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

async function fail(
  { services, run, installation, release }: Omit<Work, 'connector'>,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLost) return
  if (error instanceof CheckFailed && error.code === 'installs.changed_meanwhile')
    return succeed({ services, run, installation }, error.code)
  const temporary =
    error instanceof ConnectorFailure ? error.kind !== 'refused' : !(error instanceof CheckFailed)
  if (
    error instanceof ConnectorFailure &&
    error.retryAfter !== undefined &&
    run.put_off < MAX_POSTPONEMENTS
  )
    return retryLater(services, run, error.retryAfter)
  if (temporary && run.tries - run.put_off < MAX_TRIES) {
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
        : (FAILURES[run.kind] ?? 'installs.uninstall_failed')
  await inTransaction(services, async (trx) => {
    if (!(await finishRun(trx, run, 'failed', code, now))) throw new LeaseLost()
    await recordRunEnd(trx, run.id, false, now)
    if (run.kind !== 'install' && run.kind !== 'update') {
      await setInstallationState(trx, installation.id, 'needs_action', now)
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
