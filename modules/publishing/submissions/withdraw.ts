import { defineOperation } from '#kernel/define-operation.ts'
import { dropHold } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import {
  changeReleaseNotes as notesContract,
  withdrawSubmission as withdrawContract,
} from './contract.ts'
import { changeSubmission, lockSubmission, moveSubmission } from './data.ts'
import { auditOfSubmission } from './present.ts'
import { isOpen } from './transitions.ts'

type Place = { params: { partner: string; item: string; submission: string } }
const audit = { ...auditOfSubmission, id: ({ params }: Place) => params.submission }
const keyOf = ({ params }: Place) => ({
  id: params.submission,
  partnerId: params.partner,
  itemId: params.item,
})
const done = { success: true as const }

export const withdrawSubmission = defineOperation({
  ...withdrawContract,
  audit,
  run: async (ctx, input) => {
    const row = await lockSubmission(ctx.db, keyOf(input))
    if (!row) throw refuse('not_found')
    const now = ctx.clock.now()
    if (
      !(await moveSubmission(ctx.db, row.id, 'withdrawn', {
        decided_at: now,
        claimed_by: null,
        claimed_until: null,
      }))
    )
      throw refuse('submissions.over')
    if (row.package_sha256 !== null) await dropHold(ctx.db, row.package_sha256, row.id, now)
    return done
  },
})

/** Only before the decision: what is published stands in everybody's log. */
export const changeReleaseNotes = defineOperation({
  ...notesContract,
  audit,
  run: async (ctx, input) => {
    const row = await lockSubmission(ctx.db, keyOf(input))
    if (!row || row.version === null) throw refuse('not_found')
    if (!isOpen(row.state)) throw refuse('submissions.over')
    await changeSubmission(ctx.db, row.id, {
      notes: JSON.stringify({
        tr: input.body.notes_tr,
        en: input.body.notes_en,
        ar: input.body.notes_ar,
      }),
    })
    return done
  },
})
