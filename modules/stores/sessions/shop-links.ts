import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newSecret } from '#lib/ids.ts'
import { readInsidePath } from '#lib/targets.ts'
import { siteOrigin, type StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import * as contract from './shop-contract.ts'

const done = { success: true as const }
/** How long "Continue as …?" waits for its answer. */
const ENTRY_SECONDS = 300

/**
 * The other shops that the platform's token named as this person's, with the link of each to the
 * person; a shop that never came from its panel is not known here.
 */
export async function listNamedShops({ db, actor }: Pick<StoreCtx, 'db' | 'actor'>) {
  if (actor.alsoRuns.length === 0) return []
  return db
    .selectFrom('stores')
    .leftJoin('store_links as link', (on) =>
      on.onRef('link.store_id', '=', 'stores.id').on('link.person_id', '=', actor.account.id),
    )
    .select(['stores.id', 'stores.name', 'stores.domain', 'stores.url', 'stores.external_id'])
    .select(['link.linked_at', 'link.ended_at', 'link.ended_by'])
    .where('stores.platform_id', '=', actor.platformId)
    .where('stores.external_id', 'in', [...actor.alsoRuns])
    .where('stores.id', '!=', actor.storeId)
    .where('stores.status', '=', 'active')
    .orderBy('stores.name')
    .orderBy('stores.id')
    .execute()
}

/** Those that the person opens from here. */
export const listLinkedShops = async (ctx: Pick<StoreCtx, 'db' | 'actor'>) =>
  ctx.actor.right === 'install'
    ? (await listNamedShops(ctx)).filter((one) => one.linked_at !== null && one.ended_at === null)
    : []

/** Who opens this shop from another one, or did until it was ended. */
export const listOpeners = ({ db, actor }: Pick<StoreCtx, 'db' | 'actor'>) =>
  db
    .selectFrom('store_links as link')
    .innerJoin('stores as other', 'other.id', 'link.linked_from')
    .select(['link.person_id', 'link.person_name', 'link.linked_at', 'link.opened_at'])
    .select(['link.ended_at', 'link.ended_by', 'other.domain as from'])
    .where('link.store_id', '=', actor.storeId)
    .orderBy('link.linked_at', 'desc')
    .orderBy('link.person_id')
    .limit(100)
    .execute()

export const linkShops = defineOperation({
  ...contract.linkShops,
  run: async (ctx) => {
    const { actor, db, clock } = ctx
    const shops = (await listNamedShops(ctx)).filter((one) => one.linked_at === null)
    if (shops.length > 0)
      await db
        .insertInto('store_links')
        .values(
          shops.map((one) => ({
            platform_id: actor.platformId,
            person_id: actor.account.id,
            person_name: actor.account.name,
            store_id: one.id,
            linked_from: actor.storeId,
            linked_at: clock.now(),
          })),
        )
        // One that was ended is made again in that shop only.
        .onConflict((conflict) => conflict.columns(['store_id', 'person_id']).doNothing())
        .execute()
    return { linked: shops.length }
  },
})

/** The shop is named by this session's token and linked; for everybody else it does not exist. */
export async function requireLinkedShop(ctx: StoreCtx, storeId: string) {
  const shop = (await listNamedShops(ctx)).find((one) => one.id === storeId)
  if (!shop || shop.linked_at === null || shop.ended_at !== null) throw refuse('not_found')
  return shop
}

export const openShop = defineOperation({
  ...contract.openShop,
  run: async (ctx, { params, query }) => {
    const { actor, db, clock } = ctx
    const shop = await requireLinkedShop(ctx, params.store)
    const now = clock.now()
    const handle = newSecret()
    const account = {
      ...actor.account,
      right: actor.right,
      stores: [...actor.alsoRuns.filter((id) => id !== shop.external_id), actor.externalId],
      // What the platform said is not good for longer by going from shop to shop.
      until: actor.expiresAt.toISOString(),
    }
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('store_links')
        .set({ opened_at: now })
        .where('store_id', '=', shop.id)
        .where('person_id', '=', actor.account.id)
        .execute()
      await trx
        .insertInto('pending_entries')
        .values({
          handle_hash: hashSecret(handle),
          store_id: shop.id,
          account: JSON.stringify(account),
          locale: ctx.locale,
          store_token_sealed: null,
          target_path: readInsidePath(query.next ?? '') ?? '/account/installed',
          expires_at: secondsAfter(now, ENTRY_SECONDS),
        })
        .execute()
    })
    return { data: { url: `${siteOrigin(ctx, ctx.market, actor.platformId)}/enter/${handle}` } }
  },
})

/** From the other shop by the person, or in this shop by any owner of it. */
export const endShopLink = defineOperation({
  ...contract.endShopLink,
  run: async (ctx, { body }) => {
    const { actor, db, clock } = ctx
    const isHere = body.store === actor.storeId
    if (!isHere) await requireLinkedShop(ctx, body.store)
    const person = isHere ? body.person : actor.account.id
    const { numUpdatedRows } = await db
      .updateTable('store_links')
      .set({ ended_at: clock.now(), ended_by: actor.account.name })
      .where('store_id', '=', body.store)
      .where('person_id', '=', person ?? '')
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('not_found')
    return done
  },
})

export const allowShopLink = defineOperation({
  ...contract.allowShopLink,
  run: async ({ actor, db, clock }, { body }) => {
    const { numUpdatedRows } = await db
      .updateTable('store_links')
      .set({ ended_at: null, ended_by: null, linked_at: clock.now() })
      .where('store_id', '=', actor.storeId)
      .where('person_id', '=', body.person)
      .where('ended_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('not_found')
    return done
  },
})
