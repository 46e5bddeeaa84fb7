import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { secondsAfter } from '#lib/clock.ts'
import { wholeList } from '#lib/wire.ts'
import type { StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { findItemsFor } from '#modules/catalog/public.ts'
import * as contract from './contract.ts'
import { SEARCH_FOR } from './detectors.ts'
import { FINDING_KINDS, type FindingKind } from './finding-kinds.ts'

const MOST_SHOWN = 3
/** Items that are looked through for one that is installed. */
const MOST_ITEMS = 8
const WEEK_SECONDS = 7 * 86_400
const ASKING = { most: 6, seconds: 3600 }

interface LookRow {
  asked_at: Date
  looked_at: Date | null
  pages: number
  findings: { kind: FindingKind; page_url: string; seen: number; total: number }[]
  installed: string[]
}

const LOOK = prepared<LookRow>(`
  select asked_at, looked_at, pages,
    (select coalesce(json_agg(json_build_object('kind', kind, 'page_url', page_url, 'seen', seen, 'total', total)), '[]')
      from shop_findings where shop_findings.store_id = shop_looks.store_id and not exists (select from shop_finding_dismissals gone
        where gone.store_id = shop_findings.store_id and gone.kind = shop_findings.kind)) as findings,
    array(select item_id from installations where installations.store_id = shop_looks.store_id and state <> 'uninstalled') as installed
  from shop_looks where store_id = $1`)

export const listShopFindings = defineOperation({
  ...contract.listShopFindings,
  run: async (ctx) => {
    const [look] = await LOOK(ctx.db, [ctx.actor.storeId])
    await askWeekly(ctx, look?.asked_at)
    return {
      ...wholeList(look?.looked_at ? await present(ctx, look) : []),
      looked_at: look?.looked_at?.toISOString() ?? null,
      words: {
        title: ctx.t('missing.title'),
        note: ctx.t('missing.note', { count: look?.pages ?? 0 }),
        how: ctx.t('missing.how'),
        how_text: ctx.t('missing.how_text'),
        again: ctx.t('missing.again'),
        dismissed: ctx.t('missing.dismissed'),
        asked: ctx.t('missing.asked'),
      },
    }
  },
})

/** Each with an item of its own; without one that fits, and with one that is installed, not at all. */
async function present(ctx: StoreCtx, { findings, installed }: LookRow) {
  const shown: z.input<typeof contract.shopFinding>[] = []
  for (const kind of FINDING_KINDS) {
    const found = findings.find((one) => one.kind === kind)
    if (!found || shown.length === MOST_SHOWN) continue
    const items = await itemsFor(ctx, kind)
    const isSolved = items.some((one) => installed.includes(one.id))
    const item = items.find((one) => shown.every((other) => other.item.id !== one.id))
    if (isSolved || !item) continue
    const title = ctx.t(`missing.${kind}`)
    shown.push({
      kind,
      title,
      text: ctx.t(`missing.${kind}_text`, { seen: found.seen, total: found.total }),
      dismiss: ctx.t('missing.dismiss', { title }),
      page_url: found.page_url,
      item,
    })
  }
  return shown
}

async function itemsFor(ctx: StoreCtx, kind: FindingKind) {
  for (const words of SEARCH_FOR[kind]) {
    const items = await findItemsFor(ctx, words, MOST_ITEMS)
    const installable = items.filter((one) => one.installable)
    if (installable.length > 0) return installable
  }
  return []
}

async function askWeekly(ctx: StoreCtx, askedAt: Date | undefined): Promise<void> {
  const stale = secondsAfter(ctx.clock.now(), -WEEK_SECONDS)
  if (!askedAt || askedAt <= stale) await ask(ctx, stale)
}

/** Has the shop read, unless that was asked for since. */
async function ask(ctx: StoreCtx, since: Date): Promise<void> {
  const now = ctx.clock.now()
  const { storeId } = ctx.actor
  const { rows } = await sql`
    insert into shop_looks (store_id, asked_at, due_at) values (${storeId}, ${now}, ${now})
    on conflict (store_id) do update set asked_at = excluded.asked_at, due_at = excluded.due_at, tries = 0
      where shop_looks.asked_at <= ${since}
    returning store_id`.execute(ctx.db)
  if (rows.length > 0) await ctx.jobs.enqueue(ctx.db, 'look-at-shop', { id: storeId })
}

export const lookAtShopAgain = defineOperation({
  ...contract.lookAtShopAgain,
  run: async (ctx) => {
    await consumeRateLimits(ctx, [{ key: `shop look of ${ctx.actor.storeId}`, ...ASKING }])
    await ask(ctx, ctx.clock.now())
    return { success: true as const }
  },
})

export const dismissShopFinding = defineOperation({
  ...contract.dismissShopFinding,
  run: async (ctx, { params }) => {
    await ctx.db
      .insertInto('shop_finding_dismissals')
      .values({
        store_id: ctx.actor.storeId,
        kind: params.kind,
        dismissed_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { success: true as const }
  },
})

export const restoreShopFinding = defineOperation({
  ...contract.restoreShopFinding,
  run: async (ctx, { params }) => {
    await ctx.db
      .deleteFrom('shop_finding_dismissals')
      .where('store_id', '=', ctx.actor.storeId)
      .where('kind', '=', params.kind)
      .execute()
    return { success: true as const }
  },
})

/** D23, in the caller's transaction. */
export async function eraseShopLook(trx: Db, storeId: string): Promise<number> {
  await trx.deleteFrom('shop_finding_dismissals').where('store_id', '=', storeId).execute()
  const done = await trx.deleteFrom('shop_looks').where('store_id', '=', storeId).executeTakeFirst()
  return Number(done.numDeletedRows)
}
