import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOCALES } from '#lib/locale.ts'
import { candidateWith, html, script } from './candidate.support.ts'
import { FIXTURES } from './fixtures.support.ts'
import { isQuarantined, overallVerdict, RULES, runRules } from './pack.ts'
import { CannotCheck, finding, type Rule, type Verdict } from './rule.ts'
import { ruleTextOf, sayFinding } from './say.ts'

const byVerdict = (reports: ReturnType<typeof runRules>, verdict: Verdict) =>
  reports.filter((report) => report.verdict === verdict)
const seen = (reports: ReturnType<typeof runRules>) =>
  JSON.stringify(
    reports.filter((report) => report.verdict !== 'passed'),
    null,
    1,
  )

test('a valid app and a valid theme pass every rule', async () => {
  for (const kind of ['app', 'theme'] as const) {
    const reports = runRules(RULES, await candidateWith({ kind }))
    expect(overallVerdict(RULES, reports), seen(reports)).toBe('passed')
  }
})

test('every rule has texts in every language, a unique id and two fixtures', () => {
  expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length)
  expect(Object.keys(FIXTURES).sort()).toEqual(RULES.map((rule) => rule.id).sort())
  for (const { id } of RULES)
    for (const part of ['wrong', 'mend'] as const)
      for (const locale of LOCALES)
        expect(ruleTextOf(id, part, locale), `${id} ${locale}`).toMatch(/\p{L}/u)
})

test.each(RULES.map((rule) => ({ id: rule.id })))(
  '$id: a package fails by it alone and says where and how to mend it; its near miss passes',
  async ({ id }) => {
    const { fails, passes } = FIXTURES[id]!
    const reports = runRules(RULES, await candidateWith(fails))
    expect(
      byVerdict(reports, 'failed').map((report) => report.rule),
      seen(reports),
    ).toEqual([id])
    for (const one of byVerdict(reports, 'failed').flatMap((report) => report.findings)) {
      for (const locale of LOCALES) {
        const said = sayFinding(id, one, locale)
        expect(`${said.wrong} ${said.mend}`).not.toMatch(/(?<!\{)\{(?!\{)\w+\}|undefined|NaN/)
      }
      expect(one.file ?? one.place ?? Object.keys(one.params)[0] ?? id).toBeTruthy()
    }
    const near = runRules(RULES, await candidateWith(passes))
    expect(overallVerdict(RULES, near), seen(near)).toBe('passed')
  },
)

test('hidden code is found: eval under another name, a script in a text file, a host without a scheme, a picture that is a script', async () => {
  const failed = async (change: Parameters<typeof candidateWith>[0]) =>
    byVerdict(runRules(RULES, await candidateWith(change)), 'failed').map((report) => report.rule)
  for (const text of [
    '(0, eval)(answer)',
    "window['eval'](answer)",
    "[].at.constructor('return 1')()",
    "import('data:text/javascript,1')",
    'setInterval("run()", 5)',
    'new Worker("https://cdn.example/w.js"); eval(a)',
  ]) {
    expect(await failed(script(text)), text).toContain('code.eval')
  }
  const tag = (file: string) =>
    html(`<script src="{{asset:${file}}}" nonce="{{csp:nonce}}" defer></script>`)
  expect(await failed({ ...tag('readme.txt'), files: { 'readme.txt': 'eval(answer)' } })).toEqual([
    'code.eval',
  ])
  expect(await failed({ files: { 'readme.txt': 'Never use eval(answer)' } })).toEqual([])
  expect(
    await failed({ ...tag('a.js'), files: { 'a.js': Buffer.from('GIF89a=1;eval(answer)') } }),
  ).toEqual(['package.file_types', 'code.eval'])
  expect(await failed(script("navigator.sendBeacon('//collect.example/x', 1)"))).toEqual([
    'code.undeclared_host',
  ])
  // What an order step's script imports runs there, too.
  const imported = {
    ...html(
      '<script type="module" src="{{asset:note.js}}" nonce="{{csp:nonce}}"></script>',
      100_102,
    ),
  }
  expect(
    await failed({
      ...imported,
      files: {
        'note.js': "import './parts/more.js'\n",
        'parts/more.js': "fetch('/x', { method: 'POST', body: document.cookie })",
      },
    }),
  ).toEqual(['code.takes_fields'])
  expect(
    await failed({
      files: { 'unused.js': "fetch('/x', { method: 'POST', body: document.cookie })" },
    }),
  ).toEqual([])
})

test('colors of a theme are checked in layers, conditions and nested rules', async () => {
  const failed = async (css: string) =>
    byVerdict(
      runRules(
        RULES,
        await candidateWith({ kind: 'theme', files: { 'theme.css': css, 'theme.rtl.css': css } }),
      ),
      'failed',
    ).map((report) => report.rule)
  expect(await failed('@layer base { body { color: #999; background: #fff } }')).toEqual([
    'theme.contrast',
  ])
  expect(
    await failed('@supports (color: red) { html > body { color: #999; background: #fff } }'),
  ).toEqual(['theme.contrast'])
  // A rule in no layer wins over one in a layer, whichever comes first.
  expect(
    await failed('body { color: #222; background: #fff } @layer base { body { color: #999 } }'),
  ).toEqual([])
  expect(
    await failed(
      "body { background: #fff url(\"it's.png\") } .a { content: '}' } body { color: #999; background-color: #fff }",
    ),
  ).toContain('theme.contrast')
})

test('PKG-7 a report never contains the secret, and the package is quarantined', async () => {
  for (const id of Object.keys(FIXTURES).filter(
    (one) => one.startsWith('secrets.') && one !== 'secrets.private_key',
  )) {
    const { fails } = FIXTURES[id]!
    const secret = /'([^']+)'/.exec(String(fails.files?.['note.js']))?.[1] ?? ''
    const reports = runRules(RULES, await candidateWith(fails))
    expect(secret.length).toBeGreaterThan(15)
    expect(JSON.stringify(reports)).not.toContain(secret.slice(0, 16))
    expect(isQuarantined(reports)).toBe(true)
    expect(byVerdict(reports, 'failed')[0]?.findings[0]).toMatchObject({
      file: 'note.js',
      line: 1,
      evidence: expect.stringContaining('…'),
    })
  }
})

