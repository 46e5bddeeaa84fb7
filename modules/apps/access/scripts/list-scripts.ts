import { createHash } from 'node:crypto'
import { pickText, type Text } from '#lib/locale.ts'
import { storeOf } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { listFileHashes } from '#modules/catalog/public.ts'
import { changedOnStore, listStandingParts } from '#modules/installs/public.ts'
import { listApprovals } from '#modules/orders/public.ts'
import { ConnectorFailure, connectorOf, type StoreState } from '#modules/stores/platforms/public.ts'
import {
  exportScripts as exportContract,
  listScripts as listContract,
  type Script,
} from '../scripts-contract.ts'
import { inOrder, scriptsIn, toCsv } from './script-rules.ts'

type Part = Awaited<ReturnType<typeof listStandingParts>>[number]

async function askState(ctx: Ctx, storeId: string): Promise<StoreState | null> {
  try {
    return await (await connectorOf(ctx, storeId)).getState()
  } catch (error) {
    if (error instanceof ConnectorFailure) return null
    throw error
  }
}

function stateOf(part: Part, all: readonly Part[], state: StoreState | null): Script['state'] {
  if (!state) return 'unknown'
  return (
    changedOnStore(
      all.map((one) => one.row),
      state,
    ).find((one) => one.row.id === part.row.id)?.what ?? 'as_put'
  )
}

/** Everything that apps run on this store's pages, those that see the order first. */
async function collect(ctx: Ctx): Promise<{ scripts: Script[]; checkedAt: Date | null }> {
  const { storeId } = storeOf(ctx)
  const [parts, approvals, state, check] = await Promise.all([
    listStandingParts(ctx.db, storeId),
    listApprovals(ctx.db, storeId),
    askState(ctx, storeId),
    ctx.db
      .selectFrom('script_checks')
      .select('checked_at')
      .where('store_id', '=', storeId)
      .executeTakeFirst(),
  ])
  const scripts: Script[] = []
  for (const part of parts) {
    const found = scriptsIn(part.html)
    if (!found) continue
    const hashes = await listFileHashes(ctx, part.packageSha256, found.files)
    const before = approvals.filter(
      (one) =>
        one.item_id === part.itemId &&
        (part.row.applied_at === null || one.agreed_at <= part.row.applied_at),
    )
    const [approval] = before
    const inStep =
      inOrder(part.placement) === 'step'
        ? before.find((one) => one.kind === 'order_steps')
        : undefined
    scripts.push({
      id: part.row.id,
      item: { slug: part.slug, name: pickText(part.names ?? {}, ctx.locale) || part.name },
      version: part.version,
      placement: part.placement,
      title: pickText(part.title as Text, ctx.locale),
      in_order: inOrder(part.placement),
      files: found.files.map((path) => ({ path, sha384: hashes.get(path) ?? null })),
      outside: found.outside,
      markup_sha384: `sha384-${createHash('sha384').update(part.html).digest('base64')}`,
      since: part.row.applied_at?.toISOString() ?? null,
      approved_by: approval?.name ?? null,
      approved_at: approval?.agreed_at.toISOString() ?? null,
      order_consent: inStep
        ? {
            version: inStep.version,
            text_sha256: inStep.text_sha256,
            agreed_at: inStep.agreed_at.toISOString(),
            agreed_by: inStep.name,
          }
        : null,
      state: stateOf(part, parts, state),
    })
  }
  const order = { step: 0, every_page: 1, no: 2 }
  return {
    scripts: scripts.toSorted(
      (a, b) =>
        order[a.in_order] - order[b.in_order] ||
        a.item.name.localeCompare(b.item.name) ||
        a.placement - b.placement,
    ),
    checkedAt: check?.checked_at ?? null,
  }
}

export const listScripts = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const { scripts, checkedAt } = await collect(ctx)
    return {
      data: {
        scripts,
        looked_at: ctx.clock.now().toISOString(),
        checked_at: checkedAt?.toISOString() ?? null,
      },
    }
  },
})

export const exportScripts = defineOperation({
  ...exportContract,
  run: async (ctx, { query }) => {
    const { scripts } = await collect(ctx)
    const [store, now] = [storeOf(ctx), ctx.clock.now().toISOString()]
    const name = `scripts-${store.domain.replace(/[^a-z0-9.-]/gi, '-')}-${now.slice(0, 10)}`
    return query.format === 'json'
      ? {
          filename: `${name}.json`,
          contentType: 'application/json',
          content: Buffer.from(
            JSON.stringify({ store: store.domain, looked_at: now, scripts }, null, 2),
          ),
        }
      : {
          filename: `${name}.csv`,
          contentType: 'text/csv; charset=utf-8',
          content: Buffer.from(toCsv(scripts)),
        }
  },
})
