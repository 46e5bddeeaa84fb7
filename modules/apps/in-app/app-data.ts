import type { z } from 'zod'
import { type Text, pickText } from '#lib/locale.ts'
import type { PermissionCode } from '#lib/market.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { appOf } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  type SettingValue,
  defaultAnswers,
  findInstalledRelease,
  findItem,
} from '#modules/catalog/public.ts'
import { findFactsOf } from '#modules/billing/public.ts'
import { findWorking, inputsOf, saveAppValues } from '#modules/installs/public.ts'
import { listPurchases } from '#modules/orders/public.ts'
import { refuse } from '../errors.ts'
import { getAppData as contract, putAppData as putContract } from './contract.ts'
import { listPaid } from './data.ts'
import { factsOf } from './purchases.ts'

type AppData = z.input<typeof contract.output>['data']

/**
 * S7.16, D19: a store's installation of an app, for its owner and for the app itself, which also
 * gets the values it stored.
 */
async function readAppData(ctx: Ctx, storeId: string, prefix: string): Promise<AppData> {
  const item = await findItem(ctx, { prefix }, ctx.locale)
  if (item?.market !== 'app') throw refuse('catalog.item_not_found')
  const row = await findWorking(ctx, storeId, item.id)
  if (!row) throw refuse('installs.not_installed')
  const [release, purchases, subscription, inside] = await Promise.all([
    findInstalledRelease(ctx, row.release_id),
    listPurchases(ctx, storeId, item.id),
    findFactsOf(ctx.db, storeId, item.id),
    listPaid(ctx.db, { storeId, itemId: item.id }),
  ])
  if (!release) throw refuse('installs.not_installed')
  const inputs = inputsOf(release.manifest)
  // Stored answers may include those of other versions; return only what this release asks for.
  const kept = Object.entries(row.inputs as Record<string, SettingValue>).filter(([name]) =>
    Object.hasOwn(inputs.properties, name),
  )
  const linkTo = (name: string) => item.links[name] ?? null
  return {
    prefix: item.prefix,
    version: release.version,
    latest_version: item.latest?.version ?? release.version,
    state: row.state as 'installed',
    settings: { ...defaultAnswers(inputs), ...Object.fromEntries(kept) },
    permissions: row.granted as PermissionCode[],
    links: {
      go_to_app: linkTo('go_to_app'),
      connect: linkTo('connect'),
      support: linkTo('support'),
      document: linkTo('document'),
    },
    purchases: purchases.map((one) => ({
      order_number: one.number,
      plan: pickText(one.name as Text, ctx.locale),
      kind: one.kind as 'one_time',
      total: toMajor(one.total_minor, one.currency),
      refunded: toMajor(one.refunded_minor, one.currency),
      currency: one.currency as Currency,
      paid_at: one.paid_at?.toISOString() ?? null,
    })),
    subscription,
    in_app_purchases: inside.map(factsOf),
    values: ctx.actor.kind === 'app' ? (row.app_values as Record<string, unknown>) : null,
    installed_at: row.installed_at?.toISOString() ?? null,
  }
}

export const getAppData = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const { storeId } = ctx.actor.kind === 'app' ? appOf(ctx, params.prefix) : ctx.actor
    return { data: await readAppData(ctx, storeId, params.prefix) }
  },
})

export const putAppData = defineOperation({
  ...putContract,
  run: async (ctx, { params, body }) => {
    const app = appOf(ctx, params.prefix)
    await saveAppValues(ctx.db, app.installationId, body.values)
    return { data: await readAppData(ctx, app.storeId, params.prefix) }
  },
})
