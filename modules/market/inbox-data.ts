import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { type InboxKind, type Mark, MARK_SECONDS } from './inbox-rules.ts'

interface Subject {
  kind: InboxKind
  id: string
}

export const keyOf = ({ kind, id }: Subject): string => `${kind}:${id}`

const select = (db: Db, kind: InboxKind, ids: readonly string[]) =>
  db
    .selectFrom('inbox_marks')
    .select(['subject', 'assigned_to', 'snoozed_until', 'done_at'])
    .where('kind', '=', kind)
    .where('subject', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

/** How many of each kind are marked as done. */
export async function countDone(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('inbox_marks')
    .select((on) => ['kind', on.fn.countAll<number>().as('count')])
    .where('done_at', 'is not', null)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}

/** Deletes old marks, whose subjects are long gone; part of the hourly housekeeping. */
export const purgeInboxMarks = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  db
    .deleteFrom('inbox_marks')
    .where('marked_at', '<', secondsAfter(clock.now(), -MARK_SECONDS))
    .execute()

/** By the id of what they are about. */
export async function listMarks(
  db: Db,
  kind: InboxKind,
  ids: readonly string[],
): Promise<Map<string, Mark>> {
  if (ids.length === 0) return new Map()
  return new Map((await select(db, kind, ids)).map(({ subject, ...mark }) => [subject, mark]))
}

/** For the audit log: a line for each of these subjects that has a mark. */
export async function readMarks(
  db: Db,
  subjects: readonly Subject[],
): Promise<{ marks: string[] }> {
  const marks: string[] = []
  for (const kind of new Set(subjects.map((one) => one.kind))) {
    const ids = subjects.filter((one) => one.kind === kind).map((one) => one.id)
    for (const [id, mark] of await listMarks(db, kind, ids))
      marks.push([keyOf({ kind, id }), ...partsOf(mark)].join(' '))
  }
  return { marks }
}

const partsOf = (mark: Mark): string[] => [
  ...(mark.assigned_to === null ? [] : [`assigned_to=${mark.assigned_to}`]),
  ...(mark.snoozed_until === null ? [] : [`snoozed_until=${mark.snoozed_until.toISOString()}`]),
  ...(mark.done_at === null ? [] : ['done']),
]

interface Change extends Subject {
  assigned_to?: string | null | undefined
  snoozed_until?: string | null | undefined
  done?: boolean | undefined
  before: Mark | undefined
}

/** What is undefined stays as it is; a mark that says nothing is deleted. */
export async function writeMark(db: Db, change: Change, now: Date): Promise<void> {
  const { kind, id, before } = change
  const kept = <T>(given: T | undefined, was: T | undefined): T | null =>
    (given === undefined ? was : given) ?? null
  const until = change.snoozed_until
  const mark = {
    assigned_to: kept(change.assigned_to, before?.assigned_to),
    snoozed_until: kept(until ? new Date(until) : until, before?.snoozed_until),
    done_at: change.done === undefined ? (before?.done_at ?? null) : change.done ? now : null,
    marked_at: now,
  }
  if (mark.assigned_to === null && mark.snoozed_until === null && mark.done_at === null)
    await db.deleteFrom('inbox_marks').where('kind', '=', kind).where('subject', '=', id).execute()
  else
    await db
      .insertInto('inbox_marks')
      .values({ kind, subject: id, ...mark })
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(mark))
      .execute()
}
