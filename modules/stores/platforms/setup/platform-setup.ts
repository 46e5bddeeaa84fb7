import { type ConsoleCtx, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../../errors.ts'
import { findPlatform, updatePlatform } from '../data.ts'
import { sectionOf } from '../kit/faults.ts'
import { CHECKS } from '../kit/checks.ts'
import { readPlatforms } from '../operator-platforms.ts'
import type { CheckCall } from './check-calls.ts'
import {
  type CheckState,
  insertRun,
  listChecks,
  newestRun,
  type RunFailure,
  type RunState,
} from './checks-data.ts'
import * as contract from './contract.ts'
import { isWhole, listHandovers } from './handovers.ts'
import { quote, readProtocol } from './protocol.ts'
import { sealTestStores, unsealTestStores } from './test-stores.ts'

const done = { success: true as const }

type Platform = Awaited<ReturnType<typeof readPlatforms>>[number]

/** What a platform's stores need to come in from their panel and be called. */
function missingFacts(
  { entry, connector, panels, client_id: client, keys, ...one }: Platform,
  isServed: boolean,
) {
  const facts = {
    hosts: isServed || one.hosts.app !== null || one.hosts.theme !== null,
    ...(entry === 'panel' && {
      connector: connector !== null,
      panels: panels.length > 0,
      credentials: client !== null,
      keys: keys.some((key) => key.retired_at === null && key.valid_until === null),
    }),
  }
  return Object.entries(facts).flatMap(([name, isThere]) =>
    isThere ? [] : [name as 'hosts' | 'connector' | 'panels' | 'credentials' | 'keys'],
  )
}

async function showRun(ctx: ConsoleCtx, platform: number) {
  const run = await newestRun(ctx.db, platform)
  if (!run) return null
  const failure = run.failure as unknown as RunFailure | null
  return {
    state: run.state as RunState,
    is_stopping: run.stop_asked_at !== null && run.finished_at === null,
    failure: failure && {
      code: failure.code,
      words: failure.words ?? null,
      anchor: failure.anchor ?? null,
    },
    started_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
  }
}

async function showChecks(ctx: ConsoleCtx, platform: number) {
  const rows = new Map((await listChecks(ctx.db, platform)).map((row) => [row.check_id, row]))
  return CHECKS.map(({ id, part, says, needs = [] }) => {
    const row = rows.get(id)
    return {
      id,
      part,
      says,
      state: (row?.state ?? 'waiting') as CheckState,
      ms: row?.ms ?? null,
      words: row?.words ?? null,
      anchor: row?.anchor ?? null,
      section: row?.anchor ? sectionOf(row.anchor) : null,
      quote: row?.anchor ? quote(row.anchor) : null,
      expected: row?.expected ?? null,
      needs: [...needs],
      calls: (row?.calls ?? []) as unknown as CheckCall[],
    }
  })
}

export const getPlatformSetup = defineOperation({
  ...contract.getPlatformSetup,
  run: async (ctx, { params }) => {
    const [platform] = await readPlatforms(ctx, params.platform)
    const row = await findPlatform(ctx.db, params.platform)
    if (!platform || !row) throw refuse('not_found')
    const [run, checks, handovers] = await Promise.all([
      showRun(ctx, platform.id),
      showChecks(ctx, platform.id),
      listHandovers(ctx, platform.id),
    ])
    const stores =
      row.test_stores_sealed === null ? null : unsealTestStores(ctx.sealing, row.test_stores_sealed)
    const isDraft = platform.state === 'draft' && platform.entry === 'panel'
    const isChecked =
      checks.some((one) => one.state === 'passed') &&
      checks.every((one) => one.state === 'passed' || one.state === 'skipped')
    return {
      platform,
      addresses: {
        app: siteOrigin(ctx, 'app', platform.id),
        theme: siteOrigin(ctx, 'theme', platform.id),
        installer: ctx.origins.installer,
      },
      missing: [
        // The first platform without a host is served at the market's own addresses.
        ...missingFacts(
          platform,
          ctx.sites.some((site) => site.platformId === platform.id),
        ),
        ...(isDraft && !isChecked ? ['checks' as const] : []),
        ...(isDraft && !handovers.some(isWhole) ? ['handover' as const] : []),
      ],
      test_stores: stores && {
        other: stores.other !== null,
        closed: stores.closed !== null,
        scopes: stores.scopes,
        user_call: stores.user_call,
      },
      run,
      checks,
      handovers,
    }
  },
})

const auditOf = {
  kind: 'platform',
  id: ({ params }: { params: { platform: number } }) => String(params.platform),
}

export const changePlatformTestStores = defineOperation({
  ...contract.changePlatformTestStores,
  audit: auditOf,
  run: async (ctx, { params, body }) => {
    if (!(await findPlatform(ctx.db, params.platform))) throw refuse('not_found')
    await updatePlatform(ctx.db, params.platform, {
      test_stores_sealed: sealTestStores(ctx.sealing, body),
    })
    return done
  },
})

export const startPlatformChecks = defineOperation({
  ...contract.startPlatformChecks,
  audit: auditOf,
  run: async (ctx, { params, body }) => {
    const platform = await findPlatform(ctx.db, params.platform)
    if (!platform) throw refuse('not_found')
    if (
      platform.connector_url === null ||
      platform.connector_secret_sealed === null ||
      platform.test_stores_sealed === null
    )
      throw refuse('backoffice.checks_lack')
    const checks = CHECKS.map((check) => check.id).filter(
      (id) => body.only === null || body.only.includes(id),
    )
    if (checks.length === 0)
      throw refuse('input.invalid', { fields: { only: { code: 'field.invalid' } } })
    const run = await insertRun(ctx.db, params.platform, checks, ctx.clock.now())
    if (run === undefined) throw refuse('backoffice.checks_running')
    await ctx.jobs.enqueue(ctx.db, 'check-platform', { id: run })
    return done
  },
})

export const stopPlatformChecks = defineOperation({
  ...contract.stopPlatformChecks,
  audit: auditOf,
  run: async (ctx, { params }) => {
    const now = ctx.clock.now()
    // One that no worker has taken up ends here; a worker reads the other within a second.
    await ctx.db
      .updateTable('platform_check_runs')
      .set({ state: 'stopped', finished_at: now })
      .where('platform_id', '=', params.platform)
      .where('state', '=', 'waiting')
      .execute()
    await ctx.db
      .updateTable('platform_check_runs')
      .set({ stop_asked_at: now })
      .where('platform_id', '=', params.platform)
      .where('state', '=', 'running')
      .execute()
    return done
  },
})

export const getConnectorProtocol = defineOperation({
  ...contract.getConnectorProtocol,
  run: async () => ({ sections: readProtocol() }),
})
