import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'
import { findPartnerOfItem } from '#modules/catalog/public.ts'
import { findNames } from '#modules/identity/public.ts'
import { findInstallationPlace, listInstallationIds } from '#modules/installs/public.ts'
import {
  countChanged,
  listRows,
  MAX_STORE_DATA_ROWS,
  requireStore,
  type StoreData,
} from '#modules/stores/public.ts'
import { refuse } from './errors.ts'
import { writeNote as contract } from './timeline-contract.ts'
import type { NoteSubject } from './timeline-rules.ts'

interface Subject {
  kind: NoteSubject
  id: string
}

/** For the log, which nobody erases: never the text itself. */
const findNote = (db: Db, id: string) =>
  db
    .selectFrom('notes')
    .select(['subject_kind as about', 'subject_id as id'])
    .where('id', '=', id)
    .executeTakeFirst()

const ofStore = async (db: Db, storeId: string) =>
  sql`(subject_kind = 'store' and subject_id = ${storeId}
    or subject_kind = 'installation' and subject_id = any(${await listInstallationIds(db, storeId)}::text[]))`

/** Of notes about a store and what is installed there: they may name people. */
export const storeDataOfNotes: StoreData = {
  collect: async ({ db }, storeId) => ({
    notes: await listRows(
      db,
      sql`select subject_kind as about, text, created_at from notes where ${await ofStore(db, storeId)} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
    ),
  }),
  erase: async (trx, storeId) => ({
    notes: await countChanged(trx, sql`delete from notes where ${await ofStore(trx, storeId)}`),
  }),
}

/** Notes stay as they were written: a correction is another note. */
export const writeNote = defineOperation({
  ...contract,
  audit: { kind: 'note', id: (_input, _ctx, answer) => answer?.id, read: findNote },
  run: async (ctx, { body }) => {
    await requireSubject(ctx, { kind: body.about, id: body.subject })
    const id = newId('not')
    await ctx.db
      .insertInto('notes')
      .values({
        id,
        subject_kind: body.about,
        subject_id: body.subject,
        person_id: personOf(ctx).id,
        text: body.text,
        created_at: ctx.clock.now(),
      })
      .execute()
    return { id }
  },
})

/** Who may not see its page finds nothing. */
async function requireSubject(ctx: ConsoleCtx, { kind, id }: Subject): Promise<void> {
  const { operatorRole: role } = personOf(ctx)
  if (kind !== 'item' && role !== 'admin' && role !== 'support') throw refuse('not_found')
  if (kind === 'store') await requireStore(ctx.db, id)
  else if (kind === 'item') {
    if (!(await findPartnerOfItem(ctx.db, id))) throw refuse('not_found')
  } else if (!(await findInstallationPlace(ctx.db, id))) throw refuse('not_found')
}

export async function listNotes(
  db: Db,
  { kind, id }: Subject,
  page: HappenedPage,
): Promise<Happened[]> {
  const { isBefore, order } = newestFirst(page, ['notes.created_at'], sql`'note-' || id`)
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'person_id', 'text', 'created_at'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where(isBefore)
    .orderBy(order)
    .limit(page.most)
    .execute()
  const names = await findNames(
    db,
    rows.map((row) => row.person_id),
  )
  return rows.map((row) => ({
    id: `note-${row.id}`,
    at: row.created_at,
    source: 'note',
    kind: 'note',
    who: names.get(row.person_id) ?? null,
    text: row.text,
  }))
}
