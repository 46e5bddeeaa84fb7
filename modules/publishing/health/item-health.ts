import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { listFailingEndpoints, listWebhookDays, resumeWebhooks } from '#modules/apps/public.ts'
import { countStoresByRelease, listReleaseDays } from '#modules/installs/public.ts'
import { refuse } from '../errors.ts'
import { findItem, listReleaseRows } from '../submissions/data.ts'
import * as contract from './contract.ts'

/** Visits are kept for 30 days. */
const DAYS = 30
const MOST_RELEASES = 5
const MOST_ENDPOINTS = 20
const DAY_SECONDS = 86_400

type Health = z.input<typeof contract.itemHealth>
type Counted = Health['releases'][number]['totals']

export const getItemHealth = defineOperation({
  ...contract.getItemHealth,
  run: (ctx, { params }) => readHealth(ctx, params.item, null, true),
})

export const getOwnItemHealth = defineOperation({
  ...contract.getOwnItemHealth,
  run: (ctx, { params }) => {
    const role = personOf(ctx).partners.find((one) => one.id === params.partner)?.role
    return readHealth(ctx, params.item, params.partner, role === 'owner' || role === 'developer')
  },
})

const done = { success: true as const }
const audit = {
  kind: 'item',
  id: ({ params }: { params: { item: string } }) => params.item,
  read: async (
    db: Db,
    _id: string,
    { params }: { params: { item: string; endpoint: string } },
  ): Promise<Record<string, unknown> | undefined> => {
    const paused = (await listFailingEndpoints(db, params.item, MOST_ENDPOINTS)).find(
      (one) => one.id === params.endpoint,
    )
    return { webhooks: paused?.paused_at ? 'paused' : 'sent' }
  },
}

export const resumeItemWebhooks = defineOperation({
  ...contract.resumeItemWebhooks,
  audit,
  run: async (ctx, { params }) => {
    await resume(ctx, params, null)
    return done
  },
})

export const resumeOwnWebhooks = defineOperation({
  ...contract.resumeOwnWebhooks,
  audit,
  run: async (ctx, { params }) => {
    await resume(ctx, params, params.partner)
    return done
  },
})

async function resume(
  ctx: ConsoleCtx,
  { item, endpoint }: { item: string; endpoint: string },
  partnerId: string | null,
): Promise<void> {
  if (!(await findItem(ctx.db, item, partnerId ?? undefined))) throw refuse('not_found')
  const isResumed = await resumeWebhooks(
    ctx.db,
    { itemId: item, endpointId: endpoint },
    ctx.clock.now(),
  )
  if (!isResumed) throw refuse('webhooks.not_paused')
}

async function readHealth(
  ctx: ConsoleCtx,
  itemId: string,
  partnerId: string | null,
  mayResume: boolean,
): Promise<Health> {
  const { db } = ctx
  const item = await findItem(db, itemId, partnerId ?? undefined)
  if (!item) throw refuse('not_found')
  const days = lastDays(ctx.clock.now())
  const since = new Date(`${days[0]}T00:00:00Z`)
  const releases = (await listReleaseRows(db, item.id))
    .filter((one) => one.package_sha256 !== null)
    .slice(0, MOST_RELEASES)
  const ids = releases.map((one) => one.id)
  const [facts, webhooks, stores, endpoints] = await Promise.all([
    listReleaseDays(db, { itemId: item.id, releaseIds: ids }, since),
    listWebhookDays(db, ids, since),
    countStoresByRelease(db, ids),
    listFailingEndpoints(db, item.id, MOST_ENDPOINTS),
  ])
  return {
    item: { id: item.id, name: item.name },
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    releases: releases.map((release) => {
      const mine = days.map((day) => {
        const isOf = (one: { releaseId: string; day: string }) =>
          one.releaseId === release.id && one.day === day
        const [fact, sent] = [facts.find(isOf), webhooks.find(isOf)]
        return {
          day,
          ended: fact?.ended ?? 0,
          failed: fact?.failed ?? 0,
          visits: fact?.visits ?? 0,
          errors: fact?.errors ?? 0,
          left: fact?.left ?? 0,
          sent: sent?.sent ?? 0,
          unsent: sent?.unsent ?? 0,
        }
      })
      return {
        id: release.id,
        version: release.version,
        state: release.status as Health['releases'][number]['state'],
        stores: stores.get(release.id) ?? 0,
        totals: sumOf(mine),
        days: mine,
      }
    }),
    endpoints: endpoints.map((one) => ({
      id: one.id,
      host: new URL(one.url).host,
      failures: one.failures,
      failing_since: (one.failing_since ?? ctx.clock.now()).toISOString(),
      paused_at: one.paused_at?.toISOString() ?? null,
      probe_at: one.probe_at?.toISOString() ?? null,
    })),
    may_resume: mayResume,
  }
}

/** The last days in UTC, as visits are counted, today among them. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: DAYS }, (_, index) =>
    secondsAfter(now, (index + 1 - DAYS) * DAY_SECONDS)
      .toISOString()
      .slice(0, 10),
  )

function sumOf(days: readonly Counted[]): Counted {
  const sum = (of: keyof Counted) => days.reduce((all, one) => all + one[of], 0)
  return {
    ended: sum('ended'),
    failed: sum('failed'),
    visits: sum('visits'),
    errors: sum('errors'),
    left: sum('left'),
    sent: sum('sent'),
    unsent: sum('unsent'),
  }
}
