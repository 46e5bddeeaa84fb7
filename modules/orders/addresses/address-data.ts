import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Addresses } from '#db/types.gen.ts'

export type AddressRow = Selectable<Addresses>
/** D23: identity numbers and the address frozen in an order are sealed under this purpose. */
export const ADDRESS_PURPOSE = 'address'

export const findAddresses = (db: Db, storeId: string) =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('updated_at', 'desc')
    .execute()

export const findAddress = (db: Db, storeId: string, id: string) =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export type AddressValues = Omit<
  AddressRow,
  'id' | 'store_id' | 'is_default' | 'created_at' | 'updated_at' | 'deleted_at'
>

export const insertAddress = (
  db: Db,
  row: AddressValues & { id: string; store_id: string; is_default: boolean },
  at: Date,
) =>
  db
    .insertInto('addresses')
    .values({ ...row, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const changeAddress = (
  db: Db,
  storeId: string,
  id: string,
  values: AddressValues & { is_default: boolean },
  at: Date,
) =>
  db
    .updateTable('addresses')
    .set({ ...values, updated_at: at })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const removeAddress = (db: Db, storeId: string, id: string, at: Date) =>
  db
    .updateTable('addresses')
    .set({ deleted_at: at, is_default: false })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Only one address of a store is the default: the old one makes way first. */
export const clearDefault = (db: Db, storeId: string) =>
  db
    .updateTable('addresses')
    .set({ is_default: false })
    .where('store_id', '=', storeId)
    .where('is_default', '=', true)
    .execute()

export const makeDefault = (db: Db, storeId: string, id: string) =>
  db
    .updateTable('addresses')
    .set({ is_default: true })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
