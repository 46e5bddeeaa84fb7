import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { canonicalJson } from '#lib/canonical-json.ts'
import { sha256Hex } from '#lib/ids.ts'

/**
 * The log of reviews (D14): what happened to each review and reply, one line after the other, each
 * with the hash of the one before. Whoever removes or changes a review behind the log's back is
 * found by `verifyReviewLog`; whoever rewrites the log itself, by an end of it that somebody noted
 * earlier. Of what was said a line holds a salted hash only: the salt stands with the text and goes
 * with it, so that nothing of an erased text can be guessed back, and the chain stays whole.
 */
export type LogAction = 'written' | 'changed' | 'erased' | 'deleted' | 'replied'

/** What a line is about, exactly as the row says it. */
export type Content =
  | {
      kind: 'review'
      itemId: string
      storeId: string
      stars: number
      version: string
      text: string
    }
  | { kind: 'reply'; reviewId: string; partnerId: string; text: string }

export interface LogEnd {
  position: number
  hash: string
}

const GENESIS = '0'.repeat(64)
/** A row whose line cannot be there: the log begins with 1. */
export const NO_LOG: LogEnd = { position: 0, hash: GENESIS }

export const newSalt = (): Buffer => randomBytes(16)

const hashContent = (content: Content, salt: Buffer): string =>
  createHash('sha256').update(salt).update(canonicalJson(content)).digest('hex')

interface Line {
  subject: string
  action: LogAction
  at: Date
  said?: { content: Content; salt: Buffer }
}

/** Appends a line; inside the transaction of the change it tells of. */
export async function appendToLog(trx: Db, { subject, action, at, said }: Line): Promise<void> {
  // The chain has one end: whoever appends waits for the one before.
  await sql`select pg_advisory_xact_lock(727003)`.execute(trx)
  const end = await findLogEnd(trx)
  const entry = canonicalJson({
    subject,
    action,
    at: at.toISOString(),
    content: said ? hashContent(said.content, said.salt) : null,
  })
  await trx
    .insertInto('review_log')
    .values({
      position: end.position + 1,
      subject,
      entry,
      previous_hash: end.hash,
      hash: sha256Hex(end.hash + entry),
    })
    .execute()
}

export async function findLogEnd(db: Db): Promise<LogEnd> {
  const row = await db
    .selectFrom('review_log')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { position: row.position, hash: row.hash } : NO_LOG
}

export type LogFault =
  | { kind: 'broken_line'; position: number }
  /** A line that somebody had noted as the end is not there, or another one stands in its place. */
  | { kind: 'lost_end'; position: number }
  /** The log knows it and nobody deleted it. */
  | { kind: 'row_missing'; subject: string }
  /** It is not what was written. */
  | { kind: 'row_changed'; subject: string }
  /** The log knows nothing of it, or that it was deleted. */
  | { kind: 'row_unknown'; subject: string }

const BATCH = 5_000

/**
 * Reads the whole log and all that it tells of. `noted`: ends that somebody wrote down earlier. No
 * faults: an empty list.
 */
export async function verifyReviewLog(db: Db, noted: readonly LogEnd[] = []): Promise<LogFault[]> {
  // One look at one moment, or a review written meanwhile would seem unknown.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const faults: LogFault[] = []
      const last = new Map<string, { action: LogAction; content: string | null }>()
      const expected = new Map(
        noted.filter((end) => end.position > 0).map((end) => [end.position, end.hash]),
      )
      let end = NO_LOG
      for (;;) {
        const lines = await trx
          .selectFrom('review_log')
          .selectAll()
          .where('position', '>', end.position)
          .orderBy('position')
          .limit(BATCH)
          .execute()
        for (const line of lines) {
          const { position } = line
          const { subject, action, content } = JSON.parse(line.entry) as {
            subject: string
            action: LogAction
            content: string | null
          }
          const whole =
            position === end.position + 1 &&
            line.previous_hash === end.hash &&
            line.hash === sha256Hex(line.previous_hash + line.entry) &&
            subject === line.subject
          if (!whole) faults.push({ kind: 'broken_line', position })
          if (expected.get(position) === line.hash) expected.delete(position)
          last.set(subject, { action, content })
          end = { position, hash: line.hash }
        }
        if (lines.length < BATCH) break
      }
      faults.push(
        ...[...expected.keys()].map((position): LogFault => ({ kind: 'lost_end', position })),
      )
      for (const { subject, content, salt } of await listContents(trx)) {
        const known = last.get(subject)
        last.delete(subject)
        if (!known || known.action === 'deleted') faults.push({ kind: 'row_unknown', subject })
        else if (known.content !== hashContent(content, salt))
          faults.push({ kind: 'row_changed', subject })
      }
      for (const [subject, { action }] of last)
        if (action !== 'deleted') faults.push({ kind: 'row_missing', subject })
      return faults
    })
}

async function listContents(
  db: Db,
): Promise<{ subject: string; content: Content; salt: Buffer }[]> {
  const [reviews, replies] = [
    await db
      .selectFrom('reviews')
      .select(['id', 'item_id', 'store_id', 'stars', 'version', 'text', 'salt'])
      .execute(),
    await db
      .selectFrom('review_replies')
      .select(['id', 'review_id', 'partner_id', 'text', 'salt'])
      .execute(),
  ]
  return [
    ...reviews.map((row) => ({
      subject: row.id,
      salt: row.salt,
      content: {
        kind: 'review' as const,
        itemId: row.item_id,
        storeId: row.store_id,
        stars: row.stars,
        version: row.version,
        text: row.text,
      },
    })),
    ...replies.map((row) => ({
      subject: row.id,
      salt: row.salt,
      content: {
        kind: 'reply' as const,
        reviewId: row.review_id,
        partnerId: row.partner_id,
        text: row.text,
      },
    })),
  ]
}
