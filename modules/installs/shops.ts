import type { StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { findNextCharge } from '#modules/billing/public.ts'
import { listNamedShops, listOpeners } from '#modules/stores/sessions/public.ts'
import { lookAtInstalled } from './list-installations.ts'
import * as contract from './shops-contract.ts'

/** One row a shop; only of this shop and of linked ones anything is read. */
export const listShops = defineOperation({
  ...contract.listShops,
  run: async (ctx) => {
    const [others, openers] = await Promise.all([listNamedShops(ctx), listOpeners(ctx)])
    const { storeId, storeName, domain, storeUrl } = ctx.actor
    const here = {
      store: { id: storeId, name: storeName, domain, url: storeUrl },
      state: 'here' as const,
      ended_by: null,
      figures: await figuresOf(ctx, storeId),
    }
    const rows = await Promise.all(
      others.map(async ({ id, name, domain, url, linked_at, ended_at, ended_by }) => {
        const state = linked_at === null ? 'unlinked' : ended_at === null ? 'linked' : 'ended'
        return {
          store: { id, name, domain, url },
          state: state as 'linked' | 'unlinked' | 'ended',
          ended_by: state === 'ended' ? ended_by : null,
          figures: state === 'linked' ? await figuresOf(ctx, id) : null,
        }
      }),
    )
    return {
      ...wholeList([here, ...rows]),
      openers: openers.map((one) => ({
        id: one.person_id,
        name: one.person_name,
        from: one.from,
        linked_at: one.linked_at.toISOString(),
        opened_at: one.opened_at?.toISOString() ?? null,
        ended_at: one.ended_at?.toISOString() ?? null,
        ended_by: one.ended_by,
      })),
    }
  },
})

async function figuresOf(ctx: StoreCtx, storeId: string) {
  const [{ items, waiting }, next] = await Promise.all([
    lookAtInstalled(ctx, storeId),
    findNextCharge(ctx, storeId),
  ])
  return { items: items.length, waiting, next }
}
