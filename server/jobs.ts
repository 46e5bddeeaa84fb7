import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss, fromKysely, type JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import { type Db, NamingClient } from '#db/client.ts'
import { JOB_NAMES, type JobName, type Jobs, type Services } from '#kernel/context.ts'
import { purgeRateLimits } from '#kernel/rate-limits.ts'
import { purgeSearchTerms, renewMedians, rollUpFigures } from '#modules/analytics/public.ts'
import {
  checkScripts,
  deliverWebhook,
  findDueWebhooks,
  findDueReplays,
  findOpenReplays,
  renewOldKeys,
  purgeAppCallNonces,
  purgeConnections,
  purgeWebhooks,
  replayWebhooks,
} from '#modules/apps/public.ts'
import {
  advanceSubscription,
  findDueSubscriptions,
  findMovingClocks,
  moveTestClock,
} from '#modules/billing/public.ts'
import { purgeUploads, turnMarketDay } from '#modules/catalog/public.ts'
import {
  checkLedger,
  checkPayoutAccount,
  closeMonths,
  findDueConnections,
  findDueReversals,
  findDueTransfers,
  recordEarnings,
  releaseHolds,
  takeBackPayout,
  transferPayout,
} from '#modules/earnings/public.ts'
import { mailEndingTokens, purgeSignIns } from '#modules/identity/public.ts'
import {
  changeTheme,
  checkHealth,
  findDueThemes,
  purgeEndedPreviews,
  endUses,
  findDueHealth,
  findDueMoves,
  findDueNotices,
  findIdleRuns,
  findDisconnectingSites,
  followSubscription,
  findDueInstalls,
  findDueLooks,
  followSubscriptions,
  installPaidItem,
  lookAtShop,
  purgeApprovals,
  purgePlannedInstalls,
  purgePreviewLinks,
  purgeShopLooks,
  purgeVisits,
  processDisconnect,
  runInstallation,
  settleMove,
  sendOwnerNotice,
  tellOfSavedItems,
  updateAutomatically,
} from '#modules/installs/public.ts'
import { findWaitingMails, sendMail, purgeMails } from '#modules/mail/public.ts'
import {
  findDueExports,
  findDueInboxSummaries,
  findDueRuns,
  makeExport,
  processStoreDataRequest,
  purgeBulkRuns,
  purgeExports,
  purgeInboxMarks,
  purgeStoreData,
  runBulk,
  sendInboxSummary,
} from '#modules/market/public.ts'
import { purgeContact } from '#modules/messaging/public.ts'
import {
  checkVatId,
  findDueVatChecks,
  findIdleAttempts,
  expireOrders,
  compareLedgers,
  findCardsToDelete,
  findIdleCardSetups,
  findIdleRefunds,
  settleCardSetup,
  finishRefund,
  deleteCardAtGateway,
  issueLateDocuments,
  passEntitlements,
  processAttempt,
} from '#modules/orders/public.ts'
import {
  checkSubmission,
  findDueChecks,
  findDueReleases,
  findDueTrials,
  publishScheduled,
  runSubmissionTrial,
  findDueRollouts,
  purgeApplications,
  purgePartnerEvents,
  recheckProofs,
  rescanPackages,
  checkRollout,
  renewStandings,
  purgePictures,
} from '#modules/publishing/public.ts'
import { checkReviewLog } from '#modules/reviews/public.ts'
import { refreshPlatformKeys } from '#modules/stores/platforms/platform-keys.ts'
import { findDuePlatformChecks, runPlatformChecks } from '#modules/stores/platforms/setup/public.ts'
import { checkSiteProofs, recheckUnreachableSites } from '#modules/stores/platforms/public.ts'
import { purgeExpiredSessions, sendConnectCode } from '#modules/stores/sessions/public.ts'
import { duration, recordDuration, runWork, startWork, traceparent } from '#lib/telemetry.ts'
import { type InFlight, trackInFlight } from './in-flight.ts'
import { resealOldValues } from './sealing.ts'

