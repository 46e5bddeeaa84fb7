import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '#kernel/context.ts'
import { type ConnectorServices, unsealClient } from '../public.ts'
import { findPlatform } from '../data.ts'
import { Fault, Interrupted } from '../kit/faults.ts'
import type { Tools } from '../kit/kit.ts'
import { runKit, type Result } from '../kit/run-kit.ts'
import { NoResponse } from '../kit/signed-calls.ts'
import { recordCalls } from './check-calls.ts'
import { closeCheckMarket, openCheckMarket } from './check-packages.ts'
import {
  claimRun,
  endRun,
  isLost,
  listDueRuns,
  noteRunSeen,
  type RunFailure,
  type RunState,
  updateCheck,
} from './checks-data.ts'
import { unsealTestStores } from './test-stores.ts'

type Needs = ConnectorServices & Pick<Services, 'log' | 'origins'>

/** The queue gives a job five minutes. */
const MOST_MS = 270_000
const HEARTBEAT_MS = 1_000

/** Runs of checks that wait for a worker or have lost theirs. */
export const findDuePlatformChecks = ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> => listDueRuns(db, clock.now())

/**
 * Runs the conformance checks against a platform's connector (D26), writing each outcome as it
 * comes. Ends when somebody asks for it, and after four and a half minutes.
 */
export async function runPlatformChecks(services: Needs, id: string): Promise<void> {
  const { db, clock } = services
  const claimed = await claimRun(db, id, clock.now())
  if (!claimed) {
    if (!(await isLost(db, id, clock.now()))) return
    await endRun(db, id, 'failed', { code: 'lost' }, clock.now())
    return closeCheckMarket(db, id)
  }
  const ended = { why: null as 'stopped' | 'too_long' | null }
  const until = performance.now() + MOST_MS
  const heartbeat = setInterval(() => {
    if (performance.now() > until) ended.why = 'too_long'
    noteRunSeen(db, id, clock.now()).then(
      (stop) => {
        if (stop) ended.why ??= 'stopped'
      },
      (error: unknown) => services.log.warn({ error, id }, 'a run of checks was not noted'),
    )
  }, HEARTBEAT_MS)
  try {
    const failure = await runChosen(services, id, claimed.platform_id, () => ended.why)
    const state: RunState =
      failure === null ? 'finished' : failure === 'stopped' ? 'stopped' : 'failed'
    await endRun(db, id, state, failure === 'stopped' ? null : failure, clock.now())
  } catch (error) {
    await endRun(db, id, 'failed', { code: 'broken' }, clock.now())
    throw error
  } finally {
    clearInterval(heartbeat)
    await closeCheckMarket(db, id)
  }
}

/** Null when all checks have run. */
async function runChosen(
  services: Needs,
  runId: string,
  platformId: number,
  interrupted: () => 'stopped' | 'too_long' | null,
): Promise<RunFailure | 'stopped' | null> {
  const { db, clock, sealing } = services
  const platform = await findPlatform(db, platformId)
  const client = platform && unsealClient(services, platform)
  if (!platform?.test_stores_sealed || !client) return { code: 'broken' }
  const stores = unsealTestStores(sealing, platform.test_stores_sealed)
  const { send, calls } = recordCalls(services, client.baseUrl)
  const tools: Tools = {
    base: client.baseUrl,
    market: await openCheckMarket(services, runId),
    send,
    patient: false,
    interrupted,
    now: () => Math.floor(clock.now().getTime() / 1000),
    wait: (seconds) => pause(seconds * 1000),
    means: {
      client: { id: client.keyId, secret: client.secret },
      storeToken: stores.store,
      otherStoreToken: stores.other ?? undefined,
      closed: stores.closed
        ? {
            storeId: stores.closed.store_id,
            storeToken: stores.closed.store_token,
            key: { id: stores.closed.key_id, secret: stores.closed.secret },
          }
        : undefined,
      demonstrationStore: platform.demonstration_store ?? undefined,
      scratchStore: platform.scratch_store ?? undefined,
      scopes: stores.scopes,
      userCall: stores.user_call ?? undefined,
    },
  }
  const only = (
    await db.selectFrom('platform_checks').select('check_id').where('run_id', '=', runId).execute()
  ).map((row) => row.check_id)
  try {
    await runKit(tools, {
      only,
      async onStart(check) {
        calls.length = 0
        await updateCheck(db, runId, check.id, { state: 'running' })
      },
      onResult: async (result) => {
        await updateCheck(db, runId, result.id, outcomeOf(result, calls))
      },
    })
    return null
  } catch (error) {
    if (error instanceof Interrupted)
      return error.message === 'stopped' ? 'stopped' : { code: 'too_long' }
    if (error instanceof Fault)
      return { code: 'refused', words: error.message, anchor: error.anchor }
    if (error instanceof NoResponse) return { code: 'unreachable', words: error.message }
    throw error
  }
}

const outcomeOf = (
  { outcome, why, fault, seconds }: Result,
  calls: Parameters<typeof updateCheck>[3]['calls'],
): Parameters<typeof updateCheck>[3] => ({
  state: outcome === 'kept' ? 'passed' : outcome === 'broken' ? 'failed' : 'skipped',
  ms: Math.round(seconds * 1000),
  words: fault?.words.slice(0, 1000) ?? why ?? null,
  anchor: fault?.anchor ?? null,
  expected: fault?.expected ?? null,
  ...(fault && calls && { calls }),
})