test('PKG-5 a rule that throws or returns nothing counts as not run, and does not pass', async () => {
  const rule = (check: unknown): Rule => ({
    ...RULES[0]!,
    id: 'test.rule',
    check: check as Rule['check'],
  })
  const verdictOf = (check: unknown) =>
    runRules([rule(check)], { package: null, listing: null, names: null, language: null })[0]!
      .verdict
  expect(
    verdictOf(() => {
      throw new TypeError('broken')
    }),
  ).toBe('could_not_run')
  expect(
    verdictOf(() => {
      throw new CannotCheck('nothing there')
    }),
  ).toBe('could_not_run')
  expect(verdictOf(() => Promise.resolve([]))).toBe('could_not_run')
  expect(verdictOf(() => undefined)).toBe('could_not_run')
  expect(verdictOf(() => [finding()])).toBe('failed')
  expect(verdictOf(() => [])).toBe('passed')
  const nothing = runRules(RULES, { package: null, listing: null, names: null, language: null })
  expect(nothing.map((report) => report.verdict)).toEqual(RULES.map(() => 'could_not_run'))
  // PKG-3: the scanner's limit is no way past it.
  const large = await candidateWith({ files: { 'big.js': `${'let a = 1 ;'.repeat(400_000)}` } })
  const reports = runRules(RULES, large)
  expect(byVerdict(reports, 'failed').map((report) => report.rule)).toEqual(['package.size'])
  expect(byVerdict(reports, 'could_not_run').map((report) => report.rule)).toEqual(
    expect.arrayContaining(['code.eval', 'secrets.jwt']),
  )
})

test('PKG-5 the overall verdict is passed only if there are rules and each of them passed', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}\.[a-z]{1,4}$/), { maxLength: 6 })
  const verdicts = fc.constantFrom<Verdict>('passed', 'failed', 'could_not_run', 'clean' as Verdict)
  fc.assert(
    fc.property(ids, fc.array(fc.tuple(fc.nat(6), verdicts), { maxLength: 10 }), (names, given) => {
      const rules = names.map((id) => ({ id: id as Rule['id'] }))
      const reports = given.map(([at, verdict]) => ({ rule: names[at] ?? 'an.other', verdict }))
      const overall = overallVerdict(rules, reports)
      const allPassed =
        names.length > 0 &&
        reports.every((one) => one.verdict === 'passed') &&
        names.every((id) => reports.some((one) => one.rule === id))
      expect(overall === 'passed').toBe(allPassed)
      expect(overall === 'failed').toBe(reports.some((one) => one.verdict === 'failed'))
    }),
  )
  expect(overallVerdict([], [])).toBe('could_not_run')
  expect(
    overallVerdict(
      RULES,
      RULES.map(({ id }) => ({ rule: id, verdict: 'passed' as const })),
    ),
  ).toBe('passed')
})
