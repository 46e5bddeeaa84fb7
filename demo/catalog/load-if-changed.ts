import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../kernel/context.ts'
import { DEMO_CATALOGUE } from '../../server/demo-market.ts'

const SOURCES = ['.', '../../modules/catalog', '../../package-lock.json'].map((path) =>
  join(import.meta.dirname, path),
)

/**
 * Names, sizes and times of everything that the catalogue is made of: a few milliseconds instead of
 * a build.
 */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const top = await stat(source)
    const files = top.isDirectory()
      ? (await readdir(source, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [source]
    for (const file of files) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** Are the packages that the database knows really there? */
async function hasPackages({ db, blobs }: Pick<Services, 'db' | 'blobs'>): Promise<boolean> {
  for (const { sha256 } of await db.selectFrom('packages').select('sha256').execute())
    if (!(await blobs.has(sha256))) return false
  return true
}

/**
 * Loads the demo catalogue when it is not what was loaded last; a second start does next to
 * nothing.
 */
export async function loadDemoCatalogueIfChanged(
  services: Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>,
): Promise<void> {
  const now = await fingerprint()
  const last = await services.db
    .selectFrom('loaded')
    .select('fingerprint')
    .where('name', '=', DEMO_CATALOGUE)
    .executeTakeFirst()
  if (last?.fingerprint === now && (await hasPackages(services))) return
  const { loadDemoCatalogue } = await import('./load.ts')
  await loadDemoCatalogue(services)
  const row = { fingerprint: now, at: services.clock.now() }
  await services.db
    .insertInto('loaded')
    .values({ name: DEMO_CATALOGUE, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
