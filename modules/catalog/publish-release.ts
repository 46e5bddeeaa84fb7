import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { type Manifest, productsOf, versionOrder } from './packages/manifest.ts'
import { readIsolated, type ReadPackage } from './packages/read-isolated.ts'
import { signPackage } from './packages/sign-package.ts'
import { appendLogEntry } from './release-log/log.ts'
import { chooseLatest } from './rollouts.ts'

interface ListedAs {
  itemId: string
  version: string
  notes: Text
  publishedAt: Date
}
interface ReleaseInput extends ListedAs {
  zip: Buffer
}

type Needs = Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>

/** A package that was read and stored, and is not published yet. */
export type PreparedRelease = ReadPackage

/**
 * Reads, stores, signs and publishes a release and logs it (D11). A crash leaves one version or
 * none. The same version with the same bytes is kept as it is, with other bytes it is refused.
 */
export async function publishRelease(services: Needs, input: ReleaseInput): Promise<string> {
  const opened = await readIsolated({ bytes: input.zip })
  requireVersion(opened, input)
  const published = await findPublished(services.db, input, opened.sha256)
  if (published) return published
  await requireItsOwn(services.db, input.itemId, opened.manifest)
  await keep(services, input, opened)
  return inTransaction(services, (trx) => listRelease(trx, services, input, opened))
}

/**
 * The part of `publishRelease` outside of a transaction. A package that is not published afterwards
 * is purged.
 */
export async function prepareRelease(
  services: Needs,
  input: ReleaseInput,
): Promise<PreparedRelease> {
  const opened = await readIsolated({ bytes: input.zip })
  requireVersion(opened, input)
  await keep(services, input, opened)
  return opened
}

/** The part inside, in the caller's transaction. */
export async function listPrepared(
  trx: Services['db'],
  services: Needs,
  input: ListedAs,
  prepared: PreparedRelease,
): Promise<string> {
  await requireItsOwn(trx, input.itemId, prepared.manifest)
  return listRelease(trx, services, input, prepared)
}

function requireVersion({ manifest }: ReadPackage, { version }: ListedAs): void {
  if (manifest.version !== version)
    throw new Error(`The package has version ${manifest.version}, not ${version}`)
}

async function keep(
  services: Needs,
  { zip }: ReleaseInput,
  { sha256 }: ReadPackage,
): Promise<void> {
  await beginUpload(services, sha256)
  await services.blobs.put(zip)
}

/** Throws when the release exists with other bytes. */
async function findPublished(
  db: Services['db'],
  { itemId, version }: ListedAs,
  sha256: string,
): Promise<string | null> {
  const existing = await db
    .selectFrom('releases')
    .select(['id', 'package_sha256'])
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!existing || existing.package_sha256 === null) return null
  if (existing.package_sha256 !== sha256)
    throw new Error(`release ${version} of ${itemId} exists with other bytes`)
  return existing.id
}

