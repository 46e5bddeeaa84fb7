import {
  forgeZip,
  manifestEntry,
  type ForgedEntry,
  type ForgedZip,
} from '#modules/catalog/packages/zip-forge.support.ts'
import type { Random } from './seeded-random.ts'

/**
 * Zips that are nearly good, made from a seed: forged with one or more lies in them (PKG-1, PKG-2,
 * PKG-4), or good ones whose bytes were changed, cut, doubled or mixed. Some of them are good all
 * the same.
 */
export function mutatedZip(random: Random): Buffer {
  const zip = forgeZip(entriesOf(random), random.chance(0.15) ? envelopeOf(random) : {})
  return random.chance(0.55) ? disturbed(random, zip) : zip
}

const GOOD_NAMES = ['hello.js', 'fonts/a.ttf', 'a/b/c/d.txt', 'fonts/x.ttf', 'LICENSE', 'data.json']
/** What a font begins with; behind it stands what it likes. */
const FONT = Buffer.from('0001000000', 'hex')
const BAD_NAMES = [
  '../x',
  'a/../../x',
  '/etc/x',
  'C:\\x',
  'C:/x',
  '..\\x',
  'a\\b',
  'a\0b',
  'CON',
  'nul.txt',
  'com1.js',
  'x.',
  'a/./b',
  'a//b',
  '',
  '.',
  '..',
  'a/',
  'x'.repeat(201),
  'é.js',
  'e\u0301.js',
  'HELLO.js',
  'hello.js',
  'css',
  'css/a.css/b',
  'a\u202e.js',
  'a b',
  '~/x',
  '\\\\server\\x',
  'file.zip',
  'x.tar.gz',
  '.git/config',
  'arasta.theme.json',
  'ARASTA.APP.JSON',
  '\u0000',
  'a\nb',
  '%2e%2e/x',
  '-rf',
  'aux/x',
  '.htaccess',
  'x.php',
  'x.php.js',
]
const ARCHIVES = ['504b0304', '1f8b08', '377abcaf271c', '526172211a07', '425a68', '28b52ffd'].map(
  (hex) => Buffer.from(hex, 'hex'),
)
const MODES = [0o120777, 0o020666, 0o060666, 0o010644, 0o140755, 0o040755, 0o104755, 0o100000]

function entriesOf(random: Random): ForgedEntry[] {
  const manifest: ForgedEntry = { ...manifestEntry(), method: random.pick([0, 8]) }
  const files = Array.from({ length: random.below(5) }, (_, n): ForgedEntry => {
    const name = GOOD_NAMES[(n + 1) % GOOD_NAMES.length] as string
    return { name, content: contentOf(random, name), method: random.pick([0, 0, 8]) }
  })
  const entries = [
    manifest,
    { name: 'hello.js', content: 'document.title', method: random.pick([0, 8]) },
    ...files,
  ]
  for (const entry of entries)
    if (random.chance(0.2))
      Object.assign(entry, {
        flags: 8,
        descriptor: random.pick(['with signature', 'without signature']),
      })
  if (random.chance(0.5)) return random.shuffled(entries)
  for (let lies = 1 + random.below(2); lies > 0; lies -= 1) lie(random, entries)
  return random.shuffled(entries)
}

/**
 * Fitting its name, as a rule: of a package that is refused for a file's type, nobody learns how
 * its zip is read.
 */
function contentOf(random: Random, name: string): Buffer {
  if (random.chance(0.05)) return anyContent(random)
  return name.endsWith('.ttf')
    ? Buffer.concat([FONT, anyContent(random)])
    : Buffer.alloc(random.below(200_000), 'a line of text\n')
}

function anyContent(random: Random): Buffer {
  switch (random.below(6)) {
    case 0:
      return Buffer.alloc(0)
    case 1:
      return Buffer.alloc(random.below(200_000), 'a line of text\n')
    case 2:
      return Buffer.concat([random.pick(ARCHIVES), random.bytes(40)])
    // Looks like parts of a zip.
    case 3:
      return Buffer.concat([
        Buffer.from('504b010214001400', 'hex'),
        random.bytes(60),
        Buffer.from('504b050600000000', 'hex'),
        random.bytes(18),
      ])
    case 4:
      return Buffer.concat([
        Buffer.from('x'),
        Buffer.from('504b0708', 'hex'),
        random.bytes(12),
        Buffer.from('504b0304', 'hex'),
        random.bytes(30),
      ])
    default:
      return random.bytes(random.below(2_000))
  }
}

