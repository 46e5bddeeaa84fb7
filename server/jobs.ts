import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { JOB_NAMES, type JobName, type Jobs, type Services } from '#kernel/context.ts'
import { deleteEndedLimits } from '#kernel/rate-limits.ts'
import { rollUpFigures } from '#modules/analytics/public.ts'
import {
  checkScripts,
  deliverWebhook,
  findDueWebhooks,
  renewOldKeys,
  tidyAppCalls,
  tidyConnections,
  tidyWebhooks,
} from '#modules/apps/public.ts'
import { sweepUploads, turnMarketDay } from '#modules/catalog/public.ts'
import { closeMonths, noteEarnings } from '#modules/earnings/public.ts'
import { mailEndingTokens, purgeSignIns } from '#modules/identity/public.ts'
import {
  checkHealth,
  deleteEndedPreviews,
  endUses,
  findDueHealth,
  findDueMoves,
  findDueNotices,
  findIdleRuns,
  findLeavingSites,
  leaveSite,
  runInstallation,
  settleMove,
  tellOwner,
  updateAutomatically,
} from '#modules/installs/public.ts'
import { findWaitingMails, sendMail, tidyMails } from '#modules/mail/public.ts'
import { tidyStoreData, workOnStoreData } from '#modules/market/public.ts'
import { tidyContact } from '#modules/messaging/public.ts'
import {
  compareBooks,
  findCardsToForget,
  findIdleAttempts,
  findIdleRefunds,
  finishRefund,
  forgetCard,
  issueLateDocuments,
  tidyOrders,
  workOffAttempt,
} from '#modules/orders/public.ts'
import {
  checkSubmission,
  findDueChecks,
  findDueRollouts,
  recheckProofs,
  checkRollout,
  renewStandings,
  purgePictures,
} from '#modules/publishing/public.ts'
import { checkReviewLog } from '#modules/reviews/public.ts'
import { checkSiteProofs, lookAtSilentSites } from '#modules/stores/platforms/public.ts'
import { deleteExpired, sendConnectCode } from '#modules/stores/sessions/public.ts'
import { type InFlight, trackInFlight } from './in-flight.ts'
import { resealOldValues } from './sealing.ts'

/** A job's data is an id: whoever works it off reads the rows as they are then. */
const WORK: Record<JobName, (services: Services, id: string) => Promise<void>> = {
  'run-installation': runInstallation,
  'settle-attempt': workOffAttempt,
  'finish-refund': finishRefund,
  'forget-card': forgetCard,
  'send-mail': sendMail,
  'send-connect-code': sendConnectCode,
  'deliver-webhook': deliverWebhook,
  'tell-owner': tellOwner,
  'store-data': workOnStoreData,
  'check-submission': checkSubmission,
  'look-at-rollout': checkRollout,
  'check-health': checkHealth,
  'leave-site': leaveSite,
  'settle-move': settleMove,
}

export interface JobQueue {
  jobs: Jobs
  /** Begins to work jobs off in this process, and to look for forgotten ones. */
  work(services: Services): Promise<void>
  /** Finishes what is under way (at most 5 s). */
  stop(): Promise<void>
}

/**
 * Jobs that the sweep asks for again and again until their row has affected: of each row at most
 * one waits, and one that fails is not tried again by the queue, for the sweep does so, or the work
 * itself asks to come again sooner. The rows are what counts; such a job may be lost.
 */
const SWEPT: readonly JobName[] = [
  'run-installation',
  'settle-attempt',
  'finish-refund',
  'forget-card',
  'deliver-webhook',
  'tell-owner',
  'check-submission',
  'look-at-rollout',
  'check-health',
  'leave-site',
  'settle-move',
]
const queueOf = (name: JobName) => ({
  notify: true,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 300,
  retentionSeconds: 14 * 86_400,
  ...(SWEPT.includes(name)
    ? { policy: 'short', retryLimit: 0 }
    : { policy: 'standard', retryLimit: 8 }),
})

export const SWEEP_SECONDS = 10
/**
 * Jobs of one kind that a process works on at the same time; installing mostly waits for platforms,
 * and one that is slow must not hold the others up.
 */
const HANDS = 4
const MORE_HANDS: Partial<Record<JobName, number>> = {
  'run-installation': 12,
  'check-submission': 1,
}
const HOUSEKEEPING_SECONDS = 3600
/**
 * How long a stopping process waits for the step of a round that is under way; the next process
 * makes the round anew.
 */
const ROUNDS_END_MS = 3_000

interface JobOptions {
  databaseUrl: string
  log: Logger
  migrate?: boolean
  inFlight?: InFlight
}

