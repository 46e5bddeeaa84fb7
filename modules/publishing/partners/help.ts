import { newId } from '#lib/ids.ts'
import type { StoreActor } from '#kernel/actor.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findItem } from '#modules/catalog/public.ts'
import { findUse } from '#modules/installs/public.ts'
import {
  findAskable,
  findResponseSeconds,
  insertQuestion,
  limitQuestions,
} from '#modules/messaging/public.ts'
import { findOrderOfItem } from '#modules/orders/public.ts'
import { refuse } from '../errors.ts'
import * as contract from './help-contract.ts'

/** An item of this market that the store has or had, and what it could tell the seller. */
async function requireHad(ctx: Ctx, store: StoreActor, slug: string, number: string | undefined) {
  const item = await findItem(ctx, { slug }, ctx.locale)
  if (!item || item.market !== ctx.market) throw refuse('catalog.item_not_found')
  const [use, order, seller] = await Promise.all([
    findUse(ctx, store.storeId, item.id),
    findOrderOfItem(ctx, store.storeId, item.id, number ?? null),
    findAskable(ctx.db, item.id),
  ])
  if (!use && !order) throw refuse('help.never_had')
  const installed = use && use.uninstalledAt === null ? use.version : null
  return { item, seller, installed, order }
}

export const getHelp = defineOperation({
  ...contract.getHelp,
  run: async (ctx, { params, query }) => {
    const had = await requireHad(ctx, ctx.actor, params.slug, query.order)
    const { item, seller, order } = had
    return {
      data: {
        item: {
          id: item.id,
          slug: item.slug,
          market: item.market,
          name: item.name,
          icon: item.icon,
        },
        seller: seller?.name ?? null,
        response_seconds: seller ? await findResponseSeconds(ctx, seller.id) : null,
        facts: {
          shop: ctx.actor.domain,
          version: had.installed,
          order: order ? { number: order.number, at: order.created_at.toISOString() } : null,
        },
      },
    }
  },
})

/** The seller learns the text and the facts that the owner ticked, and nothing else of the store. */
export const askForHelp = defineOperation({
  ...contract.askForHelp,
  run: async (ctx, { params, body }) => {
    const { domain, storeId, account } = ctx.actor
    const had = await requireHad(ctx, ctx.actor, params.slug, body.order)
    const { item, seller } = had
    if (!seller) throw refuse('help.nobody_reads')
    await limitQuestions(ctx, storeId)
    const shares = (fact: (typeof body.share)[number]) => body.share.includes(fact)
    const id = newId('msg')
    await inTransaction(ctx, async (trx) => {
      await insertQuestion(ctx, trx, {
        id,
        partnerId: seller.id,
        itemId: item.id,
        storeId,
        written: {
          // For the market only: by the address it finds what a person asks to have erased.
          fullname: account.name,
          email: account.email,
          subject: body.subject,
          message: body.message,
          shared: {
            shop: shares('shop') ? domain : null,
            version: shares('version') ? had.installed : null,
            order: shares('order') ? (had.order?.number ?? null) : null,
          },
        },
      })
      await ctx.notifyDeveloper(ctx, trx, {
        messageId: id,
        key: id,
        partnerId: seller.id,
        itemName: seller.item,
      })
    })
    return { data: { id } }
  },
})
