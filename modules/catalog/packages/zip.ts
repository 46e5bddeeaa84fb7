import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { foldersOf, pathKey, pathProblem, type PackageLimits } from './limits.ts'
import { orBroken, refusePackage } from './problems.ts'

/**
 * Checks before anything is inflated. Two readers must never read a file differently, so the
 * entries must fill it from its first byte to the central directory, and both headers must agree.
 */
const END_RECORD_BYTES = 22
const LOCAL_HEADER_BYTES = 30
const FLAG_ENCRYPTED = 0x0001
const FLAG_DESCRIPTOR = 0x0008
/** Deflate options, descriptor, UTF-8 names; no patches, strong encryption or masked headers. */
const FLAGS_ALLOWED = 0x0006 | FLAG_DESCRIPTOR | 0x0800
const EXTRA_ZIP64 = 0x0001
const EXTRA_UNICODE_PATH = 0x7075
const UNIX_TYPE_MASK = 0o170000
const UNIX_REGULAR = 0o100000
const UNIX_LINK = 0o120000
const UNIX_FOLDER = 0o040000
/** Set user id, set group id, sticky. */
const UNIX_SPECIAL_BITS = 0o7000
const DOS_FOLDER = 0x10

export type ReadAt = (position: number, length: number) => Promise<Buffer>

interface EndRecord {
  entryCount: number
  directoryStart: number
  directoryEnd: number
}

/** The end record must be the very end, after the directory. Packages are too small for Zip64. */
export async function readEndRecord(
  readAt: ReadAt,
  size: number,
  limits: PackageLimits,
): Promise<EndRecord> {
  if (size < END_RECORD_BYTES) throw refusePackage('package.not_a_zip')
  const end = await readAt(size - END_RECORD_BYTES, END_RECORD_BYTES)
  if (end.readUInt32LE(0) !== 0x06054b50) throw await missingEndRecord(readAt, size)
  if (end.readUInt16LE(20) !== 0) throw refusePackage('package.data_after')
  const entryCount = end.readUInt16LE(10)
  const directorySize = end.readUInt32LE(12)
  const directoryStart = end.readUInt32LE(16)
  if (
    end.readUInt16LE(4) !== 0 ||
    end.readUInt16LE(6) !== 0 ||
    end.readUInt16LE(8) !== entryCount
  ) {
    throw refusePackage('package.unsupported_zip', { params: { detail: 'more than one disk' } })
  }
  if (entryCount === 0xffff || directoryStart === 0xffffffff || directorySize === 0xffffffff) {
    throw refusePackage('package.unsupported_zip', { params: { detail: 'Zip64' } })
  }
  if (entryCount > limits.files)
    throw refusePackage('package.too_many_files', { params: { limit: limits.files } })
  const directoryEnd = directoryStart + directorySize
  const recordStart = size - END_RECORD_BYTES
  if (directoryEnd < recordStart) {
    throw refusePackage(
      (await startsWithZip(readAt)) ? 'package.data_between' : 'package.data_before',
      {
        params: { path: 'end' },
      },
    )
  }
  if (directoryEnd > recordStart) {
    throw refusePackage('package.broken_zip', {
      params: { detail: 'the directory runs over its end' },
    })
  }
  return { entryCount, directoryStart, directoryEnd }
}

const startsWithZip = async (readAt: ReadAt) => (await readAt(0, 4)).readUInt32LE(0) === 0x04034b50

