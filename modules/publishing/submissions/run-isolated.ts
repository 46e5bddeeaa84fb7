import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FileChange, IsolatedAnswer, IsolatedRequest } from './check-process.ts'
import type { Services } from '#kernel/context.ts'
import { type SubmissionRow, readBytes } from './data.ts'
import type { Db } from '#db/client.ts'

export interface Caps {
  deadlineMs: number
  heapMegabytes: number
}
/** The largest package that the rules allow takes a few seconds. */
export const CAPS: Caps = { deadlineMs: 60_000, heapMegabytes: 384 }

/** The process timed out, ran out of memory or crashed: there is no verdict. */
export class CouldNotRun extends Error {
  override readonly name = 'CouldNotRun'
}

/**
 * Inspects a package in a process of its own, which can read files but not write them, start
 * processes or see settings. A package that exhausts it costs that process only. Throws
 * `CouldNotRun`.
 */
export async function runIsolated(
  request: IsolatedRequest,
  { deadlineMs, heapMegabytes }: Caps = CAPS,
): Promise<IsolatedAnswer> {
  const child = fork(fileURLToPath(new URL('./check-process.ts', import.meta.url)), [], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${heapMegabytes}`,
      '--permission',
      '--allow-fs-read=*',
    ],
  })
  try {
    const answer = await new Promise<IsolatedAnswer>((resolve, reject) => {
      const deadline = setTimeout(
        () => reject(new CouldNotRun(`No answer within ${deadlineMs} ms`)),
        deadlineMs,
      )
      child.once('message', (message) => {
        clearTimeout(deadline)
        resolve(message as IsolatedAnswer)
      })
      child.once('exit', (code, signal) => {
        clearTimeout(deadline)
        reject(new CouldNotRun(`The process ended: ${signal ?? code}`))
      })
      child.on('error', (error) => reject(new CouldNotRun(error.message)))
      child.send(request, (error) => {
        if (error) reject(new CouldNotRun(error.message))
      })
    })
    if (answer.kind === 'failed') throw new CouldNotRun(answer.message)
    return answer
  } finally {
    child.kill('SIGKILL')
  }
}

type Needs = Pick<Services, 'db' | 'blobs'>

/**
 * The files of a submission compared with those of the published release. Stored, and computed
 * again when another release was published. `files` is null where there is nothing to show (PKG-7:
 * quarantined packages are shown to nobody); `failed` when the comparison could not run.
 */
export async function comparedFiles(
  services: Needs,
  row: Pick<SubmissionRow, 'id' | 'item_id' | 'package_sha256' | 'quarantined'>,
): Promise<{ files: FileChange[] | null; failed: boolean }> {
  if (row.quarantined || row.package_sha256 === null) return { files: null, failed: false }
  const published = (await findPublished(services.db, row.item_id))?.package_sha256 ?? null
  // After the submission itself is published, the stored comparison stays.
  const comparedWith = published === row.package_sha256 ? null : (published ?? '')
  const kept = await services.db
    .selectFrom('submission_files')
    .select(['compared_with', 'files'])
    .where('submission_id', '=', row.id)
    .executeTakeFirst()
  if (kept && (comparedWith === null || kept.compared_with === comparedWith))
    return { files: kept.files as unknown as FileChange[], failed: false }
  const after = await readBytes(services, row.package_sha256)
  // The package of a decided submission may have been deleted.
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

/** The published release of an item, for the comparison. */
export const findPublished = (db: Db, itemId: string) =>
  db
    .selectFrom('items')
    .innerJoin('releases', 'releases.id', 'items.latest_release_id')
    .select(['releases.version', 'releases.package_sha256', 'releases.manifest'])
    .where('items.id', '=', itemId)
    .executeTakeFirst()
