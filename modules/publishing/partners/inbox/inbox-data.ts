import type { Db } from '#db/client.ts'

/** Who reads questions at a partner. */
export const listReaders = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_members')
    .innerJoin('people', 'people.id', 'partner_members.person_id')
    .select(['people.id', 'people.email', 'people.locale'])
    .where('partner_members.partner_id', '=', partnerId)
    .where('partner_members.role', '<>', 'finance')
    .orderBy('people.id')
    .limit(20)
    .execute()

/** Items that somebody has asked about. */
export const listAskedItems = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contact_messages')
          .select('contact_messages.id')
          .whereRef('contact_messages.item_id', '=', 'items.id')
          .where('contact_messages.partner_id', '=', partnerId),
      ),
    )
    .where('partner_id', '=', partnerId)
    .orderBy('name')
    .limit(200)
    .execute()
