import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Market } from '#lib/market.ts'
import { marketDay, marketDayStart } from '#lib/market-days.ts'
import { personOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  deleteShareRule as deleteContract,
  listShareRules as listContract,
  setShareRule as setContract,
} from './contract.ts'
import { findPartnerByName, hasSalesSince, listNamedRules, RULE } from './data.ts'
import { refuse } from './errors.ts'

export const listShareRules = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const [rules, today] = [await listNamedRules(ctx.db), marketDay(ctx.zones, ctx.clock.now())]
    const isReplaced = (one: (typeof rules)[number]) =>
      rules.some(
        (other) =>
          other.partnerId === one.partnerId &&
          other.market === one.market &&
          other.validFrom > one.validFrom &&
          other.validFrom <= today,
      )
    return {
      rules: rules.map((one) => ({
        id: one.id,
        partner: one.partnerId === null ? null : { id: one.partnerId, name: one.partner ?? '' },
        market: one.market as Market | null,
        from: one.validFrom,
        rate: one.rateBp === null ? null : one.rateBp / 100,
        state:
          one.validFrom > today
            ? ('coming' as const)
            : isReplaced(one)
              ? ('past' as const)
              : ('in_force' as const),
        set_by: one.set_by,
      })),
    }
  },
})

export const setShareRule = defineOperation({
  ...setContract,
  audit: { kind: 'share_rule', id: (_input, _ctx, answer) => answer?.id, read: findRule },
  run: async (ctx, { body }) => {
    const partner = body.partner ? await findPartnerByName(ctx.db, body.partner) : null
    if (partner === undefined)
      throw refuse('input.invalid', { fields: { partner: { code: 'field.invalid' } } })
    if (body.rate === null && partner === null && body.market === null)
      throw refuse('input.invalid', { fields: { rate: { code: 'field.required' } } })
    const begun = body.from <= marketDay(ctx.zones, ctx.clock.now())
    if (begun && (await hasSalesSince(ctx.db, marketDayStart(ctx.zones, body.from))))
      throw refuse('earnings.day_begun')
    const id = newId('shr')
    const row = {
      id,
      partner_id: partner?.id ?? null,
      market: body.market,
      validFrom: body.from,
      rate_bp: body.rate === null ? null : Math.round(body.rate * 100),
      set_by: personOf(ctx).id,
      set_at: ctx.clock.now(),
    }
    if (!(await insertRule(ctx.db, row))) throw refuse('earnings.rule_there')
    return { id }
  },
})

export const deleteShareRule = defineOperation({
  ...deleteContract,
  audit: { kind: 'share_rule', id: ({ params }) => params.rule, read: findRule },
  run: async (ctx, { params }) => {
    const rule = await findRule(ctx.db, params.rule)
    if (!rule) throw refuse('not_found')
    if (rule.validFrom <= marketDay(ctx.zones, ctx.clock.now())) throw refuse('earnings.rule_begun')
    await deleteRule(ctx.db, params.rule)
    return { success: true as const }
  },
})

/** False when such a rule begins on that day already. */
const insertRule = async (
  db: Db,
  {
    validFrom,
    ...row
  }: {
    id: string
    partner_id: string | null
    market: string | null
    validFrom: string
    rate_bp: number | null
    set_by: string | null
    set_at: Date
  },
): Promise<boolean> =>
  (await db
    .insertInto('share_rules')
    .values({ ...row, valid_from: sql<Date>`${validFrom}::date` })
    .onConflict((conflict) => conflict.constraint('share_rules_one_at_once').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

function findRule(db: Db, id: string) {
  return db.selectFrom('share_rules').select(RULE).where('id', '=', id).executeTakeFirst()
}

const deleteRule = (db: Db, id: string) =>
  db.deleteFrom('share_rules').where('id', '=', id).execute()
