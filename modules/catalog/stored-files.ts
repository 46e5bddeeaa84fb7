import type { Db } from '#db/client.ts'

/** Packages that must be in the blob store, in order after `after`; '' begins. */
export const listPackages = async (db: Db, after: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('packages')
      .select('sha256')
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(most)
      .execute()
  ).map((row) => row.sha256)

/** The same of packages without a release that somebody still needs. */
export const listHeldPackages = async (db: Db, after: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('package_holds')
      .select('sha256')
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(most)
      .execute()
  ).map((row) => row.sha256)

/** The same of files of pictures. */
export const listKeptPictures = async (db: Db, after: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('picture_files')
      .select('path')
      .where('path', '>', after)
      .where('state', '=', 'kept')
      .orderBy('path')
      .limit(most)
      .execute()
  ).map((row) => row.path)
