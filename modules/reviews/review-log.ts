import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { canonicalJson, sha256Hex } from '#lib/ids.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'

/**
 * The log of reviews (D14): one line for each event of a review or reply, with the hash of the line
 * before. `verifyReviewLog` finds reviews that were removed or changed without a line; a rewritten
 * log is found by an end that was recorded elsewhere. A line has only a salted hash of the content:
 * the salt is stored with the text and deleted with it, so an erased text cannot be guessed.
 */
type LogAction = 'written' | 'changed' | 'erased' | 'deleted' | 'replied'

/** What is hashed, exactly as in the row. */
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

interface LogEnd {
  position: number
  hash: string
}

const GENESIS = '0'.repeat(64)
/** The end of an empty log: positions begin with 1. */
const NO_LOG: LogEnd = { position: 0, hash: GENESIS }

export const newSalt = (): Buffer => randomBytes(16)

const hashContent = (content: Content, salt: Buffer): string =>
  createHash('sha256').update(salt).update(canonicalJson(content)).digest('hex')

interface Line {
  subject: string
  action: LogAction
  at: Date
  said?: { content: Content; salt: Buffer }
}

/** Appends a line, in the transaction of the change that it records. */
export async function appendToLog(trx: Db, { subject, action, at, said }: Line): Promise<void> {
  // Serializes appends: each line needs the hash of the one before.
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

type LogFault =
  | { kind: 'broken_line'; position: number }
  /** A line that was recorded as the end is missing or different. */
  | { kind: 'lost_end'; position: number }
  /** In the log and not deleted there. */
  | { kind: 'row_missing'; subject: string }
  /** Differs from what was logged. */
  | { kind: 'row_changed'; subject: string }
  /** Not in the log, or deleted there. */
  | { kind: 'row_unknown'; subject: string }

const BATCH = 5_000

/** Compares the whole log with the rows, and with ends (`noted`) that were recorded earlier. */
export async function verifyReviewLog(db: Db, noted: readonly LogEnd[] = []): Promise<LogFault[]> {
  // One snapshot: a review written meanwhile must not seem unknown.
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

/** A check that has not finished by then is started again. */
const TAKEN_OVER_SECONDS = 3_600
const STORED_FAULTS = 100

/**
 * Verifies the log once a day, however often it is called (D14), and records its end. Faults are
 * logged as an error and stored in `review_log_checks`. The end is logged as well, so that somebody
 * with access to the database cannot change it unnoticed. Returns the faults, or null when the
 * check of this day is done or running.
 */
export async function checkReviewLog({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<LogFault[] | null> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql`
    insert into review_log_checks as kept (day, started_at) values (${day}::date, ${now})
    on conflict (day) do update set started_at = ${now}
      where kept.finished_at is null and kept.started_at < ${secondsAfter(now, -TAKEN_OVER_SECONDS)}
    returning day`.execute(db)
  if (rows.length === 0) return null
  const noted = await db
    .selectFrom('review_log_checks')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .execute()
  // Taken before reading: lines that are written meanwhile are checked tomorrow.
  const end = await findLogEnd(db)
  const faults = await verifyReviewLog(
    db,
    noted.filter((one): one is LogEnd => one.position !== null && one.hash !== null),
  )
  await sql`
    update review_log_checks set finished_at = ${clock.now()}, position = ${end.position}, hash = ${end.hash},
      fault_count = ${faults.length}, faults = ${JSON.stringify(faults.slice(0, STORED_FAULTS))}::jsonb
    where day = ${day}::date`.execute(db)
  if (faults.length > 0)
    log.error(
      { faults: faults.slice(0, STORED_FAULTS), count: faults.length, end },
      'the log of reviews does not hold',
    )
  else log.info({ end }, 'the log of reviews holds')
  return faults
}
