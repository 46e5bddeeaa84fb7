import type { Services } from '#kernel/context.ts'
import { readPackage, type OpenedPackage } from './read-package.ts'

/** What is larger is not taken into memory for the sake of one of its files. */
const MAX_BYTES = 64 * 1024 * 1024

/** A package that is kept here, opened; null when it is not to be had, or too large. */
export async function openKept(
  { blobs }: Pick<Services, 'blobs'>,
  sha256: string,
): Promise<OpenedPackage | null> {
  const blob = await blobs.read(sha256)
  if (!blob) return null
  if (blob.size > MAX_BYTES) {
    blob.stream.destroy()
    return null
  }
  const chunks: Buffer[] = []
  for await (const chunk of blob.stream) chunks.push(chunk as Buffer)
  return readPackage({ bytes: Buffer.concat(chunks) }, { judge: false })
}

/** A file of a package; null when there is none. */
export async function readPackageFile(
  services: Pick<Services, 'blobs'>,
  sha256: string,
  path: string,
): Promise<Buffer | null> {
  const opened = await openKept(services, sha256)
  if (!opened?.files.some((file) => file.path === path)) return null
  const chunks: Buffer[] = []
  for await (const chunk of await opened.openFile(path)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The same as text. */
export const readPackageText = async (
  services: Pick<Services, 'blobs'>,
  sha256: string,
  path: string,
): Promise<string | null> =>
  (await readPackageFile(services, sha256, path))?.toString('utf8') ?? null