export async function openJobs({
  databaseUrl,
  log,
  migrate = false,
  inFlight = trackInFlight(),
}: JobOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    application_name: 'arasta-jobs',
    max: 4,
    migrate,
    supervise: !migrate,
    schedule: false,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.error({ error }, 'job queue'))
  await boss.start()
  if (migrate) {
    for (const name of JOB_NAMES) {
      const wanted = queueOf(name)
      const there = await boss.getQueue(name)
      if (there?.policy === wanted.policy) continue
      // A queue keeps its policy for ever; what waited in the old one is found by the sweep.
      if (there) await boss.deleteQueue(name)
      await boss.createQueue(name, wanted)
    }
  }
  const timers: NodeJS.Timeout[] = []
  const rounds = { log, inFlight }

  async function workOff(name: JobName, services: Services): Promise<void> {
    const worker: { id?: string } = {}
    worker.id = await boss.work<{ id: string }>(
      name,
      { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 },
      async ([job]) => {
        if (!job) return
        try {
          await WORK[name](services, job.data.id)
        } catch (error) {
          log.warn({ error, job: name, id: job.data.id }, 'job will be tried again')
          throw error
        } finally {
          // Looks for the next at once: after an outage many wait, and one every five seconds would
          // never see the end of them.
          if (worker.id !== undefined) boss.notifyWorker(worker.id)
        }
      },
    )
  }

  return {
    jobs: {
      async enqueue(trx, job, data, afterSeconds = 0) {
        await boss.send(job, data, {
          db: fromKysely(trx),
          ...(SWEPT.includes(job) && { singletonKey: data.id }),
          ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
        })
      },
    },
    async work(services) {
      for (const name of JOB_NAMES)
        for (let hand = 0; hand < (MORE_HANDS[name] ?? HANDS); hand += 1)
          await workOff(name, services)
      timers.push(setInterval(() => void sweep(services, rounds), SWEEP_SECONDS * 1000))
      timers.push(
        setInterval(() => void each(services, rounds, HOUSEKEEPING), HOUSEKEEPING_SECONDS * 1000),
      )
      await sweep(services, rounds)
      await turnMarketDay(services).catch((error) => log.error({ error }, 'market day'))
      // Not waited for: a gateway that is slow, or a long log, holds no start up.
      void inFlight.track(
        compareBooks(services).catch((error) => log.error({ error }, 'comparing the books')),
      )
      void inFlight.track(
        resealOldValues(services).catch((error) =>
          log.error({ error }, 'encrypting with the current key'),
        ),
      )
      void inFlight.track(
        checkReviewLog(services).catch((error) => log.error({ error }, 'log of reviews')),
      )
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await inFlight.stop(ROUNDS_END_MS)
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/**
 * The completer: work whose worker died, and payments whose end nobody has told us, are taken up
 * again.
 */
const SWEEP: readonly (readonly [JobName, (services: Services) => Promise<string[]>])[] = [
  ['run-installation', findIdleRuns],
  ['settle-attempt', findIdleAttempts],
  ['finish-refund', findIdleRefunds],
  ['forget-card', findCardsToForget],
  ['deliver-webhook', findDueWebhooks],
  ['tell-owner', findDueNotices],
  ['send-mail', findWaitingMails],
  ['check-submission', findDueChecks],
  ['look-at-rollout', findDueRollouts],
  ['check-health', findDueHealth],
  ['leave-site', findLeavingSites],
  ['settle-move', findDueMoves],
]

/** What is due once an hour: ends what is over, and looks after what nobody asks for. */
const HOUSEKEEPING: readonly ((services: Services) => Promise<unknown>)[] = [
  ({ db, clock }) => deleteExpired(db, clock.now()),
  tidyOrders,
  tidyAppCalls,
  tidyWebhooks,
  renewOldKeys,
  tidyConnections,
  checkScripts,
  endUses,
  issueLateDocuments,
  tidyMails,
  tidyContact,
  resealOldValues,
  ({ db, clock }) => deleteEndedPreviews(db, clock.now()),
  sweepUploads,
  checkSiteProofs,
  lookAtSilentSites,
  ({ db, clock }) => deleteEndedLimits(db, clock.now()),
  turnMarketDay,
  compareBooks,
  checkReviewLog,
  purgeSignIns,
  tidyStoreData,
  mailEndingTokens,
  recheckProofs,
  purgePictures,
  closeMonths,
]

interface Rounds {
  log: Logger
  inFlight: InFlight
}

/**
 * One that fails (a platform that is down, a gateway that is slow) keeps none of the others from
 * its work.
 */
async function each(
  services: Services,
  { log, inFlight }: Rounds,
  work: readonly ((services: Services) => Promise<unknown>)[],
): Promise<void> {
  for (const step of work) {
    if (inFlight.stopping) return
    await inFlight
      .track(step(services))
      .catch((error: unknown) => log.error({ error }, 'housekeeping'))
  }
}

const sweep = (services: Services, rounds: Rounds): Promise<void> =>
  each(services, rounds, [
    ...SWEEP.map(([job, find]) => async () => {
      for (const id of await find(services)) await services.jobs.enqueue(services.db, job, { id })
    }),
    updateAutomatically,
    rollUpFigures,
    noteEarnings,
    renewStandings,
  ])
