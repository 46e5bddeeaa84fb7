import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  countInstall,
  findInstalledRelease,
  findStop,
  findStopFirmly,
} from '#modules/catalog/public.ts'
import {
  ConnectorFailure,
  connectorOf,
  forgottenConnector,
} from '#modules/stores/platforms/public.ts'
import {
  changeSideEffect,
  findInstallationById,
  finishRun,
  insertRun,
  leaseRun,
  listSideEffects,
  listSteps,
  putRunOff,
  releaseRun,
  renewLease,
  setInstallationState,
  setStep,
  type InstallationRow,
  type NewStep,
  type RunRow,
  type StepRow,
} from './data.ts'
import { askBefore, noteRunEnded } from './health/store-health.ts'
import { holdOn } from './hold-on.ts'
import { noteForOwner } from './notices/note-for-owner.ts'
import { CheckFailed, doStepOnStore, type Work } from './run-steps.ts'
import { LEASE_SECONDS, MAX_PUT_OFF, MAX_TRIES, pauseSeconds, RENEWAL_SECONDS } from './rules.ts'
import { STEP_TITLES } from './step-titles.ts'

/**
 * Works a run off, step by step (D12). Killed anywhere, it is taken up again where it was: every
 * step is idempotent and marked when it is done. Throws on a temporary failure so that the queue
 * tries again; after `MAX_TRIES` an install or an update is taken back and the owner told.
 */
export async function runInstallation(services: Services, runId: string): Promise<void> {
  const now = services.clock.now()
  const run = await leaseRun(services.db, runId, now, secondsAfter(now, LEASE_SECONDS))
  if (!run) return
  const installation = await findInstallationById(services.db, run.installation_id)
  // An update brings its own release; to take it back, the one that is still the installation's
  // must be there again.
  const releaseId = run.kind === 'update' ? run.to_release_id : installation?.release_id
  const release = releaseId ? await findInstalledRelease(services, releaseId) : null
  if (!installation) throw new Error(`run ${runId} is of no installation`)
  try {
    const work: Work = {
      services,
      run,
      installation,
      release,
      connector: await connectorOf(services, installation.store_id),
    }
    await askBefore(work)
    for (const step of await listSteps(services.db, run.id))
      if (step.state !== 'done') await doStep(work, step)
    // The history says that nobody was asked there.
    await succeed(work, work.connector === forgottenConnector ? 'installs.site_gone' : null)
  } catch (error) {
    await fail({ services, run, installation, release }, error).catch((later: unknown) => {
      if (!(later instanceof LeaseLost)) throw later
    })
  }
}

/** Runs that bring a release to a store. */
const BRINGS = ['install', 'update']

/** Somebody else took the run up because we were too slow: their work is not disturbed. */
class LeaseLost extends Error {}

async function doStep(work: Work, step: StepRow): Promise<void> {
  const { services, run } = work
  const renew = () =>
    renewLease(services.db, run, secondsAfter(services.clock.now(), LEASE_SECONDS))
  if (!(await renew())) throw new LeaseLost()
  // What was begun before the market stopped the item goes no further and is taken back.
  if (BRINGS.includes(run.kind) && (await findStop(services.db, work.installation.item_id)))
    throw new CheckFailed('installs.stopped')
  await setStep(services.db, run.id, step.position, 'running', {
    started_at: step.started_at ?? services.clock.now(),
  })
  // One that cannot be renewed runs out: then somebody else takes the run up, and this one hears of
  // it at its next step.
  await holdOn(
    () =>
      renew().catch((error: unknown) =>
        services.log.warn({ error, run: run.id }, 'a hold was not renewed'),
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
    // Stopped while the last step was done: it counts as never there, and who stopped it is told of
    // no store too few.
    if (BRINGS.includes(run.kind) && (await findStopFirmly(trx, installation.item_id)))
      throw new CheckFailed('installs.stopped')
    await noteRunEnded(trx, run.id, true, now)
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
        return tellUpdated(services, trx, run, installation)
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

/** An app that is not told of updates may still want to know what it may do. */
async function tellUpdated(
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
  // With the release it had before it is a run that gives or takes rights.
  if (isSameRelease || before !== after)
    await services.notifyApp(services, trx, {
      type: 'app.permissions_changed',
      installationId: installation.id,
      data: { before: installation.granted },
    })
}

/** Failures that the owner reads as they are. */
const OWN_WORDS = ['installs.changed_on_store', 'installs.stopped']

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
    run.put_off < MAX_PUT_OFF
  )
    return comeLater(services, run, error.retryAfter)
  if (temporary && run.tries - run.put_off < MAX_TRIES) {
    await releaseRun(services.db, run)
    // The sweep would find it too; a shop that was away for a second is not kept waiting for that.
    await services.jobs.enqueue(
      services.db,
      'run-installation',
      { id: run.id },
      2 ** (run.tries - run.put_off - 1),
    )
    throw error
  }
  services.log.error({ error, run: run.id, kind: run.kind }, 'a run was given up')
  const now = services.clock.now()
  const code =
    error instanceof CheckFailed && OWN_WORDS.includes(error.code)
      ? error.code
      : error instanceof ConnectorFailure && error.kind !== 'refused'
        ? 'installs.store_unreachable'
        : (FAILURES[run.kind] ?? 'installs.uninstall_failed')
  await inTransaction(services, async (trx) => {
    if (!(await finishRun(trx, run, 'failed', code, now))) throw new LeaseLost()
    await noteRunEnded(trx, run.id, false, now)
    if (run.kind !== 'install' && run.kind !== 'update') {
      await setInstallationState(trx, installation.id, 'needs_action', now)
      return
    }
    if (run.kind === 'update' && run.started_by === 'automatic' && release) {
      await noteForOwner(services, trx, installation.store_id, {
        kind: 'update_failed',
        runId: run.id,
        facts: {
          installationId: installation.id,
          itemId: installation.item_id,
          version: release.version,
        },
      })
    }
    // What cannot be finished is taken back: one installed version or none, the new one whole or
    // the old one.
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

/** The platform has said when to ask again: that is no failure, and until then nobody asks. */
async function comeLater(services: Services, run: RunRow, retryAfter: number): Promise<void> {
  const seconds = pauseSeconds(retryAfter, Math.random())
  await putRunOff(services.db, run, secondsAfter(services.clock.now(), seconds))
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
    title: (effect.payload as { title: NewStep['title'] }).title,
  }))
  return [...steps, { kind: 'check', effectId: null, title: STEP_TITLES.checkGone }]
}

/**
 * The way back of an update, from its own steps: what came goes, what took a place gives it back,
 * what went comes again. The old effects count as planned meanwhile, whatever is on the store: so
 * an uninstall after a failed way back leaves none of either.
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