/** Handlers by job. A job's data is an id; handlers read current rows. */
const HANDLERS: Record<JobName, (services: Services, id: string) => Promise<void>> = {
  'run-installation': runInstallation,
  'settle-attempt': processAttempt,
  'finish-refund': finishRefund,
  'forget-card': deleteCardAtGateway,
  'settle-card-setup': async (services, id) => void (await settleCardSetup(services, id)),
  'send-mail': sendMail,
  'send-connect-code': sendConnectCode,
  'deliver-webhook': deliverWebhook,
  'resend-webhook': deliverWebhook,
  'replay-webhooks': replayWebhooks,
  'tell-owner': sendOwnerNotice,
  'store-data': processStoreDataRequest,
  'check-submission': checkSubmission,
  'try-submission': runSubmissionTrial,
  'check-platform': runPlatformChecks,
  'look-at-rollout': checkRollout,
  'check-health': checkHealth,
  'leave-site': processDisconnect,
  'settle-move': settleMove,
  'pass-entitlements': passEntitlements,
  'advance-subscription': advanceSubscription,
  'check-vat-id': checkVatId,
  'move-test-clock': moveTestClock,
  'follow-subscription': followSubscription,
  'check-payout-account': checkPayoutAccount,
  'transfer-payout': transferPayout,
  'reverse-payout': takeBackPayout,
  'change-theme': changeTheme,
  'install-paid-item': installPaidItem,
  'look-at-shop': lookAtShop,
  'tell-of-inbox': sendInboxSummary,
  'make-export': makeExport,
  'run-bulk': runBulk,
  'publish-release': publishScheduled,
}

export interface JobQueue {
  jobs: Jobs
  /** Starts processing jobs and recovering forgotten ones in this process. */
  work(services: Services): Promise<void>
  /** Finishes running jobs (at most 5 s). */
  stop(): Promise<void>
}

/**
 * Jobs that the recovery enqueues until their row is finished: at most one waits per row, and the
 * queue does not retry failures, because the recovery or the work itself does. The rows count; such
 * a job may be lost.
 */
const RECOVERED_JOBS: readonly JobName[] = [
  'resend-webhook',
  'replay-webhooks',
  'run-installation',
  'settle-attempt',
  'finish-refund',
  'forget-card',
  'settle-card-setup',
  'deliver-webhook',
  'tell-owner',
  'check-submission',
  'try-submission',
  'check-platform',
  'look-at-rollout',
  'check-health',
  'leave-site',
  'settle-move',
  'advance-subscription',
  'check-vat-id',
  'move-test-clock',
  'check-payout-account',
  'transfer-payout',
  'reverse-payout',
  'change-theme',
  'install-paid-item',
  'look-at-shop',
  'tell-of-inbox',
  'make-export',
  'run-bulk',
  'publish-release',
]
const queueOf = (name: JobName) => ({
  notify: true,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 300,
  retentionSeconds: 14 * 86_400,
  ...(RECOVERED_JOBS.includes(name)
    ? { policy: 'short', retryLimit: 0 }
    : { policy: 'standard', retryLimit: 8 }),
})

export const RECOVERY_SECONDS = 10
/** Workers for one kind of job in a process. */
const WORKERS = 4
/**
 * Installations mostly wait for platforms, so slow ones must not hold up others. Jobs that come
 * with every order are taken several at once, so that looking for them and recording their end
 * costs two statements for all; each runs for itself.
 */
const CONCURRENCY: Partial<Record<JobName, { workers?: number; jobs?: number }>> = {
  'run-installation': { workers: 12 },
  'check-submission': { workers: 1 },
  'try-submission': { workers: 1 },
  'check-platform': { workers: 2 },
  'send-mail': { workers: 2, jobs: 8 },
  'settle-attempt': { jobs: 8 },
  'advance-subscription': { jobs: 16 },
  'check-vat-id': { workers: 1 },
  'move-test-clock': { workers: 2 },
  'check-payout-account': { workers: 1 },
  'transfer-payout': { workers: 2 },
  'reverse-payout': { workers: 1 },
  'look-at-shop': { workers: 1 },
  'make-export': { workers: 1 },
  'run-bulk': { workers: 2 },
  'publish-release': { workers: 1 },
  'replay-webhooks': { workers: 1 },
}
/**
 * How often an idle worker looks for jobs whose time has come; new ones wake all workers of their
 * kind at once. One of them is enough to find the others something to do.
 */
const IDLE_SECONDS = 5
const IDLE_SECONDS_OF_OTHERS = 60
/**
 * So many jobs at once can be the first ones. With the statistics of an empty table, each fetch
 * reads all jobs of its queue until autovacuum comes along.
 */
const ANALYZE_FROM = 100
/** How long a worker waits before it looks for a further batch, so that one gathers. */
const GATHER_MS = 200
const HOUSEKEEPING_SECONDS = 3600
/** How long a stopping process waits for a housekeeping step; the next process repeats it. */
const STOP_TIMEOUT_MS = 3_000

/** What a job's row holds: the id of a row, and the trace of who asked for it. */
interface JobData {
  id: string
  traceparent?: string
}

const jobs = duration('arasta.job.duration', 'Jobs of the queue.')

