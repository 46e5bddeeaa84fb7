import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { randomCode, sha256Hex } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { grantSubscription } from '#modules/orders/public.ts'
import { selectSubscriptions } from './data.ts'
import * as contract from './developer-contract.ts'
import { refuse } from './errors.ts'

const CODE_LENGTH = 12
const CODE_SECONDS = 3_600

/** Nobody is charged real money by mistake. */
export const requireTestGateway = ({ gateway }: Pick<Services, 'gateway'>): void => {
  if (!gateway.capabilities.isTest) throw refuse('billing.no_test_gateway')
}

const findDeveloper = (db: Db, storeId: string) =>
  db
    .selectFrom('developer_stores')
    .innerJoin('partners', 'partners.id', 'developer_stores.partner_id')
    .select(['partners.name', 'developer_stores.created_at'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()

export const getDeveloperAccess = defineOperation({
  ...contract.getDeveloperAccess,
  run: async (ctx) => {
    const developer = await findDeveloper(ctx.db, ctx.actor.storeId)
    return {
      data: {
        is_offered: ctx.gateway.capabilities.isTest,
        developer: developer
          ? { name: developer.name, since: developer.created_at.toISOString() }
          : null,
      },
    }
  },
})

export const makeDeveloperCode = defineOperation({
  ...contract.makeDeveloperCode,
  limits: (ctx) => [
    {
      key: `developer code ${ctx.actor.kind === 'store' ? ctx.actor.storeId : ''}`,
      most: 20,
      seconds: 86_400,
    },
  ],
  run: async (ctx) => {
    requireTestGateway(ctx)
    const { storeId } = ctx.actor
    if (await findDeveloper(ctx.db, storeId)) throw refuse('billing.has_developer')
    const now = ctx.clock.now()
    const code = randomCode(CODE_LENGTH)
    const row = {
      code_sha256: sha256Hex(code),
      created_at: now,
      expires_at: secondsAfter(now, CODE_SECONDS),
    }
    await ctx.db
      .insertInto('developer_codes')
      .values({ store_id: storeId, ...row })
      .onConflict((conflict) => conflict.column('store_id').doUpdateSet(row))
      .execute()
    return { data: { code, expires_at: row.expires_at.toISOString() } }
  },
})

export const endDeveloperAccess = defineOperation({
  ...contract.endDeveloperAccess,
  run: (ctx) =>
    inTransaction(ctx, async (trx) => {
      const { storeId } = ctx.actor
      await trx.deleteFrom('developer_codes').where('store_id', '=', storeId).execute()
      const { numDeletedRows } = await trx
        .deleteFrom('developer_stores')
        .where('store_id', '=', storeId)
        .executeTakeFirst()
      return { data: { ended: numDeletedRows > 0n } }
    }),
})

const readTestStore = (db: Db, storeId: string) =>
  db
    .selectFrom('developer_stores')
    .select('store_id')
    .where('store_id', '=', storeId)
    .executeTakeFirst()

export const addTestStore = defineOperation({
  ...contract.addTestStore,
  audit: { kind: 'test_store', id: (_input, _ctx, answer) => answer?.id, read: readTestStore },
  // Codes have sixty random bits; guessing is slow all the same.
  limits: (_ctx, { params }) => [
    { key: `developer store ${params.partner}`, most: 30, seconds: 3_600 },
  ],
  run: async (ctx, { params, body }) => {
    requireTestGateway(ctx)
    const now = ctx.clock.now()
    const spent = await ctx.db
      .deleteFrom('developer_codes')
      .where('code_sha256', '=', sha256Hex(body.code.toUpperCase()))
      .where('expires_at', '>', now)
      .returning('store_id')
      .executeTakeFirst()
    if (!spent)
      throw refuse('input.invalid', { fields: { code: { code: 'billing.code_unknown' } } })
    await ctx.db
      .insertInto('developer_stores')
      .values({ store_id: spent.store_id, partner_id: params.partner, created_at: now })
      .onConflict((conflict) =>
        conflict.column('store_id').doUpdateSet({ partner_id: params.partner, created_at: now }),
      )
      .execute()
    await startClock(ctx.db, spent.store_id, now)
    return { id: spent.store_id }
  },
})

/** From now on the store has a time of its own, in which its access ends with its subscriptions. */
async function startClock(trx: Db, storeId: string, now: Date): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('test_clocks')
    .values({ store_id: storeId, now_at: now, target_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return
  const live = await selectSubscriptions(trx)
    .where('store_id', '=', storeId)
    .where('state', 'in', ['trialing', 'active', 'past_due'])
    .execute()
  for (const row of live) await grantSubscription(trx, row, null, now)
}

export const removeTestStore = defineOperation({
  ...contract.removeTestStore,
  audit: { kind: 'test_store', id: ({ params }) => params.store, read: readTestStore },
  run: async (ctx, { params }) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('developer_stores')
      .where('store_id', '=', params.store)
      .where('partner_id', '=', params.partner)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw refuse('billing.no_test_store')
    return { success: true as const }
  },
})
