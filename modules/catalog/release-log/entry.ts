import { z } from 'zod'
import { canonicalJson } from '#lib/canonical-json.ts'
import { MARKETS } from '#lib/market.ts'

export const RELEASE_STATES = ['published', 'halted', 'yanked'] as const
/** Published; halted until somebody has looked at it; withdrawn for good. */
export type ReleaseState = (typeof RELEASE_STATES)[number]

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * One entry of the release log (docs/protocols/release-log.md): what became of a release. The last
 * one of a release is what holds. Its leaf is the canonical JSON of this, as it stands in the log.
 */
export const logEntrySchema = z.strictObject({
  format: z.literal(1),
  index: z.int().min(0),
  state: z.enum(RELEASE_STATES),
  /** Why it was halted, withdrawn or brought back. */
  reason: z.string().max(500).optional(),
  item: z.string().max(60),
  kind: z.enum(MARKETS),
  prefix: z.string().max(120),
  release: z.string().max(60),
  version: z.string().max(100),
  sha256: hash,
  size: z.int().min(1),
  /** Of the package, and the key that made it. */
  signature: z.string().regex(/^[\w-]{86}$/),
  key_id: z.string().max(100),
  published_at: z.iso.datetime(),
  logged_at: z.iso.datetime(),
})
export type LogEntry = z.infer<typeof logEntrySchema>

export const entryText = (entry: LogEntry): string => canonicalJson(logEntrySchema.parse(entry))

/** Null for what is no entry of this format, or not in its canonical form. */
export function readEntry(text: string): LogEntry | null {
  try {
    const read = logEntrySchema.safeParse(JSON.parse(text))
    return read.success && canonicalJson(read.data) === text ? read.data : null
  } catch {
    return null
  }
}
