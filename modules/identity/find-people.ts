import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Found, holdsWords, type Sought } from '#kernel/found.ts'

const NAME_AND_MAIL = sql`fold(people.name || ' ' || people.email)`

/** People of the console by their name or mail address; the place is the partner's, if any. */
export async function findPeople(db: Db, { words }: Sought, most: number): Promise<Found[]> {
  const rows = await db
    .selectFrom('people')
    .select((on) => [
      'id',
      'name',
      'email',
      on
        .selectFrom('operators')
        .select('role')
        .whereRef('operators.person_id', '=', 'people.id')
        .as('operator_role'),
      on
        .selectFrom('partner_members')
        .select('partner_id')
        .whereRef('partner_members.person_id', '=', 'people.id')
        .orderBy('created_at')
        .limit(1)
        .as('partner_id'),
    ])
    .where(holdsWords(NAME_AND_MAIL, words))
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    place: row.operator_role === null ? (row.partner_id ?? '') : '',
    title: row.name,
    detail: row.email,
    state: row.operator_role === null ? 'partner' : 'operator',
  }))
}
