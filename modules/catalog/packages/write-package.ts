import { ZipFile } from 'yazl'
import { foldersOf, pathKey, pathProblem } from './limits.ts'
import { refusePackage } from './problems.ts'

export interface FileToPack {
  path: string
  bytes: Uint8Array
}

/** Noon, so that daylight saving time cannot change it; zip dates are local and start in 1980. */
const FIXED_TIME = new Date(1980, 0, 1, 12, 0, 0)

/**
 * The canonical zip: sorted names, one date and mode, no extra fields, and _stored_ without
 * compression, so that the same files give the same SHA-256 on any machine.
 */
export async function writePackage(files: readonly FileToPack[]): Promise<Buffer> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  checkPaths(sorted.map((file) => file.path))
  const zip = new ZipFile()
  for (const { path, bytes } of sorted) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    zip.addBuffer(buffer, path, {
      mtime: FIXED_TIME,
      mode: 0o100644,
      compress: false,
      forceDosTimestamp: true,
    })
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function checkPaths(paths: readonly string[]): void {
  const taken = new Set<string>()
  for (const path of paths) {
    const problem = pathProblem(path)
    if (problem !== null)
      throw refusePackage(problem === 'hidden' ? 'package.hidden_file' : 'package.path_invalid', {
        params: { path },
      })
    if (taken.has(pathKey(path))) throw refusePackage('package.name_twice', { params: { path } })
    taken.add(pathKey(path))
  }
  for (const path of paths) {
    const folder = foldersOf(path).find((one) => taken.has(pathKey(one)))
    if (folder !== undefined)
      throw refusePackage('package.name_conflict', { params: { path: folder } })
  }
}
