import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { readPackage } from '#modules/catalog/packages/read-package.ts'
import { beginUpload, listPrepared, publishRelease } from '#modules/catalog/publish-release.ts'
import { systemClock } from '#lib/clock.ts'
import { openSecrets } from '#tools/launch/secrets.ts'
import type { ProofRun } from '../../proof.ts'
import { openOwnProduct, type OwnProduct } from '../../screens/own-product.ts'
import { openSessions, type Sessions } from '../../screens/people.ts'

/**
 * The whole product as it is built, and a browser in which two owners are signed in, each on a shop
 * of their own.
 */
export interface BrowserTestBed extends OwnProduct {
  sessions: Sessions
  /** Publishes a version of an item, the way every version is. */
  publish(slug: string, version: string, zip: Buffer): Promise<void>
  /**
   * The same for a package that the reader refuses: what a shop shows must be harmless even if a
   * check missed something.
   */
  publishUnjudged(slug: string, version: string, zip: Buffer): Promise<void>
  /** Where pictures of what went wrong lie. */
  pictures: string
}

/** Opened when the first part asks for it, for all parts of the run that need a browser. */
export function openBrowserTestBed(run: ProofRun): () => Promise<BrowserTestBed> {
  let opening: Promise<BrowserTestBed> | undefined
  return () => (opening ??= open(run))
}

async function open(run: ProofRun): Promise<BrowserTestBed> {
  const product = await openOwnProduct(run)
  const services = {
    db: product.db,
    blobs: diskBlobs(join(product.folder, 'blobs')),
    signingKey: openSecrets(product.folder, true).marketKey,
    clock: systemClock,
  }
  const pictures = join(run.root, '.arasta/prove/installs')
  mkdirSync(pictures, { recursive: true })
  const releaseOf = async (slug: string, version: string, zip: Buffer) => {
    const { id } = await product.db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return {
      itemId: id,
      version,
      notes: { en: `Notes of ${version}` },
      publishedAt: systemClock.now(),
      zip,
    }
  }
  return {
    ...product,
    pictures,
    sessions: await openSessions(product.browser, product.addresses),
    async publish(slug, version, zip) {
      await publishRelease(services, await releaseOf(slug, version, zip))
    },
    async publishUnjudged(slug, version, zip) {
      const release = await releaseOf(slug, version, zip)
      const prepared = await readPackage({ bytes: zip }, { judge: false })
      await beginUpload(services, prepared.sha256)
      await services.blobs.put(zip)
      await product.db
        .transaction()
        .execute((trx) => listPrepared(trx, services, release, prepared))
    },
  }
}
