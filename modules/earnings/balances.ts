import { defineOperation } from '#kernel/define-operation.ts'
import { personOf } from '#kernel/actor.ts'
import { newId } from '#lib/ids.ts'
import { toMinor } from '#lib/money.ts'
import {
  adjustEarnings as adjustContract,
  noteChargeback as chargebackContract,
  payEarnings as payContract,
} from './contract.ts'
import {
  findEntry,
  findPartnerNamed,
  findStatementRow,
  insertEntry,
  waitForEarnings,
} from './data.ts'
import { refuse } from './errors.ts'
import { mailPayout } from './mails.ts'
import { noteChargedBack } from './note-entries.ts'
import { isDue } from './present.ts'
import { dayThere, numberOf } from './rules.ts'

const refuseField = (name: string) =>
  refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })
/** Audit of entries that the operator adds to a partner's balance. */
const audit = {
  kind: 'earnings',
  id: (_input: unknown, _ctx: unknown, answer?: { id: string }) => answer?.id,
  read: findEntry,
}

export const adjustEarnings = defineOperation({
  ...adjustContract,
  audit,
  run: async (ctx, { body }) => {
    const [partner, amountMinor] = [
      await findPartnerNamed(ctx.db, body.partner),
      toMinor(body.amount),
    ]
    if (!partner) throw refuseField('partner')
    if (!amountMinor) throw refuseField('amount')
    const id = newId('ere')
    await insertEntry(
      {
        id,
        partner_id: partner.id,
        currency: body.currency,
        kind: 'adjustment',
        at: ctx.clock.now(),
        amount_minor: amountMinor,
        reason: body.reason,
        noted_by: personOf(ctx).id,
      },
      ctx.db,
    )
    return { id }
  },
})

/** Pays the newest statement of a partner and currency, which includes what older ones left. */
export const payEarnings = defineOperation({
  ...payContract,

  audit: {
    kind: 'earnings',
    id: ({ params }) => params.statement,
    read: async (db, id) => {
      const row = await findStatementRow(db, id, null)
      return row && { paid_on: row.paid_on, reference: row.paid_reference }
    },
  },

  run: async (ctx, { params, body }) => {
    // A month that is being closed changes which statement is the newest.
    await waitForEarnings(ctx.db)
    const row = await findStatementRow(ctx.db, params.statement, null)
    if (!row) throw refuse('not_found')
    if (!isDue(row)) throw refuse('earnings.not_due')
    if (body.day > dayThere(ctx.clock.now()) || body.day < row.month_day) throw refuseField('day')
    await insertEntry(
      {
        id: newId('ere'),
        partner_id: row.partner_id,
        currency: row.currency,
        kind: 'payout',
        at: ctx.clock.now(),
        amount_minor: -row.closing_minor,
        reference: body.reference,
        noted_by: personOf(ctx).id,
        pays_id: row.id,
        paidOn: body.day,
      },
      ctx.db,
    )
    await mailPayout(ctx, {
      id: row.id,
      partnerId: row.partner_id,
      currency: row.currency,
      month: row.month_day,
      number: numberOf(row),
      amountMinor: row.closing_minor,
      day: body.day,
      reference: body.reference,
    })
    return { success: true as const }
  },
})

export const noteChargeback = defineOperation({
  ...chargebackContract,
  audit,
  run: async (ctx, { params, body }) => {
    const amountMinor = body.amount === null ? null : toMinor(body.amount)
    if (body.amount !== null && amountMinor === null) throw refuseField('amount')
    const order = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', params.order)
      .executeTakeFirst()
    if (!order) throw refuse('not_found')
    await waitForEarnings(ctx.db)
    const id = await noteChargedBack(ctx.db, {
      orderId: order.id,
      amountMinor,
      reference: body.reference,
      by: personOf(ctx).id,
      at: ctx.clock.now(),
    })
    if (id === null) throw refuse('earnings.nothing_left')
    return { id }
  },
})
