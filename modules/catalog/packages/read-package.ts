import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl'
import type { Services } from '#kernel/context.ts'
import { inspectFile, type FileProblem } from './inspect-file.ts'
import { PACKAGE_LIMITS, type PackageLimits } from './limits.ts'
import { assetsOf, MANIFEST_FILES, parseManifest, type Manifest } from './manifest.ts'
import { refusePackage } from './problems.ts'
import {
  checkEntry,
  checkLayout,
  checkNames,
  inMegabytes,
  readEndRecord,
  streamEntry,
  type ReadAt,
} from './zip.ts'

/** A file on disk or bytes in memory. */
export type PackageSource = { path: string } | { bytes: Uint8Array }

export interface PackageFile {
  path: string
  size: number
  /** Hex. */
  sha256: string
}

export interface OpenedPackage {
  manifest: Manifest
  /** Hex, of the zip itself; identifies the package in the release log. */
  sha256: string
  size: number
  /** All files including the manifest, sorted by name. */
  files: PackageFile[]
  /** A stream that verifies the content; refuses unknown names. */
  openFile(path: string): Promise<Readable>
}

/** A package whose manifest is not parsed. */
export interface PackageContents extends Omit<OpenedPackage, 'manifest'> {
  manifestPath: string
  manifestBytes: Buffer
  /**
   * Forbidden types, contents that contradict their names, active content. `readPackage` refuses
   * the first.
   */
  problems: FileProblem[]
}

interface ReadOptions {
  limits?: PackageLimits
  /** False only for published packages, which were checked before and have a verified hash. */
  judge?: boolean
}

/**
 * Reads a package without trusting it (D11, docs/protocols/package-format.md). It streams: only the
 * manifest is held in memory, and nothing is written under a name from the zip. Refuses with
 * `package.…` codes.
 */
export async function readPackage(
  source: PackageSource,
  options: ReadOptions = {},
): Promise<OpenedPackage> {
  const {
    manifestPath,
    manifestBytes,
    problems: [problem],
    ...contents
  } = await readContents(source, options)
  if (problem)
    throw refusePackage(problem.code, {
      params: { path: problem.path, detail: problem.detail, limit: problem.detail },
    })
  const manifest = parseManifest(manifestPath, manifestBytes)
  const missing = missingAsset(manifest, contents.files)
  if (missing !== undefined)
    throw refusePackage('package.file_missing', { params: { path: missing } })
  return { manifest, ...contents }
}

/** A file that the manifest names and the package lacks. */
export const missingAsset = (
  manifest: Manifest,
  files: readonly Pick<PackageFile, 'path'>[],
): string | undefined =>
  assetsOf(manifest).find((path) => !files.some((file) => file.path === path))

/** The same without parsing the manifest, to report all problems: callers must check `problems`. */
export async function readContents(
  source: PackageSource,
  { limits = PACKAGE_LIMITS, judge = true }: ReadOptions = {},
): Promise<PackageContents> {
  const size = await sizeOf(source)
  if (size > limits.packageBytes) {
    throw refusePackage('package.too_large', {
      params: { limit: inMegabytes(limits.packageBytes) },
    })
  }
  return withZip(source, async (zip) => {
    const entries = await readEntries(zip, source, size, limits)
    const manifestEntry = findManifest(entries)
    const names = new Set(entries.map((entry) => entry.fileName))
    const kind = manifestEntry.fileName === MANIFEST_FILES.app ? 'app' : 'theme'
    const files: PackageFile[] = []
    const problems: FileProblem[] = []
    for (const entry of entries) {
      // The manifest has its own checks.
      const inspector =
        judge && entry !== manifestEntry ? inspectFile(entry.fileName, kind, names) : null
      files.push(await digestEntry(zip, entry, limits, inspector))
      if (inspector && problems.length < MOST_PROBLEMS) problems.push(...(await inspector.finish()))
    }
    return {
      ...(await readManifest(zip, manifestEntry, limits)),
      problems,
      sha256: await hashOf(source),
      size,
      files: files.sort(byPath),
      openFile: (path) => openFile(source, path, limits),
    }
  })
}

const MOST_PROBLEMS = 100

const byPath = (a: PackageFile, b: PackageFile) => (a.path < b.path ? -1 : 1)

async function readEntries(
  zip: ZipFile,
  source: PackageSource,
  size: number,
  limits: PackageLimits,
): Promise<Entry[]> {
  const readAt = await readerOf(source)
  try {
    const end = await readEndRecord(readAt.read, size, limits)
    const entries: Entry[] = []
    let total = 0
    for await (const entry of eachEntry(zip)) {
      checkEntry(entry, limits)
      total += entry.uncompressedSize
      if (total > limits.packageBytes) {
        throw refusePackage('package.too_large', {
          params: { limit: inMegabytes(limits.packageBytes) },
        })
      }
      entries.push(entry)
    }
    // The directory must end at the end record; other data there belongs to no entry.
    if (Number(zip.readEntryCursor) !== end.directoryEnd)
      throw refusePackage('package.data_between', { params: { path: 'end' } })
    checkNames(entries)
    await checkLayout(zip, entries, readAt.read, end.directoryStart)
    return entries
  } finally {
    await readAt.close()
  }
}

