import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import type { Entry, LocalFileHeader, ZipFile } from 'yauzl'

/** Caps of the package format, version 1. */
export const packageCaps = {
  packageBytes: 512 * 1024 * 1024,
  fileBytes: 256 * 1024 * 1024,
  entries: 50_000,
} as const

/** Why a zip is not accepted, in words for engineers. */
export class BadZip extends Error {}

const refuse = (why: string): never => {
  throw new BadZip(why)
}

const endOfDirectory = 0x06054b50
const descriptorMark = 0x08074b50
const flag = { encrypted: 0x1, deflateOptions: 0x6, descriptor: 0x8, utf8: 0x800 } as const
const knownFlags = flag.deflateOptions | flag.descriptor | flag.utf8
/** Extra fields that give an entry another size or name than its header. */
const doubleMeaning = new Set([0x0001, 0x7075])

/**
 * Reads a package without leaving room for a second opinion: entries lie one after another from the
 * first byte to the directory, both headers of an entry agree, and the directory ends with the
 * file. `visit` gets every file in turn.
 */
export async function readZip(
  bytes: Buffer,
  visit: (path: string, content: Buffer) => Promise<void>,
): Promise<void> {
  const directory = findDirectory(bytes)
  const zip = await open(bytes)
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    refuse(`broken directory: ${(error as Error).message}`)
  }
  if (entries.length !== directory.entries) refuse('the number of entries is wrong')
  checkNames(entries.map((entry) => entry.fileName))
  entries.forEach(checkKind)
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (unpacked > packageCaps.packageBytes) refuse('unpacks to more than 512 MB')

  let at = 0
  for (const entry of entries.sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader !== at) refuse('data before, between or over the entries')
    const header = await zip
      .readLocalFileHeaderPromise(entry)
      .catch((error: Error) => refuse(error.message))
    checkHeader(entry, header)
    at = header.fileDataStart + entry.compressedSize
    if (entry.generalPurposeBitFlag & flag.descriptor) at += descriptorLength(bytes, at, entry)
    await visit(entry.fileName, await contentOf(zip, entry))
  }
  if (at !== directory.start) refuse('data between the last entry and the directory')
}

function findDirectory(bytes: Buffer): { start: number; entries: number } {
  const end = bytes.length - 22
  const isEnd =
    end >= 0 && bytes.readUInt32LE(end) === endOfDirectory && bytes.readUInt16LE(end + 20) === 0
  if (!isEnd) refuse('not a zip, or data after its end')
  const entries = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  const isWhole = bytes.readUInt32LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === entries
  if (!isWhole) refuse('split over discs')
  if (start + bytes.readUInt32LE(end + 12) !== end)
    refuse('the directory is not where it is said to be')
  if (entries === 0 || entries > packageCaps.entries) refuse('empty, or too many entries')
  return { start, entries }
}

const open = (bytes: Buffer): Promise<ZipFile> =>
  fromBufferPromise(bytes, {
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
    decodeStrings: true,
  }).catch((error: Error) => refuse(error.message))

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    const parts = name.split('/')
    if (
      !/^[A-Za-z0-9._/-]{1,200}$/.test(name) ||
      parts.some((part) => part === '' || part.startsWith('.'))
    ) {
      refuse(`not a path of a package: ${JSON.stringify(name.slice(0, 200))}`)
    }
    if (seen.has(name.toLowerCase())) refuse(`two entries called ${name}`)
    seen.add(name.toLowerCase())
  }
  for (const name of seen) {
    const parts = name.split('/')
    if (parts.some((_, at) => at > 0 && seen.has(parts.slice(0, at).join('/'))))
      refuse(`a file is also a folder of ${name}`)
  }
}

function checkKind(entry: Entry): void {
  const madeOnUnix = entry.versionMadeBy >> 8 === 3
  const mode = madeOnUnix ? entry.externalFileAttributes >>> 16 : 0
  const type = mode & 0o170000
  const isFolder = (entry.externalFileAttributes & 0x10) !== 0
  // Nor one that would run as its owner or group.
  if ((type !== 0 && type !== 0o100000) || (mode & 0o7000) !== 0 || isFolder)
    refuse(`${entry.fileName} is not a regular file`)
  if ((entry.generalPurposeBitFlag & ~knownFlags) !== 0)
    refuse(`${entry.fileName} is encrypted or of an unknown kind`)
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    refuse(`${entry.fileName} is compressed in an unknown way`)
  if (entry.uncompressedSize > packageCaps.fileBytes)
    refuse(`${entry.fileName} is larger than 256 MB`)
  if (entry.extraFields.some((field) => doubleMeaning.has(field.id)))
    refuse(`${entry.fileName} has a second name or size`)
}

function checkHeader(entry: Entry, header: LocalFileHeader): void {
  const described = (header.generalPurposeBitFlag & flag.descriptor) !== 0
  const sizes = (crc: number, packed: number, size: number) =>
    header.crc32 === crc && header.compressedSize === packed && header.uncompressedSize === size
  const agrees =
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod &&
    header.generalPurposeBitFlag === entry.generalPurposeBitFlag &&
    (sizes(entry.crc32, entry.compressedSize, entry.uncompressedSize) ||
      (described && sizes(0, 0, 0))) &&
    !hasDoubleMeaning(header.extraField)
  if (!agrees) refuse(`the two headers of ${entry.fileName} disagree`)
}

function hasDoubleMeaning(extra: Buffer): boolean {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (doubleMeaning.has(extra.readUInt16LE(at))) return true
  }
  return false
}

/**
 * Length of the record after an entry's data, which must say the same as the directory; its mark is
 * optional.
 */
function descriptorLength(bytes: Buffer, at: number, entry: Entry): number {
  for (const marked of [true, false]) {
    const from = marked ? at + 4 : at
    if (from + 12 > bytes.length || (marked && bytes.readUInt32LE(at) !== descriptorMark)) continue
    if (
      bytes.readUInt32LE(from) === entry.crc32 &&
      bytes.readUInt32LE(from + 4) === entry.compressedSize &&
      bytes.readUInt32LE(from + 8) === entry.uncompressedSize
    )
      return marked ? 16 : 12
  }
  return refuse(`the record after ${entry.fileName} disagrees`)
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch (error) {
    refuse(`${entry.fileName} does not unpack: ${(error as Error).message}`)
  }
  const content = Buffer.concat(chunks)
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
    refuse(`${entry.fileName} is damaged`)
  return content
}