async function requireItsOwn(
  db: Services['db'],
  itemId: string,
  manifest: Manifest,
): Promise<void> {
  const item = await db
    .selectFrom('items')
    .select(['prefix', 'in_app_purchase'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  if (item.prefix !== manifest.prefix)
    throw new Error(`the package belongs to ${manifest.prefix}, not to ${item.prefix}`)
  // S3.4: the listing of an app with in-app purchases must say so.
  if (productsOf(manifest).length > 0 && !item.in_app_purchase)
    throw new Error(`${item.prefix} has in-app products, but its listing does not say so`)
}

async function listRelease(
  trx: Services['db'],
  { signingKey, clock }: Needs,
  input: ListedAs,
  { manifest, sha256, size }: ReadPackage,
): Promise<string> {
  const { itemId, version } = input
  // The lock makes the second of two concurrent calls find the release of the first.
  await trx
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const meanwhile = await findPublished(trx, input, sha256)
  await (meanwhile ? dropUpload(trx, sha256) : endUpload(trx, sha256))
  if (meanwhile) return meanwhile
  await trx
    .insertInto('packages')
    .values({ sha256, size, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { signature, keyId } = signPackage(sha256, signingKey)
  const known = {
    notes: JSON.stringify(input.notes),
    manifest: JSON.stringify(manifest),
    package_sha256: sha256,
    signature,
    key_id: keyId,
    status: 'published',
    version_order: versionOrder(version),
    published_at: input.publishedAt,
  }
  // A version that was imported without a package gets it now.
  const { id } = await trx
    .insertInto('releases')
    .values({ id: newId('rel'), item_id: itemId, version, ...known })
    .onConflict((conflict) => conflict.columns(['item_id', 'version']).doUpdateSet(known))
    .returning('id')
    .executeTakeFirstOrThrow()
  await chooseLatest(trx, itemId, clock.now())
  await appendLogEntry(trx, id, clock.now())
  return id
}

/**
 * Rows of uploads (PKG-16) are inserted before the bytes are stored and deleted when their release
 * is published. A row that stays was interrupted; `purgeUploads` purges its bytes.
 */
const ABANDONED_SECONDS = 3600

export async function beginUpload(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sha256: string,
): Promise<void> {
  const row = await db
    .insertInto('package_uploads')
    .values({ sha256, started_at: clock.now() })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({ started_at: clock.now() })
        .where('package_uploads.state', '=', 'keeping'),
    )
    .returning('sha256')
    .executeTakeFirst()
  if (!row)
    throw new Error(`The rest of an earlier upload of ${sha256} is being deleted: try again`)
}

async function endUpload(trx: Db, sha256: string): Promise<void> {
  const row = await trx
    .deleteFrom('package_uploads')
    .where('sha256', '=', sha256)
    .where('state', '=', 'keeping')
    .returning('sha256')
    .executeTakeFirst()
  if (!row) throw new Error(`the upload of ${sha256} took too long: try again`)
}

/** For bytes that were published meanwhile. */
const dropUpload = (trx: Db, sha256: string): Promise<unknown> =>
  trx.deleteFrom('package_uploads').where('sha256', '=', sha256).execute()

/** Ends an upload whose bytes are needed by `holder` before a release has them. */
export async function holdPackage(trx: Db, sha256: string, holder: string): Promise<void> {
  await endUpload(trx, sha256)
  await trx
    .insertInto('package_holds')
    .values({ sha256, holder })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const endHold = (trx: Db, sha256: string, holder: string): Promise<unknown> =>
  trx
    .deleteFrom('package_holds')
    .where('sha256', '=', sha256)
    .where('holder', '=', holder)
    .execute()

/** The bytes are purged unless somebody else needs them. */
export async function dropHold(trx: Db, sha256: string, holder: string, now: Date): Promise<void> {
  await endHold(trx, sha256, holder)
  await trx
    .insertInto('package_uploads')
    .values({ sha256, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Deletes the bytes of interrupted uploads, marked first so that nobody publishes them meanwhile.
 * Returns how many.
 */
export async function purgeUploads({
  db,
  blobs,
  clock,
}: Pick<Services, 'db' | 'blobs' | 'clock'>): Promise<number> {
  const before = secondsAfter(clock.now(), -ABANDONED_SECONDS)
  const isWanted = sql<boolean>`(exists (select from packages where packages.sha256 = package_uploads.sha256)
    or exists (select from package_holds where package_holds.sha256 = package_uploads.sha256))`
  await db
    .deleteFrom('package_uploads')
    .where('started_at', '<', before)
    .where('state', '=', 'keeping')
    .where(isWanted)
    .execute()
  await db
    .updateTable('package_uploads')
    .set({ state: 'removing' })
    .where('started_at', '<', before)
    .where(sql<boolean>`not ${isWanted}`)
    .execute()
  const removed = await db
    .selectFrom('package_uploads')
    .select('sha256')
    .where('state', '=', 'removing')
    .execute()
  for (const { sha256 } of removed) {
    await blobs.remove(sha256)
    await db
      .deleteFrom('package_uploads')
      .where('sha256', '=', sha256)
      .where('state', '=', 'removing')
      .execute()
  }
  return removed.length
}