function lie(random: Random, entries: ForgedEntry[]): void {
  const entry = random.pick(entries)
  const number = random.pick([0, 1, 2, 0xffff, 0x7fffffff, 0xffffffff, random.below(5_000)])
  switch (random.below(13)) {
    case 0:
      return void entries.push({ name: random.pick(BAD_NAMES), content: 'x' })
    case 1:
      entry.localName = random.pick([...BAD_NAMES, ...GOOD_NAMES])
      return
    case 2:
      entry.name = random.pick(BAD_NAMES)
      return
    case 3:
      entry.mode = random.pick(MODES)
      return
    case 4:
      entry.dosAttributes = random.pick([0x10, 0x08, 0xff])
      return
    case 5:
      entry.claimedSize = number
      return
    case 6:
      entry.claimedCrc = number
      return
    case 7:
      entry.localCrc = number
      return
    case 8:
      entry.hiddenInside = random.bytes(1 + random.below(50))
      return
    case 9:
      entry.hiddenBehind = random.bytes(1 + random.below(50))
      return
    case 10:
      entry.flags = random.pick([1, 8, 0x20, 0x40, 0x2000, 0x800, 0x808, 0xffff])
      entry.descriptor = random.pick(['with signature', 'wrong', 'without signature'])
      return
    case 11:
      entry.extra = extraOf(random)
      return
    // A bomb, or two entries over the same bytes.
    default:
      return void (random.chance(0.5)
        ? entries.push({
            name: 'bomb',
            content: Buffer.alloc(3 * 2 ** 20 + random.below(2 ** 20)),
            method: 8,
          })
        : Object.assign(entry, { offset: number }))
  }
}

function extraOf(random: Random): Buffer {
  const data = random.bytes(random.below(24))
  const head = Buffer.alloc(4)
  head.writeUInt16LE(random.pick([0x0001, 0x7075, 0x5455, 0x7875, 0x9901, random.below(0xffff)]), 0)
  head.writeUInt16LE(random.pick([data.length, data.length, 0xffff, 0]), 2)
  return Buffer.concat([head, data])
}

const envelopeOf = (random: Random): ForgedZip =>
  random.pick<ForgedZip>([
    { before: random.bytes(1 + random.below(64)) },
    { after: random.bytes(1 + random.below(64)) },
    { comment: 'a comment' },
    { beforeEnd: random.bytes(1 + random.below(64)) },
    { claimedEntries: random.pick([0, 1, 2, 100, 0xffff]) },
    { after: forgeZip([manifestEntry()]) },
    { before: forgeZip([manifestEntry()]) },
  ])

const SIGNATURES = ['504b0304', '504b0102', '504b0506', '504b0708', '504b0606', '504b0607'].map(
  (hex) => Buffer.from(hex, 'hex'),
)

/** One to six changes of the bytes, most of them where the structure is. */
function disturbed(random: Random, zip: Buffer): Buffer {
  let bytes: Buffer = Buffer.from(zip)
  for (let changes = 1 + random.below(6); changes > 0 && bytes.length > 0; changes -= 1) {
    const at = placeIn(random, bytes)
    const to = Math.min(bytes.length, at + 1 + random.below(40))
    switch (random.below(9)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
        break
      case 1:
        bytes[at] = random.below(256)
        break
      case 2:
        if (at + 2 <= bytes.length)
          bytes.writeUInt16LE(random.pick([0, 1, 8, 0x14, 0xffff, random.below(0xffff)]), at)
        break
      case 3:
        if (at + 4 <= bytes.length)
          bytes.writeUInt32LE(
            random.pick([0, 1, 0x7fffffff, 0xffffffff, bytes.length, random.below(bytes.length)]),
            at,
          )
        break
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)])
        break
      case 5:
        bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)])
        break
      case 6:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          random.chance(0.5) ? random.bytes(1 + random.below(30)) : random.pick(SIGNATURES),
          bytes.subarray(at),
        ])
        break
      case 7:
        bytes = Buffer.from(bytes.subarray(0, random.below(bytes.length + 1)))
        break
      default:
        bytes = Buffer.concat([bytes, bytes.subarray(placeIn(random, bytes))])
    }
  }
  return bytes
}

/** Anywhere, or near one of the zip's own marks. */
function placeIn(random: Random, bytes: Buffer): number {
  if (random.chance(0.4)) return random.below(bytes.length)
  const mark = bytes.indexOf(random.pick(SIGNATURES), random.below(bytes.length))
  return mark < 0 ? random.below(bytes.length) : Math.min(bytes.length - 1, mark + random.below(46))
}
