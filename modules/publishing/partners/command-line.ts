import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import { findPartner, listItemsOf } from './partners.ts'

const MOST_ITEMS = 20

export const getCommandLine = defineOperation({
  ...contract.getCommandLine,
  run: async (ctx, { params }) => {
    const [partner, items] = await Promise.all([
      findPartner(ctx.db, params.partner),
      listItemsOf(ctx.db, params.partner, null, MOST_ITEMS),
    ])
    if (!partner) throw refuse('not_found')
    return {
      package: ctx.commandLinePackage,
      contact: ctx.branding.both.mail ?? (ctx.operator.mail || null),
      console: ctx.consoleOrigin,
      partner: { name: partner.name, website: partner.website },
      items: items.map((one) => ({
        prefix: one.prefix,
        name: one.name,
        market: one.market as 'app' | 'theme',
      })),
    }
  },
})