/** Distinguishes data after the record (also a comment) from files that are no zip. */
async function missingEndRecord(readAt: ReadAt, size: number): Promise<Error> {
  const tailStart = Math.max(0, size - 0xffff - END_RECORD_BYTES)
  const tail = await readAt(tailStart, size - tailStart)
  return refusePackage(
    tail.includes(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
      ? 'package.data_after'
      : 'package.not_a_zip',
  )
}

/** Checks one directory record by itself. */
export function checkEntry(entry: Entry, limits: PackageLimits): void {
  const params = { path: entry.fileName }
  if (
    entry.fileName.endsWith('/') ||
    typeOf(entry) === UNIX_FOLDER ||
    (entry.externalFileAttributes & DOS_FOLDER) !== 0
  ) {
    throw refusePackage('package.folder_entry', { params })
  }
  const problem = pathProblem(entry.fileName)
  if (problem !== null)
    throw refusePackage(problem === 'hidden' ? 'package.hidden_file' : 'package.path_invalid', {
      params,
    })
  if (typeOf(entry) === UNIX_LINK) throw refusePackage('package.link', { params })
  if (
    (typeOf(entry) !== 0 && typeOf(entry) !== UNIX_REGULAR) ||
    (modeOf(entry) & UNIX_SPECIAL_BITS) !== 0
  )
    throw refusePackage('package.special_file', { params })
  if ((entry.generalPurposeBitFlag & FLAG_ENCRYPTED) !== 0)
    throw refusePackage('package.encrypted', { params })
  if ((entry.generalPurposeBitFlag & ~FLAGS_ALLOWED) !== 0) {
    throw refusePackage('package.unsupported_zip', { params: { detail: 'header flags' } })
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw refusePackage('package.unsupported_zip', {
      params: { detail: `compression method ${entry.compressionMethod}` },
    })
  }
  const secondName = entry.extraFields.some(
    (field) => field.id === EXTRA_ZIP64 || field.id === EXTRA_UNICODE_PATH,
  )
  if (secondName || entry.fileCommentLength > 0)
    throw refusePackage('package.headers_differ', { params })
  if (entry.uncompressedSize > limits.fileBytes) {
    throw refusePackage('package.file_too_large', {
      params: { ...params, limit: inMegabytes(limits.fileBytes) },
    })
  }
  if (entry.compressionMethod === 0 && entry.compressedSize !== entry.uncompressedSize) {
    throw refusePackage('package.size_differs', { params })
  }
  checkRatio(entry, entry.uncompressedSize, limits)
}

const modeOf = (entry: Entry) => entry.externalFileAttributes >>> 16
const typeOf = (entry: Entry) => modeOf(entry) & UNIX_TYPE_MASK

/** A large file with a high compression ratio is a bomb. */
function checkRatio(entry: Entry, bytes: number, limits: PackageLimits): void {
  if (bytes <= limits.ratioFromBytes || bytes <= entry.compressedSize * limits.ratio) return
  throw refusePackage('package.expands_too_much', {
    params: { path: entry.fileName, limit: limits.ratio },
  })
}

export const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** No name twice, and no file where another needs a folder. */
export function checkNames(entries: readonly Entry[]): void {
  const files = new Set<string>()
  for (const { fileName } of entries) {
    if (files.has(pathKey(fileName)))
      throw refusePackage('package.name_twice', { params: { path: fileName } })
    files.add(pathKey(fileName))
  }
  for (const { fileName } of entries) {
    const taken = foldersOf(fileName).find((folder) => files.has(pathKey(folder)))
    if (taken !== undefined)
      throw refusePackage('package.name_conflict', { params: { path: taken } })
  }
}

/** Local headers must equal the directory, and entries must follow each other without gaps. */
export async function checkLayout(
  zip: ZipFile,
  entries: readonly Entry[],
  readAt: ReadAt,
  directoryStart: number,
): Promise<void> {
  const inFileOrder = [...entries].sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  const first = inFileOrder[0]?.relativeOffsetOfLocalHeader ?? directoryStart
  if (first !== 0) throw refusePackage('package.data_before')
  for (const [index, entry] of inFileOrder.entries()) {
    const end = await checkLocalHeader(zip, entry)
    const next = inFileOrder[index + 1]?.relativeOffsetOfLocalHeader ?? directoryStart
    await checkGap(entry, readAt, end, next)
  }
}

/** Returns where the entry's data ends. */
async function checkLocalHeader(zip: ZipFile, entry: Entry): Promise<number> {
  const local = await orBroken(entry.fileName, zip.readLocalFileHeaderPromise(entry))
  const described = (entry.generalPurposeBitFlag & FLAG_DESCRIPTOR) !== 0
  const matches = (here: number, there: number) => here === there || (described && here === 0)
  const same =
    local.fileName.equals(entry.fileNameRaw) &&
    local.generalPurposeBitFlag === entry.generalPurposeBitFlag &&
    local.compressionMethod === entry.compressionMethod &&
    matches(local.crc32, entry.crc32) &&
    matches(local.compressedSize, entry.compressedSize) &&
    matches(local.uncompressedSize, entry.uncompressedSize) &&
    !hasExtra(local.extraField, EXTRA_ZIP64) &&
    !hasExtra(local.extraField, EXTRA_UNICODE_PATH)
  if (!same) throw refusePackage('package.headers_differ', { params: { path: entry.fileName } })
  return (
    entry.relativeOffsetOfLocalHeader +
    LOCAL_HEADER_BYTES +
    local.fileNameLength +
    local.extraFieldLength +
    entry.compressedSize
  )
}

/** Only a correct data descriptor may be between two entries. */
async function checkGap(entry: Entry, readAt: ReadAt, end: number, next: number): Promise<void> {
  const params = { path: entry.fileName }
  const gap = next - end
  if (gap < 0) throw refusePackage('package.entries_overlap', { params })
  const described = (entry.generalPurposeBitFlag & FLAG_DESCRIPTOR) !== 0
  if (!described && gap === 0) return
  if (!described || (gap !== 12 && gap !== 16))
    throw refusePackage('package.data_between', { params })
  const descriptor = await readAt(end, gap)
  const signed = gap === 16 && descriptor.readUInt32LE(0) === 0x08074b50
  const at = gap - 12
  const same =
    (signed || gap === 12) &&
    descriptor.readUInt32LE(at) === entry.crc32 &&
    descriptor.readUInt32LE(at + 4) === entry.compressedSize &&
    descriptor.readUInt32LE(at + 8) === entry.uncompressedSize
  if (!same) throw refusePackage('package.headers_differ', { params })
}

function hasExtra(fields: Buffer, id: number): boolean {
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2)) {
    if (fields.readUInt16LE(at) === id) return true
  }
  return false
}

