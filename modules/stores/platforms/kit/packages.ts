import { crc32 } from 'node:zlib'

/** Packages in the canonical form of the package format, and zips that lie. */

export interface Entry {
  name: string
  content: string | Buffer
  /** Unix mode; a regular file, if nothing is said. */
  mode?: number
  /** The name in the local header, in place of the same. */
  localName?: string
}

/**
 * A stored zip: what the market publishes, byte for byte, when the entries are sorted and nothing
 * lies.
 */
export function writeZip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, mode = 0o100644, localName = name } of entries) {
    const bytes = Buffer.from(content)
    const written = Buffer.from(localName)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(0x800, 6)
    // 1980-01-01 12:00:00
    head.writeUInt16LE(0x6000, 10)
    head.writeUInt16LE(0x21, 12)
    head.writeUInt32LE(crc32(bytes), 14)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(written.length, 26)
    const row = Buffer.alloc(46)
    row.writeUInt32LE(0x02014b50, 0)
    row.writeUInt16LE(0x0314, 4)
    row.writeUInt16LE(20, 6)
    row.writeUInt16LE(0x800, 8)
    row.writeUInt16LE(0x6000, 12)
    row.writeUInt16LE(0x21, 14)
    row.writeUInt32LE(crc32(bytes), 16)
    row.writeUInt32LE(bytes.length, 20)
    row.writeUInt32LE(bytes.length, 24)
    row.writeUInt16LE(Buffer.byteLength(name), 28)
    row.writeUInt32LE((mode << 16) >>> 0, 38)
    row.writeUInt32LE(at, 42)
    directory.push(Buffer.concat([row, Buffer.from(name)]))
    parts.push(head, written, bytes)
    at += head.length + written.length + bytes.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, table, end])
}

const manifestOf = (kind: 'app' | 'theme', prefix: string, version: string): Entry => ({
  name: `arasta.${kind}.json`,
  content: JSON.stringify(
    kind === 'theme'
      ? { format: 1, kind, prefix, version, stylesheet: 'theme.css' }
      : { format: 1, kind, prefix, version },
  ),
})

/** An item's package with these files besides its manifest. */
export function packageOf(
  prefix: string,
  files: Record<string, string> = {},
  { version = '1.0.0', kind = 'app' as 'app' | 'theme', more = [] as readonly Entry[] } = {},
): Buffer {
  const entries = [
    manifestOf(kind, prefix, version),
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
    ...more,
  ]
  return writeZip(entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
}

/** Zips that nobody may unpack, by what is wrong with them. */
export const hostileZips: readonly { what: string; bytes: (prefix: string) => Buffer }[] = [
  { what: 'no zip at all', bytes: () => Buffer.from('this is no zip') },
  {
    what: 'a zip that ends in the middle',
    bytes: (prefix) => packageOf(prefix, { 'app.js': 'void 0' }).subarray(0, 60),
  },
  ...[
    '../out.js',
    'a/../../out.js',
    '/etc/arasta-kit',
    'a\\..\\..\\out.js',
    './app.js',
    'a//b.js',
    'C:out.js',
    'nul\u0000.js',
  ].map((name) => ({
    what: `a file called ${JSON.stringify(name)}`,
    bytes: (prefix: string) => packageOf(prefix, {}, { more: [{ name, content: 'void 0' }] }),
  })),
  {
    what: 'two files of one name',
    bytes: (prefix) =>
      packageOf(
        prefix,
        {},
        {
          more: [
            { name: 'app.js', content: '1' },
            { name: 'app.js', content: '2' },
          ],
        },
      ),
  },
  {
    what: 'a link to another file',
    bytes: (prefix) =>
      packageOf(prefix, {}, { more: [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }] }),
  },
  ...['.htaccess', '.user.ini', 'a/.env'].map((name) => ({
    what: `the hidden file ${name}`,
    bytes: (prefix: string) => packageOf(prefix, {}, { more: [{ name, content: 'x' }] }),
  })),
  ...[0o104755, 0o102755, 0o020644].map((mode) => ({
    what: `a file of mode 0${mode.toString(8)}`,
    bytes: (prefix: string) =>
      packageOf(prefix, {}, { more: [{ name: 'app.js', content: 'void 0', mode }] }),
  })),
  {
    what: 'a file whose two headers have two names',
    bytes: (prefix) =>
      packageOf(prefix, {}, { more: [{ name: 'app.js', content: '1', localName: 'app.php' }] }),
  },
  {
    what: 'a wrong checksum',
    bytes: (prefix) => {
      const bytes = packageOf(prefix, { 'app.js': 'checksum me' })
      bytes[bytes.indexOf('checksum me')] = 0x43
      return bytes
    },
  },
]