/** Translates refusals of yauzl, which checks names before it returns an entry. */
async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'Refusal') throw error
    const [reason = '', path = ''] = error.message.split(/: (.*)/s)
    if (reason === 'invalid characters in fileName')
      throw refusePackage('package.path_backslash', { params: { path } })
    if (reason === 'absolute path')
      throw refusePackage('package.path_absolute', { params: { path } })
    if (reason === 'invalid relative path')
      throw refusePackage('package.path_outside', { params: { path } })
    if (reason.startsWith('strong encryption'))
      throw refusePackage('package.encrypted', { params: { path: 'zip' } })
    if (reason.startsWith('compressed/uncompressed size mismatch')) {
      throw refusePackage('package.size_differs', { params: { path: 'zip' } })
    }
    throw refusePackage('package.broken_zip', { params: { detail: error.message } })
  }
}

async function digestEntry(
  zip: ZipFile,
  entry: Entry,
  limits: PackageLimits,
  inspector: { update(chunk: Buffer): void } | null,
): Promise<PackageFile> {
  const hash = createHash('sha256')
  for await (const chunk of await streamEntry(zip, entry, limits)) {
    hash.update(chunk as Buffer)
    inspector?.update(chunk as Buffer)
  }
  return { path: entry.fileName, size: entry.uncompressedSize, sha256: hash.digest('hex') }
}

function findManifest(entries: readonly Entry[]): Entry {
  const found = entries.filter((entry) =>
    (Object.values(MANIFEST_FILES) as string[]).includes(entry.fileName),
  )
  const [entry] = found
  if (!entry) throw refusePackage('package.manifest_missing')
  if (found.length > 1) throw refusePackage('package.manifest_twice')
  return entry
}

async function readManifest(
  zip: ZipFile,
  entry: Entry,
  limits: PackageLimits,
): Promise<Pick<PackageContents, 'manifestPath' | 'manifestBytes'>> {
  const path = entry.fileName
  if (entry.uncompressedSize > limits.manifestBytes) {
    throw refusePackage('package.file_too_large', {
      params: { path, limit: inMegabytes(limits.manifestBytes) },
    })
  }
  const chunks: Buffer[] = []
  for await (const chunk of await streamEntry(zip, entry, limits)) chunks.push(chunk as Buffer)
  return { manifestPath: path, manifestBytes: Buffer.concat(chunks) }
}

async function openFile(
  source: PackageSource,
  path: string,
  limits: PackageLimits,
): Promise<Readable> {
  const zip = await openZip(source)
  try {
    for await (const entry of eachEntry(zip)) {
      if (entry.fileName !== path) continue
      checkEntry(entry, limits)
      const stream = await streamEntry(zip, entry, limits)
      stream.once('close', () => zip.close())
      return stream
    }
  } catch (error) {
    zip.close()
    throw error
  }
  zip.close()
  throw refusePackage('package.file_missing', { params: { path } })
}

async function withZip<T>(source: PackageSource, use: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await openZip(source)
  try {
    return await use(zip)
  } finally {
    zip.close()
  }
}

async function openZip(source: PackageSource): Promise<ZipFile> {
  const options = {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    decodeStrings: true,
    validateEntrySizes: true,
  }
  try {
    return 'path' in source
      ? await openPromise(source.path, options)
      : await fromBufferPromise(bufferOf(source.bytes), options)
  } catch (error) {
    // A missing or unreadable file is not the author's fault.
    if (error instanceof Error && 'code' in error) throw error
    const message = error instanceof Error ? error.message : String(error)
    if (message.startsWith('Invalid comment length')) throw refusePackage('package.data_after')
    if (message.startsWith('multi-disk')) {
      throw refusePackage('package.unsupported_zip', { params: { detail: 'more than one disk' } })
    }
    throw refusePackage('package.not_a_zip')
  }
}

const bufferOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function sizeOf(source: PackageSource): Promise<number> {
  if ('bytes' in source) return source.bytes.byteLength
  const file = await open(source.path, 'r')
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

async function readerOf(source: PackageSource): Promise<{ read: ReadAt; close(): Promise<void> }> {
  if ('bytes' in source) {
    const buffer = bufferOf(source.bytes)
    return {
      read: async (position, length) => buffer.subarray(position, position + length),
      close: async () => {},
    }
  }
  const file = await open(source.path, 'r')
  const read: ReadAt = async (position, length) =>
    (await file.read(Buffer.alloc(length), 0, length, position)).buffer
  return { read, close: () => file.close() }
}

async function hashOf(source: PackageSource): Promise<string> {
  const hash = createHash('sha256')
  if ('bytes' in source) return hash.update(source.bytes).digest('hex')
  await pipeline(createReadStream(source.path), hash)
  return hash.digest('hex')
}

/** Larger packages are not loaded into memory for one file. */
const MAX_BYTES = 64 * 1024 * 1024

/** Opens a stored package; null when it is missing or too large. */
async function openKept(
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

/** Null when there is no such file. */
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

export const readPackageText = async (
  services: Pick<Services, 'blobs'>,
  sha256: string,
  path: string,
): Promise<string | null> =>
  (await readPackageFile(services, sha256, path))?.toString('utf8') ?? null

/** Bytes of each file of a package as it is sent; null without the package. */
export async function listFileSizes(
  services: Pick<Services, 'blobs'>,
  sha256: string,
): Promise<Record<string, number> | null> {
  const opened = await openKept(services, sha256)
  return opened && Object.fromEntries(opened.files.map((file) => [file.path, file.size]))
}

/**
 * SHA-384 of files of a package, as in `integrity` (`sha384-…`). Computed once, because releases
 * are immutable. Missing files are left out.
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