/** Tells how long a job took and how it ended. */
async function runMeasured(
  name: JobName,
  context: string | undefined,
  run: () => Promise<JobResult>,
): Promise<JobResult> {
  const work = startWork('consumer', `job ${name}`, context)
  if (!work) return run()
  const began = performance.now()
  const result = await runWork(work, run)
  const labels = { 'arasta.job': name, 'arasta.outcome': result.status }
  recordDuration(jobs, began, labels)
  work.span.end(result.status === 'failed' ? { ...labels, 'error.type': 'fault' } : labels)
  return result
}

/** Runs a job; its failure is logged and answered, for the queue to try again. */
async function runJob(
  name: JobName,
  services: Services,
  job: { id: string; data: JobData },
): Promise<JobResult> {
  return runMeasured(name, job.data.traceparent, async () => {
    try {
      await HANDLERS[name](services, job.data.id)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      services.log.warn({ error, job: name, id: job.data.id }, 'job will be tried again')
      return { id: job.id, status: 'failed', output: error }
    }
  })
}

/** A worker that takes up to `batchSize` jobs at once. */
async function startWorker(
  boss: PgBoss,
  name: JobName,
  services: Services,
  { batchSize, idleSeconds }: { batchSize: number; idleSeconds: number },
): Promise<void> {
  const worker: { id?: string } = {}
  worker.id = await boss.work<JobData>(
    name,
    {
      batchSize,
      perJobResults: true,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: idleSeconds,
    },
    async (batch) => {
      const results = await Promise.all(batch.map((job) => runJob(name, services, job)))
      if (batch.length < batchSize) await sleep(GATHER_MS)
      // More may wait: after an outage, a batch every five seconds would take too long.
      else if (worker.id !== undefined) boss.notifyWorker(worker.id)
      return results
    },
  )
}

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
  // pg-boss gives its pool the whole configuration.
  const pool = { connectionString: databaseUrl, Client: NamingClient }
  const boss = new PgBoss({
    ...pool,
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
      // A queue's policy cannot change. Waiting jobs of the old queue are recovered.
      if (there) await boss.deleteQueue(name)
      await boss.createQueue(name, wanted)
    }
  }
  const timers: NodeJS.Timeout[] = []
  const stepOptions = { log, inFlight }
  const keyOf = (job: JobName, id: string) =>
    RECOVERED_JOBS.includes(job) ? { singletonKey: id } : {}
  let isAnalyzed = false
  /** In one statement: a day's renewals are due at once. */
  const enqueueAll: EnqueueAll = async (job, ids) => {
    if (ids.length === 0) return
    await boss.insert(
      job,
      ids.map((id) => ({ data: { id }, ...keyOf(job, id) })),
    )
    if (ids.length < ANALYZE_FROM || isAnalyzed) return
    isAnalyzed = true
    await boss.getDb().executeSql('analyze pgboss.job_common')
  }

  return {
    jobs: {
      async enqueue(trx, job, data, afterSeconds = 0) {
        const context = traceparent()
        await boss.send(job, context === null ? data : { ...data, traceparent: context }, {
          db: fromKysely(trx),
          ...keyOf(job, data.id),
          ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
        })
      },
    },
    async work(services) {
      await Promise.all(
        JOB_NAMES.flatMap((name) => {
          const { workers = WORKERS, jobs = 1 } = CONCURRENCY[name] ?? {}
          return Array.from({ length: workers }, (_, n) =>
            startWorker(boss, name, services, {
              batchSize: jobs,
              idleSeconds: n === 0 ? IDLE_SECONDS : IDLE_SECONDS_OF_OTHERS,
            }),
          )
        }),
      )
      timers.push(
        setInterval(() => void recover(services, stepOptions, enqueueAll), RECOVERY_SECONDS * 1000),
      )
      timers.push(
        setInterval(
          () => void runSteps(services, stepOptions, HOUSEKEEPING),
          HOUSEKEEPING_SECONDS * 1000,
        ),
      )
      await recover(services, stepOptions, enqueueAll)
      await turnMarketDay(services).catch((error) => log.error({ error }, 'market day'))
      // Not awaited: a slow gateway or a long log must not delay the start.
      void inFlight.track(
        compareLedgers(services).catch((error) => log.error({ error }, 'comparing the books')),
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
      await inFlight.stop(STOP_TIMEOUT_MS)
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

export interface WaitingJobs {
  name: JobName
  /** Whose time has come; at most `MOST_COUNTED`. */
  waiting: number
  /** For how long the first of them has waited. */
  oldestSeconds: number
}

const MOST_COUNTED = 10_000

/** The queue by job, for monitoring: reads no more than `MOST_COUNTED` rows of each, by an index. */
export async function countWaitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select wanted.name, count(job.start_after)::int as waiting,
      coalesce(extract(epoch from now() - min(job.start_after)), 0)::float as "oldestSeconds"
    from unnest(${[...JOB_NAMES]}::text[]) as wanted (name)
    left join lateral (
      select start_after from pgboss.job
      where name = wanted.name and state < 'active' and not blocked and start_after <= now()
      order by priority desc, created_on
      limit ${MOST_COUNTED}
    ) as job on true
    group by wanted.name`.execute(db)
  return rows
}

/** Queries for unfinished work of crashed workers, and for payments without an outcome. */
const RECOVERY: readonly (readonly [JobName, (services: Services) => Promise<string[]>])[] = [
  ['run-installation', findIdleRuns],
  ['settle-attempt', findIdleAttempts],
  ['finish-refund', findIdleRefunds],
  ['forget-card', findCardsToDelete],
  ['settle-card-setup', findIdleCardSetups],
  ['deliver-webhook', findDueWebhooks],
  ['resend-webhook', findDueReplays],
  ['replay-webhooks', findOpenReplays],
  ['tell-owner', findDueNotices],
  ['send-mail', findWaitingMails],
  ['check-submission', findDueChecks],
  ['try-submission', findDueTrials],
  ['check-platform', findDuePlatformChecks],
  ['look-at-rollout', findDueRollouts],
  ['check-health', findDueHealth],
  ['leave-site', findDisconnectingSites],
  ['settle-move', findDueMoves],
  ['advance-subscription', findDueSubscriptions],
  ['check-vat-id', findDueVatChecks],
  ['move-test-clock', findMovingClocks],
  ['check-payout-account', findDueConnections],
  ['transfer-payout', findDueTransfers],
  ['reverse-payout', findDueReversals],
  ['change-theme', findDueThemes],
  ['install-paid-item', findDueInstalls],
  ['look-at-shop', findDueLooks],
  ['tell-of-inbox', findDueInboxSummaries],
  ['make-export', findDueExports],
  ['run-bulk', findDueRuns],
  ['publish-release', findDueReleases],
]

/** Hourly work. */
const HOUSEKEEPING: readonly ((services: Services) => Promise<unknown>)[] = [
  ({ db, clock }) => purgeExpiredSessions(db, clock.now()),
  expireOrders,
  purgeAppCallNonces,
  purgeWebhooks,
  renewOldKeys,
  purgeConnections,
  checkScripts,
  endUses,
  issueLateDocuments,
  purgeMails,
  purgeContact,
  purgeApprovals,
  resealOldValues,
  ({ db, clock }) => purgeEndedPreviews(db, clock.now()),
  ({ db, clock }) => purgePreviewLinks(db, clock.now()),
  purgeUploads,
  checkSiteProofs,
  recheckUnreachableSites,
  refreshPlatformKeys,
  ({ db, clock }) => purgeRateLimits(db, clock.now()),
  turnMarketDay,
  compareLedgers,
  checkReviewLog,
  purgeSignIns,
  purgeStoreData,
  purgeExports,
  purgeBulkRuns,
  mailEndingTokens,
  recheckProofs,
  purgeApplications,
  rescanPackages,
  purgePictures,
  purgePartnerEvents,
  purgeSearchTerms,
  renewMedians,
  closeMonths,
  releaseHolds,
  checkLedger,
  followSubscriptions,
  purgePlannedInstalls,
  purgeVisits,
  tellOfSavedItems,
  purgeShopLooks,
  purgeInboxMarks,
]

interface StepOptions {
  log: Logger
  inFlight: InFlight
}

/** A failing step does not keep the others from running. */
async function runSteps(
  services: Services,
  { log, inFlight }: StepOptions,
  work: readonly ((services: Services) => Promise<unknown>)[],
): Promise<void> {
  for (const step of work) {
    if (inFlight.stopping) return
    await inFlight
      .track(step(services))
      .catch((error: unknown) => log.error({ error }, 'housekeeping'))
  }
}

type EnqueueAll = (job: JobName, ids: readonly string[]) => Promise<void>

const recover = (
  services: Services,
  stepOptions: StepOptions,
  enqueueAll: EnqueueAll,
): Promise<void> =>
  runSteps(services, stepOptions, [
    ...RECOVERY.map(
      ([job, find]) =>
        async () =>
          enqueueAll(job, await find(services)),
    ),
    updateAutomatically,
    rollUpFigures,
    recordEarnings,
    renewStandings,
  ])
