import type { Services } from '#kernel/context.ts'
import { readBytes } from './bytes.ts'
import type { FileChange } from './compare-packages.ts'
import type { SubmissionRow } from './data.ts'
import { findPublished } from './queue-data.ts'
import { CouldNotRun, runIsolated } from './run-isolated.ts'

type Needs = Pick<Services, 'db' | 'blobs'>

/**
 * The files of a submission beside those of the published release: kept from the first time on,
 * made anew when another release is published meanwhile. `files` is null where there is nothing to
 * show (PKG-7: what is quarantined is shown to nobody), `failed` where nobody could tell.
 */
export async function comparedFiles(
  services: Needs,
  row: Pick<SubmissionRow, 'id' | 'item_id' | 'package_sha256' | 'quarantined'>,
): Promise<{ files: FileChange[] | null; failed: boolean }> {
  if (row.quarantined || row.package_sha256 === null) return { files: null, failed: false }
  const published = (await findPublished(services.db, row.item_id))?.package_sha256 ?? null
  // Once it is published itself, what it was compared with stands.
  const comparedWith = published === row.package_sha256 ? null : (published ?? '')
  const kept = await services.db
    .selectFrom('submission_files')
    .select(['compared_with', 'files'])
    .where('submission_id', '=', row.id)
    .executeTakeFirst()
  if (kept && (comparedWith === null || kept.compared_with === comparedWith))
    return { files: kept.files as unknown as FileChange[], failed: false }
  const after = await readBytes(services, row.package_sha256)
  // Of what is decided the bytes may be gone.
  if (after === null) return { files: null, failed: false }
  try {
    const answer = await runIsolated({
      kind: 'compare',
      before: comparedWith ? await readBytes(services, comparedWith) : null,
      after,
    })
    if (answer.kind !== 'compared') return { files: null, failed: true }
    const known = { compared_with: comparedWith ?? '', files: JSON.stringify(answer.files) }
    await services.db
      .insertInto('submission_files')
      .values({ submission_id: row.id, ...known })
      .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(known))
      .execute()
    return { files: answer.files, failed: false }
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error
    return { files: null, failed: true }
  }
}
