import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPackage } from './read-package.ts'
import { writePackage, type FileToPack } from './write-package.ts'
import { GOOD_MANIFEST } from './zip-forge.support.ts'

const file = (path: string, text: string): FileToPack => ({ path, bytes: Buffer.from(text) })
const GOOD = [
  file('arasta.app.json', JSON.stringify(GOOD_MANIFEST)),
  file('hello.js', 'document.title'),
  file('css/a.css', 'a{}'),
]

describe('a canonical package', () => {
  it('has the same bytes for any order of files', async () => {
    expect(await writePackage(GOOD)).toEqual(await writePackage(GOOD.toReversed()))
  })

  it('has a hash that no release of ours may change', async () => {
    const bytes = await writePackage([file('a.txt', 'one'), file('b/c.txt', 'two')])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'df9f14692146c3ea804fbec58c0a0e1b06918924d1d486c6c88bea2a3326ae40',
    )
  })

  it('has the same bytes in every time zone', () => {
    const program = `import { writePackage } from './modules/catalog/packages/write-package.ts'
      process.stdout.write((await writePackage([{ path: 'a.txt', bytes: Buffer.from('one') }])).toString('hex'))`
    const inZone = (zone: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: join(import.meta.dirname, '../../..'),
        env: { TZ: zone },
        encoding: 'utf8',
      })
    expect(inZone('Pacific/Kiritimati')).toBe(inZone('America/Los_Angeles'))
  }, 30_000)

  it('reads back as what was written', async () => {
    const path = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}\.css$/)
    const more = fc.uniqueArray(
      fc.record({
        path,
        bytes: fc
          .uint8Array({ maxLength: 200 })
          .map((noise) => Buffer.from(`/* ${Buffer.from(noise).toString('hex')} */`)),
      }),
      {
        maxLength: 8,
        selector: (one) => one.path.split('/')[0]?.split('.')[0],
      },
    )
    await fc.assert(
      fc.asyncProperty(more, async (files) => {
        const given = [...GOOD, ...files]
        const opened = await readPackage({ bytes: await writePackage(given) })
        const wanted = given.map((one) => ({
          path: one.path,
          size: one.bytes.length,
          sha256: createHash('sha256').update(one.bytes).digest('hex'),
        }))
        expect(opened.files).toEqual(wanted.sort((a, b) => (a.path < b.path ? -1 : 1)))
      }),
      { numRuns: 60 },
    )
  })

  it('contains no name that the reader would refuse', async () => {
    const cases: [string, ...string[]][] = [
      ['package.path_invalid', '../a'],
      ['package.path_invalid', 'a b'],
      ['package.name_twice', 'a', 'A'],
      ['package.name_conflict', 'a', 'a/b'],
    ]
    for (const [code, ...paths] of cases) {
      await expect(writePackage(paths.map((path) => file(path, 'x')))).rejects.toMatchObject({
        code,
      })
    }
  })
})
