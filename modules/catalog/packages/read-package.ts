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

/** Where a package's bytes are: a file on disk (never the name of an entry) or memory. */
export type PackageSource = { path: string } | { bytes: Uint8Array }

export interface PackageFile {
  path: string
  size: number
  /** Hex. */
  sha256: string
}

export interface OpenedPackage {
  manifest: Manifest
  /** Hex, of the zip itself: the package's name in the release log. */
  sha256: string
  size: number
  /** Every file, the manifest too, by name. */
  files: PackageFile[]
  /**
   * The content of one file, checked again while it flows; refuses a name that is not in `files`.
   */
  openFile(path: string): Promise<Readable>
}

/** A package whose manifest nobody has looked into yet. */
export interface PackageContents extends Omit<OpenedPackage, 'manifest'> {
  manifestPath: string
  manifestBytes: Buffer
  /**
   * What may not be in a package: types, contents that are not what their names say, active
   * content. `readPackage` refuses the first of them.
   */
  problems: FileProblem[]
}

export interface ReadOptions {
  limits?: PackageLimits
  /**
   * False only for packages that were judged when they were published: their hash says that they
   * are the same.
   */
  judge?: boolean
}

/**
 * Reads a package and believes nothing in it (D11, docs/protocols/package-format.md). Streams: no
 * file is held in memory but the manifest, and nothing is ever written under a name from the zip.
 * Throws a `package.…` refusal that says what is wrong.
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

/** A file that the manifest names and that is not there. */
export const missingAsset = (
  manifest: Manifest,
  files: readonly Pick<PackageFile, 'path'>[],
): string | undefined =>
  assetsOf(manifest).find((path) => !files.some((file) => file.path === path))

/**
 * The same without a look into the manifest, for who wants to say everything that is wrong with it:
 * whoever uses the files must look at `problems`.
 */
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
      // The manifest is judged by its own reader.
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

/** An author mends these first. */
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
    // yauzl counts on from the directory's start; anything left before the end record is data that
    // no entry owns.
    if (Number(zip.readEntryCursor) !== end.directoryEnd)
      throw refusePackage('package.data_between', { params: { path: 'end' } })
    checkNames(entries)
    await checkLayout(zip, entries, readAt.read, end.directoryStart)
    return entries
  } finally {
    await readAt.close()
  }
}

/**
 * yauzl's own refusals, as ours. It checks names before it hands an entry out, so these cannot be
 * checked here first.
 */
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
    // A missing or unreadable file is our trouble, not the author's.
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

/** What is larger is not taken into memory for the sake of one of its files. */
const MAX_BYTES = 64 * 1024 * 1024

/** A package that is kept here, opened; null when it is not to be had, or too large. */
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
