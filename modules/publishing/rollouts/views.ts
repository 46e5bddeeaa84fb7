import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { listAllRollouts as allContract, listRollouts as listContract } from './contract.ts'
import { isItemOf, listOfItem, listUnderWay } from './data.ts'
import { presentRollouts } from './present.ts'

const MOST_OF_ITEM = 10
const MOST = 50

export const listRollouts = defineOperation({
  ...listContract,
  run: async (ctx, { params }) => {
    if (!(await isItemOf(ctx.db, params.partner, params.item))) throw refuse('not_found')
    return {
      rollouts: await presentRollouts(
        ctx.db,
        await listOfItem(ctx.db, params.item, MOST_OF_ITEM),
        ctx.clock.now(),
      ),
    }
  },
})

export const listAllRollouts = defineOperation({
  ...allContract,
  run: async (ctx) => {
    const rows = await listUnderWay(ctx.db, MOST)
    const shown = await presentRollouts(ctx.db, rows, ctx.clock.now())
    return {
      rollouts: shown.map((one, index) => ({
        ...one,
        item: { id: rows[index]?.item_id ?? '', name: rows[index]?.item_name ?? '' },
        partner: rows[index]?.partner_name ?? '',
      })),
    }
  },
})
