import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { link, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { generateSigningKey, type PrivateKey } from '#modules/catalog/packages/sign-package.ts'
import { openDb } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { loadDemoCatalogue } from '#demo/catalog/load.ts'
import { createDatabase, type TestDatabase } from './database.ts'

/**
 * The demo catalogue, loaded once in a run of the tests: each marketplace begins with a copy of the
 * database and with links to the blobs, which are written once and never changed.
 */

/** Changes with every file that the loaded catalogue comes from. */
function sourceHash(): string {
  const root = join(import.meta.dirname, '../..')
  const hash = createHash('sha256')
  for (const path of globSync(
    ['demo/catalog/**/*', 'modules/catalog/**/*.ts', 'lib/*.ts', 'package-lock.json'],
    { cwd: root },
  ).sort()) {
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 12)
}

const linkAll = async (from: string, to: string): Promise<void> => {
  const files = (await readdir(from, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const targets = files.map((file) => ({
    from: join(file.parentPath, file.name),
    to: join(to, file.parentPath.slice(from.length), file.name),
  }))
  for (const folder of new Set(targets.map((target) => dirname(target.to))))
    await mkdir(folder, { recursive: true })
  await Promise.all(targets.map((target) => link(target.from, target.to)))
}

/**
 * A database with the demo catalogue in it, its blobs under `blobFolder` (which must not exist),
 * and the key they were signed with.
 */
export async function createCatalogueDatabase(
  blobFolder: string,
): Promise<{ database: TestDatabase; signingKey: PrivateKey }> {
  const name = `arasta_catalogue_${sourceHash()}`
  const folder = join(tmpdir(), name)
  const keyFile = join(folder, 'signing-key.json')
  const database = await createDatabase({
    name,
    isWhole: () => existsSync(keyFile),
    async fill(url) {
      rmSync(folder, { recursive: true, force: true })
      const signingKey = generateSigningKey()
      const db = openDb({ url, poolSize: 4 })
      await loadDemoCatalogue({
        db,
        blobs: diskBlobs(join(folder, 'blobs')),
        signingKey,
        clock: systemClock,
      })
      await db.destroy()
      writeFileSync(keyFile, JSON.stringify(signingKey), { mode: 0o600 })
    },
  })
  await linkAll(join(folder, 'blobs'), blobFolder)
  return { database, signingKey: JSON.parse(readFileSync(keyFile, 'utf8')) as PrivateKey }
}