/**
 * Streams one entry and counts real bytes: it fails when they exceed the declared size or the
 * ratio, and at its end for a wrong size or checksum or a nested archive.
 */
export async function streamEntry(
  zip: ZipFile,
  entry: Entry,
  limits: PackageLimits,
): Promise<Readable> {
  const raw = await orBroken(
    entry.fileName,
    zip.openReadStreamPromise(entry, { decodeFileData: false }),
  )
  const inflate = entry.compressionMethod === 8 ? createInflateRaw() : null
  const check = new CheckedContent(entry, limits, inflate)
  const fail = (error: Error) =>
    check.destroy(error.name === 'Refusal' ? error : damaged(entry, error))
  raw.on('error', fail)
  inflate?.on('error', fail)
  check.once('close', () => {
    raw.destroy()
    inflate?.destroy()
  })
  if (inflate) raw.pipe(inflate).pipe(check)
  else raw.pipe(check)
  return check
}

const damaged = (entry: Entry, error: Error) =>
  refusePackage('package.broken_zip', { params: { detail: `${entry.fileName}: ${error.message}` } })

class CheckedContent extends Transform {
  readonly #entry: Entry
  readonly #limits: PackageLimits
  readonly #inflate: InflateRaw | null
  #bytes = 0
  #crc = 0
  #start = Buffer.alloc(0)

  constructor(entry: Entry, limits: PackageLimits, inflate: InflateRaw | null) {
    super()
    this.#entry = entry
    this.#limits = limits
    this.#inflate = inflate
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length
    this.#crc = crc32(chunk, this.#crc)
    if (this.#start.length < ARCHIVE_HEAD_BYTES)
      this.#start = Buffer.concat([this.#start, chunk]).subarray(0, ARCHIVE_HEAD_BYTES)
    try {
      if (this.#bytes > this.#entry.uncompressedSize) throw this.#refusal('package.size_differs')
      checkRatio(this.#entry, this.#bytes, this.#limits)
      done(null, chunk)
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    const path = this.#entry.fileName
    if (this.#bytes !== this.#entry.uncompressedSize)
      return done(this.#refusal('package.size_differs'))
    // zlib stops at the end of its stream; data after it would be hidden.
    if (this.#inflate && this.#inflate.bytesWritten !== this.#entry.compressedSize) {
      return done(this.#refusal('package.data_between'))
    }
    if (this.#crc !== this.#entry.crc32) return done(this.#refusal('package.checksum_differs'))
    if (isArchive(path, this.#start)) return done(this.#refusal('package.nested_archive'))
    done()
  }

  #refusal(
    code:
      | 'package.size_differs'
      | 'package.data_between'
      | 'package.checksum_differs'
      | 'package.nested_archive',
  ): Error {
    return refusePackage(code, { params: { path: this.#entry.fileName } })
  }
}

const ARCHIVE_HEAD_BYTES = 264
const ARCHIVE_NAME = /\.(?:zip|jar|war|apk|rar|7z|tar|tgz|gz|bz2|xz|zst|br|cab|iso|dmg|phar)$/i
/** First bytes of zip (also empty and split ones), gzip, 7z, RAR, xz, bzip2, zstd, cabinet. */
const ARCHIVE_HEADS = [
  '504b0304',
  '504b0506',
  '504b0708',
  '1f8b',
  '377abcaf271c',
  '526172211a07',
  'fd377a585a00',
  '425a68',
  '28b52ffd',
  '4d534346',
].map((hex) => Buffer.from(hex, 'hex'))

/** Scanners cannot read nested archives. */
function isArchive(path: string, start: Buffer): boolean {
  if (ARCHIVE_NAME.test(path)) return true
  if (ARCHIVE_HEADS.some((head) => start.subarray(0, head.length).equals(head))) return true
  return start.subarray(257, 262).toString('latin1') === 'ustar'
}
