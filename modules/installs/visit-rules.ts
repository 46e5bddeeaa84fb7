import { z } from 'zod'

/** What a measured visit of a shop may say, and how visits are counted (docs/decisions/0064). */

export const MAX_MS = 10_000
export const MAX_KB = 20_000
export const MAX_START_MS = 30_000

/** Sent by the measuring script; whatever is beyond these bounds is not believed. */
export const visit = z.strictObject({
  start: z.number().int().min(1).max(MAX_START_MS).nullable(),
  packages: z
    .array(
      z.strictObject({
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        ms: z.number().int().min(0).max(MAX_MS),
        kb: z.number().int().min(0).max(MAX_KB),
        failed: z.boolean(),
      }),
    )
    .max(40),
})
export type Visit = z.output<typeof visit>

export const MEASURES = ['ms', 'kb', 'failed', 'start'] as const
export type Measure = (typeof MEASURES)[number]

/** Days that figures are made of, today among them. */
export const VISIT_DAYS = 7
export const KEEP_VISIT_DAYS = 30
/** Of one network, a day and store: all the days of a figure together are fewer than `ENOUGH`. */
export const VISITS_OF_NETWORK = 2
/** Of one store and day. */
export const VISITS_OF_STORE = 1_000
/** A figure needs so many visits, so that no single network can make one. */
export const ENOUGH_VISITS = 20
/** Errors are reported when so many visits saw one: more than a single network can bring. */
export const FAILING_VISITS = VISITS_OF_NETWORK * VISIT_DAYS + 1

const STEPS = 12
/** Buckets grow by 6 % each, so a figure read from them is off by 3 % at most. */
export const bucketOf = (value: number): number => Math.round(STEPS * Math.log2(1 + value))
const valueOf = (bucket: number): number => Math.round(2 ** (bucket / STEPS) - 1)

export interface Count {
  bucket: number
  visits: number
}
export const countVisits = (counts: readonly Count[]): number =>
  counts.reduce((sum, { visits }) => sum + visits, 0)

/** The value that `share` of the visits did not exceed; null when there are too few. */
export function quantile(counts: readonly Count[], share: number): number | null {
  const all = countVisits(counts)
  if (all < ENOUGH_VISITS) return null
  let left = all * share
  for (const { bucket, visits } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    left -= visits
    if (left <= 0) return valueOf(bucket)
  }
  return null
}
