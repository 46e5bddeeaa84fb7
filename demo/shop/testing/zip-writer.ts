import { crc32 } from 'node:zlib'

/** One entry of a zip that is written byte by byte, so that a test can lie about any of them. */
export interface RawEntry {
  name: string
  content: string | Buffer
  /** Unix mode in the directory; default a regular file. */
  mode?: number
  /** General purpose flags in both headers. */
  flags?: number
  /** What the local header says instead of the truth. */
  local?: { name?: string; size?: number; crc?: number }
  /** Bytes of an extra field in the directory. */
  extra?: Buffer
  method?: number
}

export interface RawZip {
  before?: Buffer
  between?: Buffer
  after?: Buffer
  comment?: string
}

/** Writes a zip of stored entries, or a broken one. */
export function writeZip(
  entries: readonly RawEntry[],
  { before, between, after, comment = '' }: RawZip = {},
): Buffer {
  const parts: Buffer[] = before ? [before] : []
  const directory: Buffer[] = []
  let at = before?.length ?? 0
  const push = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const {
    name,
    content,
    mode = 0o100644,
    flags = 0,
    local = {},
    extra = Buffer.alloc(0),
    method = 0,
  } of entries) {
    const bytes = Buffer.from(content)
    const start = at
    const localName = Buffer.from(local.name ?? name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(method, 8)
    head.writeUInt32LE(local.crc ?? crc32(bytes), 14)
    head.writeUInt32LE(local.size ?? bytes.length, 18)
    head.writeUInt32LE(local.size ?? bytes.length, 22)
    head.writeUInt16LE(localName.length, 26)
    push(Buffer.concat([head, localName, bytes]))
    if (between) push(between)
    const row = Buffer.alloc(46)
    row.writeUInt32LE(0x02014b50, 0)
    row.writeUInt16LE(0x0314, 4)
    row.writeUInt16LE(20, 6)
    row.writeUInt16LE(flags, 8)
    row.writeUInt16LE(method, 10)
    row.writeUInt32LE(crc32(bytes), 16)
    row.writeUInt32LE(bytes.length, 20)
    row.writeUInt32LE(bytes.length, 24)
    row.writeUInt16LE(Buffer.byteLength(name), 28)
    row.writeUInt16LE(extra.length, 30)
    row.writeUInt32LE((mode << 16) >>> 0, 38)
    row.writeUInt32LE(start, 42)
    directory.push(Buffer.concat([row, Buffer.from(name), extra]))
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...parts, table, end, Buffer.from(comment), after ?? Buffer.alloc(0)])
}
