import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { productsOf, type Manifest } from './packages/manifest.ts'
import { readIsolated, type ReadPackage } from './packages/read-isolated.ts'
import { signPackage } from './packages/sign-package.ts'
import { appendLogEntry } from './release-log/append-entry.ts'
import { chooseLatest } from './latest-release.ts'
import { beginUpload, dropUpload, endUpload } from './uploads.ts'
import { versionOrder } from './version-order.ts'

export interface ListedAs {
  itemId: string
  version: string
  notes: Text
  publishedAt: Date
}
export interface ReleaseInput extends ListedAs {
  zip: Buffer
}

type Needs = Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>

/** A package that was read and is kept, and not yet listed. */
export type PreparedRelease = ReadPackage

/**
 * Reads, keeps, signs and lists one release, and writes it into the release log (D11), in one
 * transaction: killed anywhere, there is one version or none. A version that exists already with
 * the same bytes is left as it is; with other bytes it is refused, for a version is immutable.
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
 * The part of `publishRelease` that stands outside of a transaction: what it leaves behind when
 * nothing is listed after it, the sweep takes away.
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

/**
 * The part inside: the caller's transaction publishes the release with whatever else it changes, or
 * nothing of both.
 */
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
    throw new Error(`the package says version ${manifest.version}, not ${version}`)
}

async function keep(
  services: Needs,
  { zip }: ReleaseInput,
  { sha256 }: ReadPackage,
): Promise<void> {
  await beginUpload(services, sha256)
  await services.blobs.put(zip)
}

/**
 * The release when it is there with these bytes; one with others is a fault of whoever publishes.
 */
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
  // S3.4: nobody finds a till inside an app whose listing does not say so.
  if (productsOf(manifest).length > 0 && !item.in_app_purchase)
    throw new Error(`${item.prefix} sells inside, but its listing is not marked so`)
}

async function listRelease(
  trx: Services['db'],
  { signingKey, clock }: Needs,
  input: ListedAs,
  { manifest, sha256, size }: ReadPackage,
): Promise<string> {
  const { itemId, version } = input
  // One after the other: of two that publish the same version the second finds it published.
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
  // A version that an import listed gets its package now.
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
