import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import { changeSubmission, lockSubmission } from './data.ts'
import { auditOfSubmission } from './submissions.ts'
import { SCHEDULE_DAYS, UNFINISHED_STATES } from './rules.ts'

/** Null: as soon as it is approved. Refuses times that are over or too far ahead. */
export function readPublishAt(
  { clock }: Pick<Services, 'clock'>,
  given: string | null,
): Date | null {
  if (given === null) return null
  const [at, now] = [new Date(given), clock.now()]
  const code =
    at <= now
      ? 'field.past'
      : at > secondsAfter(now, SCHEDULE_DAYS * 86_400)
        ? 'field.too_late'
        : null
  if (code !== null) throw refuse('input.invalid', { fields: { publish_at: { code } } })
  return at
}

/** An approved release without a time is published by the worker within seconds. */
export const scheduleRelease = defineOperation({
  ...contract.scheduleRelease,
  audit: { ...auditOfSubmission, id: ({ params }) => params.submission },
  run: async (ctx, { params, body }) => {
    const row = await lockSubmission(ctx.db, {
      id: params.submission,
      partnerId: params.partner,
      itemId: params.item,
    })
    if (!row || row.version === null) throw refuse('not_found')
    if (!UNFINISHED_STATES.includes(row.state)) throw refuse('submissions.over')
    const chosen = readPublishAt(ctx, body.publish_at)
    const isApproved = row.state === 'scheduled'
    await changeSubmission(ctx.db, row.id, {
      publish_at: chosen ?? (isApproved ? ctx.clock.now() : null),
    })
    if (chosen === null && isApproved)
      await ctx.jobs.enqueue(ctx.db, 'publish-release', { id: row.id })
    return { success: true as const }
  },
})
