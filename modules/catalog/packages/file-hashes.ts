import { createHash } from 'node:crypto'
import type { Services } from '#kernel/context.ts'
import { openKept } from './read-file.ts'

/**
 * SHA-384 of these files of a package, as `integrity` has it (`sha384-…`). Read from the package
 * itself, once: a release is immutable. A file that cannot be had is not in the answer.
 */
export async function listFileHashes(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  sha256: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const known = new Map(
    (
      await db
        .selectFrom('package_file_hashes')
        .select(['path', 'sha384'])
        .where('package_sha256', '=', sha256)
        .execute()
    ).map((row) => [row.path, row.sha384]),
  )
  const missing = paths.filter((path) => !known.has(path))
  if (missing.length === 0) return known
  const opened = await openKept({ blobs }, sha256)
  if (!opened) return known
  for (const path of missing.filter((one) => opened.files.some((file) => file.path === one))) {
    const hash = createHash('sha384')
    for await (const chunk of await opened.openFile(path)) hash.update(chunk as Buffer)
    const sha384 = `sha384-${hash.digest('base64')}`
    known.set(path, sha384)
    await db
      .insertInto('package_file_hashes')
      .values({ package_sha256: sha256, path, sha384 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return known
}
