import type { z } from 'zod'
import { canonicalJson } from '#lib/canonical-json.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret } from '#lib/ids.ts'
import type { InputParsed, Operation } from '#lib/operation.ts'
import { refuse } from '#lib/refusal.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { implement, type Ctx, type Services } from './ctx.ts'
import { FORM_KEY, PRESS_KEY } from './press-key.ts'

/** A press that nobody has finished for so long is taken up again: its process is gone. */
const ABANDONED_SECONDS = 60
const PURPOSE = 'form-press'

/**
 * `implement` for what a form of the storefront creates: sent again with the same key, by the same store or network address and with the same content, the first answer comes back and
 * nothing is created. Pages that many are shown carry the same key, so the content counts too.
 */
export function implementOnce<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<P, Q, B, O>, work: (ctx: Ctx, input: InputParsed<Operation<P, Q, B, O>>) => Promise<z.input<O>>,
) {
  if (!operation.headers?.[PRESS_KEY]) throw new Error(`${operation.id} does not declare the key of its form`)
  return implement(operation, async (ctx, input) => {
    const key = (input as { headers: Record<string, string> }).headers[PRESS_KEY]
    if (key === undefined) return work(ctx, input)
    if (!FORM_KEY.test(key)) throw refuse('input.invalid', { fields: { [PRESS_KEY]: { code: 'field.invalid' } } })
    const { params, query, body } = input as { params: unknown; query: unknown; body: unknown }
    const who = ctx.actor.kind === 'store' ? ctx.actor.storeId : ctx.ip
    return once(ctx, hashSecret(canonicalJson(JSON.parse(JSON.stringify([key, operation.id, who, params, query, body])))), () => work(ctx, input))
  })
}

async function once<T>(ctx: Ctx, id: Buffer, work: () => Promise<T>): Promise<T> {
  const now = ctx.clock.now()
  const taken = await ctx.db.insertInto('form_presses').values({ id, at: now })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ at: now }).where('form_presses.answer_sealed', 'is', null).where('form_presses.at', '<', secondsAfter(now, -ABANDONED_SECONDS)))
    .returning('id').executeTakeFirst()
  if (!taken) {
    const known = await ctx.db.selectFrom('form_presses').select('answer_sealed').where('id', '=', id).executeTakeFirst()
    if (known?.answer_sealed == null) throw refuse('form.under_way', { retryAfter: 1 })
    return JSON.parse(unseal(ctx.sealing, PURPOSE, known.answer_sealed)) as T
  }
  try {
    const answer = await work()
    await ctx.db.updateTable('form_presses').set({ answer_sealed: seal(ctx.sealing, PURPOSE, JSON.stringify(answer)) }).where('id', '=', id).execute()
    return answer
  } catch (error) {
    // What was refused may be sent again.
    await ctx.db.deleteFrom('form_presses').where('id', '=', id).execute()
    throw error
  }
}

/** Housekeeping. */
export const deleteOldFormPresses = (db: Services['db'], before: Date) => db.deleteFrom('form_presses').where('at', '<', before).execute()
