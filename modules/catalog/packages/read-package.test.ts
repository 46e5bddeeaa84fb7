import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#lib/refusal.ts'
import { PACKAGE_LIMITS } from './limits.ts'
import { LOCALES } from '#lib/locale.ts'
import { readMessages } from '#locales/read.ts'
import { PACKAGE_REFUSALS, type PackageRefusalCode } from './problems.ts'
import { readPackage } from './read-package.ts'
import {
  forgePackage,
  forgeZip,
  GOOD_MANIFEST,
  manifestEntry,
  type ForgedEntry,
  type ForgedZip,
} from './zip-forge.support.ts'

async function refusalOf(bytes: Uint8Array, limits = PACKAGE_LIMITS): Promise<string> {
  try {
    await readPackage({ bytes }, { limits })
  } catch (error) {
    if (isRefusal(error)) return error.code
    throw error
  }
  return 'accepted'
}

const textOf = async (stream: AsyncIterable<unknown>) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('a valid package', () => {
  it('returns its manifest and every file with size and SHA-256', async () => {
    const opened = await readPackage({
      bytes: forgePackage([{ name: 'css/hello.css', content: 'a{}', method: 8 }]),
    })
    expect(opened.manifest).toMatchObject({ kind: 'app', prefix: 'hello', version: '1.0.0' })
    expect(opened.files.map((file) => file.path)).toEqual([
      'arasta.app.json',
      'css/hello.css',
      'hello.js',
    ])
    expect(opened.files[1]).toEqual({
      path: 'css/hello.css',
      size: 3,
      sha256: '5f546eb4606b5c2b7d2a449a5cc2bbb477ed5a246c7051ce871b12f2dbfc8419',
    })
  })

  it('streams one file, and refuses names that it does not contain', async () => {
    const opened = await readPackage({ bytes: forgePackage() })
    expect(await textOf(await opened.openFile('hello.js'))).toBe('document.title')
    await expect(opened.openFile('../hello.js')).rejects.toMatchObject({
      code: 'package.file_missing',
    })
  })

  it('is read the same from disk, and nothing is written to disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arasta-package-'))
    try {
      const bytes = forgePackage()
      await writeFile(join(folder, 'hello.zip'), bytes)
      const fromDisk = await readPackage({ path: join(folder, 'hello.zip') })
      const { sha256, files, size } = await readPackage({ bytes })
      expect({ sha256: fromDisk.sha256, files: fromDisk.files, size: fromDisk.size }).toEqual({
        sha256,
        files,
        size,
      })
      expect(await textOf(await fromDisk.openFile('hello.js'))).toBe('document.title')
      expect(await readdir(folder)).toEqual(['hello.zip'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('may have valid data descriptors, as streaming zip tools write them', async () => {
    for (const descriptor of ['with signature', 'without signature'] as const) {
      expect(
        await refusalOf(
          forgePackage([
            { name: 'a.txt', method: 8, flags: 8, descriptor },
            { name: 'b.txt', flags: 8, descriptor },
          ]),
        ),
      ).toBe('accepted')
    }
  })
})

const LINK = 0o120777
const DEVICE = 0o020666
const cases: [string, PackageRefusalCode, readonly ForgedEntry[], ForgedZip?][] = [
  ['a name that climbs out', 'package.path_outside', [{ name: '../evil.js' }]],
  ['a name that climbs out in its middle', 'package.path_outside', [{ name: 'a/../../evil.js' }]],
  ['an absolute name', 'package.path_absolute', [{ name: '/etc/passwd' }]],
  ['a drive letter', 'package.path_absolute', [{ name: 'C:/evil.js' }]],
  ['a backslash', 'package.path_backslash', [{ name: 'a\\evil.js' }]],
  ['an empty folder name', 'package.path_invalid', [{ name: 'a//b.js' }]],
  ['a dot folder name', 'package.path_invalid', [{ name: './a.js' }]],
  ['an empty name', 'package.path_invalid', [{ name: '' }]],
  ['a control character', 'package.path_invalid', [{ name: 'a\u0000.js' }]],
  ['a name outside of ASCII', 'package.path_invalid', [{ name: 'é.js', flags: 0x800 }]],
  [
    'two Unicode forms of one name',
    'package.path_invalid',
    [
      { name: '\u00e9.js', flags: 0x800 },
      { name: 'e\u0301.js', flags: 0x800 },
    ],
  ],
  ['a Windows device', 'package.path_invalid', [{ name: 'lib/NUL.js' }]],
  ['a name that Windows shortens', 'package.path_invalid', [{ name: 'a.js.' }]],
  ['a name of 201 bytes', 'package.path_invalid', [{ name: 'a'.repeat(201) }]],
  [
    'a second name in an extra field',
    'package.headers_differ',
    [{ name: 'a.js', extra: Buffer.from('75700600010000000061', 'hex') }],
  ],
  ['a link', 'package.link', [{ name: 'a.js', mode: LINK, content: '/etc/passwd' }]],
  ['a device', 'package.special_file', [{ name: 'a.js', mode: DEVICE }]],
  ['a folder entry', 'package.folder_entry', [{ name: 'a/', content: '' }]],
  [
    'a folder that hides behind a file name',
    'package.folder_entry',
    [{ name: 'a', content: '', dosAttributes: 0x10 }],
  ],
  ['an encrypted entry', 'package.encrypted', [{ name: 'a.js', flags: 1, method: 8 }]],
  [
    'a compression that packages do not use',
    'package.unsupported_zip',
    [{ name: 'a.js', method: 14 }],
  ],
  ['a name that is there twice', 'package.name_twice', [{ name: 'a.js' }, { name: 'a.js' }]],
  ['two names that differ by case', 'package.name_twice', [{ name: 'A.js' }, { name: 'a.js' }]],
  [
    'a file where another entry needs a folder',
    'package.name_conflict',
    [{ name: 'a' }, { name: 'A/b.js' }],
  ],
  [
    'data before the first entry',
    'package.data_before',
    [],
    { before: Buffer.from('#!/bin/sh\n') },
  ],
  ['data after the end', 'package.data_after', [], { after: Buffer.from('more') }],
  ['a comment at the end', 'package.data_after', [], { comment: 'hello' }],
  [
    'data between two entries',
    'package.data_between',
    [{ name: 'a.js', hiddenBehind: Buffer.from('hidden') }, { name: 'b.js' }],
  ],
  [
    'data before the directory',
    'package.data_between',
    [{ name: 'a.js', hiddenBehind: Buffer.from('hidden') }],
  ],
  ['data before the end record', 'package.data_between', [], { beforeEnd: Buffer.from('hidden') }],
  [
    'data behind the deflate stream of an entry',
    'package.data_between',
    [{ name: 'a.js', method: 8, hiddenInside: Buffer.from('hidden') }],
  ],
  [
    'two entries that share bytes',
    'package.entries_overlap',
    [
      { name: 'a.js', content: 'a' },
      { name: 'a.js2', offset: 0, localName: 'x' },
    ],
  ],
  [
    'another name in the local header',
    'package.headers_differ',
    [{ name: 'a.js', localName: 'b.js' }],
  ],
  [
    'another checksum in the local header',
    'package.headers_differ',
    [{ name: 'a.js', localCrc: 1 }],
  ],
  [
    'a data descriptor that lies',
    'package.headers_differ',
    [{ name: 'a.js', method: 8, flags: 8, descriptor: 'wrong' }],
  ],
  ['a stored entry of another size', 'package.size_differs', [{ name: 'a.js', claimedSize: 3 }]],
  [
    'an entry that is larger than it says',
    'package.size_differs',
    [{ name: 'a.js', method: 8, claimedSize: 3 }],
  ],
  [
    'an entry that is smaller than it says',
    'package.size_differs',
    [{ name: 'a.js', method: 8, claimedSize: 300 }],
  ],
  ['a wrong checksum', 'package.checksum_differs', [{ name: 'a.js', claimedCrc: 7 }]],
  [
    'a zip inside',
    'package.nested_archive',
    [{ name: 'a.js', content: forgeZip([{ name: 'b' }]) }],
  ],
  ['an archive by its name', 'package.nested_archive', [{ name: 'a.tar' }]],
  [
    'a tar by its content',
    'package.nested_archive',
    [{ name: 'a.txt', content: `${'\0'.repeat(257)}ustar` }],
  ],
  ['fewer entries than it says', 'package.broken_zip', [], { claimedEntries: 3 }],
  ['more entries than it says', 'package.data_between', [{ name: 'a.js' }], { claimedEntries: 2 }],
  ['two manifests', 'package.manifest_twice', [{ name: 'arasta.theme.json', content: '{}' }]],
]

describe('a hostile zip is refused with its own message', () => {
  it.each(cases)('%s', async (_name, code, entries, zip) => {
    expect(await refusalOf(forgePackage(entries, zip))).toBe(code)
  })

  it('a damaged deflate stream', async () => {
    const good = forgePackage([{ name: 'a.js', method: 8, content: 'some text that is deflated' }])
    const data = deflateRawSync(Buffer.from('some text that is deflated'))
    const at = good.indexOf(data)
    good.fill(0xff, at, at + data.length)
    expect(await refusalOf(good)).toBe('package.broken_zip')
  })

  it('a file that is no zip, an empty file, half a zip', async () => {
    expect(await refusalOf(Buffer.from('hello, I am a text of more than twenty-two bytes'))).toBe(
      'package.not_a_zip',
    )
    expect(await refusalOf(Buffer.alloc(0))).toBe('package.not_a_zip')
    const whole = forgePackage()
    expect(await refusalOf(whole.subarray(0, whole.length - 30))).toBe('package.not_a_zip')
  })

  it('a package, a file or a number of files over the limits', async () => {
    const bytes = forgePackage([{ name: 'a.txt', content: randomBytes(1500).toString('hex') }])
    expect(await refusalOf(bytes, { ...PACKAGE_LIMITS, packageBytes: 3000 })).toBe(
      'package.too_large',
    )
    expect(await refusalOf(bytes, { ...PACKAGE_LIMITS, fileBytes: 2999 })).toBe(
      'package.file_too_large',
    )
    expect(await refusalOf(bytes, { ...PACKAGE_LIMITS, files: 2 })).toBe('package.too_many_files')
    expect(await refusalOf(bytes)).toBe('accepted')
  })

  it('small compressed files that are too large together', async () => {
    const zeros = Buffer.alloc(400_000)
    const entries = [1, 2, 3].map((n) => ({ name: `${n}.txt`, method: 8, content: zeros }))
    expect(
      await refusalOf(forgePackage(entries), { ...PACKAGE_LIMITS, packageBytes: 1_000_000 }),
    ).toBe('package.too_large')
  })

  it('a zip bomb: 50 MB of zeros in 50 kB', async () => {
    expect(
      await refusalOf(
        forgePackage([{ name: 'a.bin', method: 8, content: Buffer.alloc(50 * 1024 * 1024) }]),
      ),
    ).toBe('package.expands_too_much')
  })

  it('a zip bomb with a false size is read up to the declared size only', async () => {
    const bomb = forgePackage([
      { name: 'a.bin', method: 8, content: Buffer.alloc(20 * 1024 * 1024), claimedSize: 100 },
    ])
    expect(await refusalOf(bomb)).toBe('package.size_differs')
  })

  it('a package without a manifest, or with an unreadable or invalid one', async () => {
    const manifest = (content: string | Uint8Array) =>
      forgeZip([{ name: 'arasta.app.json', content }])
    expect(await refusalOf(forgeZip([{ name: 'a.js' }]))).toBe('package.manifest_missing')
    expect(await refusalOf(forgeZip([]))).toBe('package.manifest_missing')
    expect(
      await refusalOf(
        forgeZip([{ name: 'folder/arasta.app.json', content: JSON.stringify(GOOD_MANIFEST) }]),
      ),
    ).toBe('package.manifest_missing')
    expect(await refusalOf(manifest('{'))).toBe('package.manifest_unreadable')
    expect(await refusalOf(manifest(Buffer.from('7bff7d', 'hex')))).toBe(
      'package.manifest_unreadable',
    )
    expect(await refusalOf(manifest('{}'))).toBe('package.manifest_invalid')
    expect(await refusalOf(manifest('null'))).toBe('package.manifest_invalid')
    expect(await refusalOf(manifest(JSON.stringify({ ...GOOD_MANIFEST, surprise: true })))).toBe(
      'package.manifest_invalid',
    )
  })

  it('a manifest that names a missing file', async () => {
    expect(await refusalOf(forgeZip([manifestEntry()]))).toBe('package.file_missing')
  })

  it('a missing file on disk is an internal error, not a refusal', async () => {
    await expect(
      readPackage({ path: join(tmpdir(), 'arasta-nothing-here.zip') }),
    ).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('arbitrary bytes', () => {
  it('a package with one changed byte is refused, or reads unchanged', async () => {
    const good = forgePackage([
      { name: 'deep/er/a.css', method: 8, content: 'a { color: red }'.repeat(20) },
    ])
    const before = await readPackage({ bytes: good })
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, difference) => {
          const changed = Buffer.from(good)
          changed[at] = (changed[at] ?? 0) ^ difference
          try {
            const opened = await readPackage({ bytes: changed })
            // Times, versions and attributes may differ; names and contents may not.
            expect(opened.files).toEqual(before.files)
          } catch (error) {
            expect(isRefusal(error) && error.code in PACKAGE_REFUSALS).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('random bytes are always refused and never cause another error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect(await refusalOf(bytes)).toMatch(/^package\./)
      }),
      { numRuns: 100 },
    )
  })
})

describe('refusals', () => {
  it('have a message in every language, and there are no unused messages', () => {
    for (const locale of LOCALES) {
      const messages = Object.entries(readMessages(locale, 'rules')).filter(([key]) =>
        key.startsWith('errors.package.'),
      )
      expect(messages.map(([key]) => key).sort()).toEqual(
        Object.keys(PACKAGE_REFUSALS)
          .map((code) => `errors.${code}`)
          .sort(),
      )
      expect(new Set(messages.map(([, text]) => text)).size).toBe(messages.length)
    }
  })
})
