import { crc32, deflateRawSync } from 'node:zlib'

/**
 * Test support: writes zips by hand, honest by default, so that a test can make one lie at one
 * place.
 */
export interface ForgedEntry {
  name: string
  content?: string | Uint8Array
  /** 0 stored, 8 deflated (default 0). */
  method?: number
  /** General purpose flags; bit 3 adds a data descriptor. */
  flags?: number
  /** Unix mode, type bits included. */
  mode?: number
  dosAttributes?: number
  /** What the local header says instead. */
  localName?: string
  localCrc?: number
  /** What both headers say instead of the truth. */
  claimedSize?: number
  claimedCrc?: number
  /** Bytes put behind the data, inside the compressed size. */
  hiddenInside?: Uint8Array
  /** Bytes put behind the entry, outside of every size. */
  hiddenBehind?: Uint8Array
  /** Points the directory at another offset. */
  offset?: number
  extra?: Buffer
  comment?: string
  descriptor?: 'with signature' | 'without signature' | 'wrong'
}

export interface ForgedZip {
  before?: Uint8Array
  after?: Uint8Array
  comment?: string
  /** Bytes between the directory and the end record. */
  beforeEnd?: Uint8Array
  claimedEntries?: number
}

export function forgeZip(
  entries: readonly ForgedEntry[],
  { before, after, comment, beforeEnd, claimedEntries }: ForgedZip = {},
): Buffer {
  const parts: Buffer[] = before ? [Buffer.from(before)] : []
  const directory: Buffer[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const shift = before?.length ?? 0
  for (const entry of entries) {
    const offset = length() - shift
    const written = writeEntry(entry)
    parts.push(...written.parts)
    directory.push(directoryRecord(entry, written, entry.offset ?? offset))
  }
  const start = length() - shift
  const records = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(claimedEntries ?? entries.length, 8)
  end.writeUInt16LE(claimedEntries ?? entries.length, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(start, 16)
  end.writeUInt16LE(Buffer.byteLength(comment ?? ''), 20)
  return Buffer.concat([
    ...parts,
    records,
    Buffer.from(beforeEnd ?? []),
    end,
    Buffer.from(comment ?? ''),
    Buffer.from(after ?? []),
  ])
}

interface Written {
  parts: Buffer[]
  crc: number
  compressedSize: number
  size: number
}

function writeEntry(entry: ForgedEntry): Written {
  const content = Buffer.from(entry.content ?? 'content')
  const data = Buffer.concat([
    entry.method === 8 ? deflateRawSync(content) : content,
    Buffer.from(entry.hiddenInside ?? []),
  ])
  const crc = entry.claimedCrc ?? crc32(content)
  const size = entry.claimedSize ?? content.length
  const described = ((entry.flags ?? 0) & 8) !== 0
  const name = Buffer.from(entry.localName ?? entry.name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(entry.flags ?? 0, 6)
  header.writeUInt16LE(entry.method ?? 0, 8)
  header.writeUInt32LE(described ? 0 : (entry.localCrc ?? crc), 14)
  header.writeUInt32LE(described ? 0 : data.length, 18)
  header.writeUInt32LE(described ? 0 : size, 22)
  header.writeUInt16LE(name.length, 26)
  const parts: Buffer[] = [header, name, data]
  if (described)
    parts.push(descriptorOf(entry.descriptor ?? 'with signature', crc, data.length, size))
  parts.push(Buffer.from(entry.hiddenBehind ?? []))
  return { parts, crc, compressedSize: data.length, size }
}

function descriptorOf(
  kind: NonNullable<ForgedEntry['descriptor']>,
  crc: number,
  compressedSize: number,
  size: number,
): Buffer {
  const signature = Buffer.from([0x50, 0x4b, 0x07, 0x08])
  const numbers = Buffer.alloc(12)
  numbers.writeUInt32LE(crc, 0)
  numbers.writeUInt32LE(compressedSize, 4)
  numbers.writeUInt32LE(kind === 'wrong' ? size + 1 : size, 8)
  return kind === 'without signature' ? numbers : Buffer.concat([signature, numbers])
}

function directoryRecord(
  entry: ForgedEntry,
  { crc, compressedSize, size }: Written,
  offset: number,
): Buffer {
  const name = Buffer.from(entry.name)
  const extra = entry.extra ?? Buffer.alloc(0)
  const comment = Buffer.from(entry.comment ?? '')
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE((3 << 8) | 63, 4)
  record.writeUInt16LE(20, 6)
  record.writeUInt16LE(entry.flags ?? 0, 8)
  record.writeUInt16LE(entry.method ?? 0, 10)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(compressedSize, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt16LE(comment.length, 32)
  record.writeUInt32LE((((entry.mode ?? 0o100644) << 16) | (entry.dosAttributes ?? 0)) >>> 0, 38)
  record.writeUInt32LE(offset, 42)
  return Buffer.concat([record, name, extra, comment])
}

/** A manifest that is good, for packages that are not. */
export const GOOD_MANIFEST = {
  format: 1,
  kind: 'app',
  prefix: 'hello',
  version: '1.0.0',
  name: { tr: 'Merhaba', en: 'Hello', ar: 'مرحبا' },
  permissions: [{ code: 'tracking_code', required: true, reason: { en: 'Shows a greeting.' } }],
  tracking_codes: [
    {
      id: 'greeting',
      placement: 3,
      title: { en: 'Every page: a greeting' },
      summary: { en: 'At the end of the page.' },
      html: '<script src="{{asset:hello.js}}" nonce="{{csp:nonce}}" defer></script>',
    },
  ],
  compatibility: { platforms: { 1: '*' } },
}

export const manifestEntry = (manifest: unknown = GOOD_MANIFEST): ForgedEntry => ({
  name: 'arasta.app.json',
  content: JSON.stringify(manifest),
})

/** A whole good package with some entries more. */
export const forgePackage = (more: readonly ForgedEntry[] = [], zip: ForgedZip = {}): Buffer =>
  forgeZip([manifestEntry(), { name: 'hello.js', content: 'document.title' }, ...more], zip)
