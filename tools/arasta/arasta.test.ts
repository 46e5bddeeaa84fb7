import { execFile } from 'node:child_process'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RULES } from '#modules/catalog/rule-pack/pack.ts'
import { parseManifest } from '#modules/catalog/packages/manifest.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { LOCALES } from '#lib/locale.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import { COMMANDS } from './help.ts'
import { runArasta } from './run-arasta.ts'

const PROGRAM = fileURLToPath(new URL('arasta.mjs', import.meta.url))
let folder: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

const inFolder = (...path: string[]) => join(folder.path, ...path)
interface Answer {
  code: number
  out: string
  err: string
}

/** The program as somebody starts it. */
const start = (...args: string[]) =>
  new Promise<Answer>((resolve) => {
    const env = { PATH: process.env.PATH, LANG: 'tr_TR.UTF-8', INIT_CWD: folder.path }
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', PROGRAM, ...args],
      { cwd: folder.path, env },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
/** The same without a process of its own. */
async function run(...args: string[]): Promise<Answer> {
  const said = { out: '', err: '' }
  const code = await runArasta({
    args,
    env: {},
    folder: folder.path,
    out: (text) => {
      said.out += `${text}\n`
    },
    err: (text) => {
      said.err += `${text}\n`
    },
  })
  return { code, ...said }
}

test('“create app” writes a folder that passes “check”, and does not touch an existing folder', async () => {
  const created = await start('create', 'app', 'gift-note', '--author', 'Nar "Yazılım"')
  expect(created).toMatchObject({
    code: 0,
    err: '',
    out: 'gift-note yazıldı. Sırada: arasta dev gift-note\n',
  })
  const manifest = parseManifest(
    'arasta.app.json',
    await readFile(inFolder('gift-note/package/arasta.app.json')),
  )
  expect(manifest).toMatchObject({ kind: 'app', prefix: 'gift-note', name: { tr: 'Gift Note' } })
  expect(
    JSON.parse(await readFile(inFolder('gift-note/arasta.listing.json'), 'utf8')).credits[0].author,
  ).toBe('Nar "Yazılım"')

  const { code, out, err } = await start('check', 'gift-note', '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const report = JSON.parse(out)
  expect(report).toMatchObject({
    format: 1,
    verdict: 'passed',
    quarantine: false,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    left: ['name.like_another'],
  })
  expect(report.rules.map((rule: { id: string }) => rule.id)).toEqual(
    RULES.filter((rule) => rule.looksAt !== 'market').map((rule) => rule.id),
  )
  expect(await run('create', 'app', 'gift-note')).toMatchObject({
    code: 2,
    err: expect.stringContaining('there already'),
  })
})

test('“create theme” writes one for both directions, on Bootstrap with its license, that passes, too', async () => {
  expect(await run('create', 'theme', 'calm-sea')).toMatchObject({ code: 0 })
  const [left, right] = await Promise.all(
    ['theme.css', 'theme.rtl.css'].map((file) =>
      readFile(inFolder('calm-sea/package', file), 'utf8'),
    ),
  )
  expect(left).not.toBe(right)
  expect(await run('check', 'calm-sea')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Passed: all'),
  })
})

test('a finding is reported with its place and its fix, as text and as JSON, and exits with 1', async () => {
  await run('create', 'app', 'bad-note')
  const script = await readFile(inFolder('bad-note/package/note.js'), 'utf8')
  await writeFile(inFolder('bad-note/package/note.js'), `${script}\neval(note)\n`)
  const lines = script.split('\n').length + 1
  const people = await run('check', 'bad-note', '--lang', 'en')
  expect(people.code).toBe(1)
  expect(people.out).toContain(`✗ code.eval\n    note.js:${lines}  It runs text as code.`)
  expect(people.out).toContain('Mend: Do without eval')
  const { rules } = JSON.parse((await run('check', 'bad-note', '--json')).out)
  const failed = rules.filter((rule: { verdict: string }) => rule.verdict === 'failed')
  expect(failed).toMatchObject([
    {
      id: 'code.eval',
      findings: [
        {
          file: 'note.js',
          line: lines,
          wrong: { tr: 'Metni kod olarak çalıştırıyor.' },
          mend: { ar: expect.stringContaining('eval') },
        },
      ],
    },
  ])

  await writeFile(
    inFolder('bad-note.zip'),
    await writePackage([{ path: 'arasta.app.json', bytes: Buffer.from('{"kind":"app"}') }]),
  )
  expect(await run('check', 'bad-note.zip', '--package-only')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/✗ manifest\.valid[\s\S]*“prefix”/),
  })
})

test('PKG-5 what cannot be checked is no pass: a missing or broken listing, an empty folder, an unknown command exit with 2', async () => {
  await run('create', 'app', 'half-note')
  const listing = inFolder('half-note/arasta.listing.json')
  await writeFile(listing, (await readFile(listing, 'utf8')).replace('desktop.png', 'gone.png'))
  expect(await run('check', 'half-note')).toMatchObject({
    code: 2,
    err: expect.stringContaining('gone.png'),
  })
  await rm(listing)
  const none = await run('check', 'half-note')
  expect(none).toMatchObject({ code: 2, out: expect.stringContaining('That is not a pass') })
  expect(none.out).toContain('--package-only')
  expect(await run('check', 'half-note', '--package-only')).toMatchObject({ code: 0 })
  await symlink('/etc/passwd', inFolder('half-note/package/words.txt'))
  expect(await run('check', 'half-note', '--package-only')).toMatchObject({
    code: 1,
    out: expect.stringContaining('package.readable'),
  })
  for (const args of [
    ['check', 'nothing'],
    ['check'],
    ['create', 'app', 'Büyük Ad'],
    ['create', 'plugin', 'x'],
    ['check', 'half-note', '--no-such'],
    [],
  ])
    expect((await run(...args)).code, args.join(' ')).toBe(2)
})

test('help lists the commands and their arguments, and an error shows what to do next', async () => {
  for (const lang of LOCALES) {
    const all = await run('--help', '--lang', lang)
    expect(all.code).toBe(0)
    for (const command of COMMANDS) {
      expect(all.out).toContain(`arasta ${command} `)
      expect(await run(command, '--help', '--lang', lang)).toEqual(
        await run('help', command, '--lang', lang),
      )
    }
  }
  expect((await run('publish', '--help')).out).toMatch(/ARASTA_TOKEN[\s\S]*Exit code/)
  expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(await run('publsh', 'x')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/“publsh” is no command[\s\S]*arasta publish <folder>/),
  })
  expect(await run('check')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/something is missing[\s\S]*arasta check <folder\|zip>/),
  })
  expect(await run('check', 'x', '--lsting', 'y')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no such option: --lsting'),
  })
  expect(await run('create', 'app', 'help-note', '--support', 'ftp://x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--support is an address with https'),
  })
})

test('JSON output has the content of the text output for every command', async () => {
  expect(JSON.parse((await run('create', 'app', 'json-note', '--json')).out)).toEqual({
    format: 1,
    outcome: 'written',
    market: 'app',
    prefix: 'json-note',
    folder: inFolder('json-note'),
  })
  for (const args of [
    ['create', 'app', 'json-note'],
    ['check', 'nothing'],
    ['publish', 'json-note'],
    ['nonsense'],
  ]) {
    const { code, out, err } = await run(...args, '--json')
    expect([code, JSON.parse(out)], args.join(' ')).toEqual([
      2,
      { format: 1, outcome: 'trouble', message: err.trimEnd() },
    ])
  }
})
