import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { declarationsIn, readStyleSheet, selectorsOf, styleRules } from './style-sheet.ts'

const said = (css: string): string[] =>
  declarationsIn(readStyleSheet(css)).map((one) =>
    `${one.within} ${one.selectors.join(' + ')} ${one.property}=${one.value}`.trim(),
  )

describe('parsing a style sheet loses no rule that a browser applies (S6.3)', () => {
  test.each<[string, string, string[]]>([
    [
      'behind a comment sign in a string',
      '.a{content:"/*"} .b{color:red} .c{content:"*/"}',
      ['.a{content:"/*"}', '.b{color:red}', '.c{content:"*/"}'],
    ],
    [
      'behind a string that a line break ends',
      '.a{content:"oops\n}.b{color:red}.c{content:"x"}',
      ['.a{content:"oops}', '.b{color:red}', '.c{content:"x"}'],
    ],
    [
      'behind an apostrophe in an address',
      ".a{background:url(it's.png)}.b{color:red}.c{content:'x'}",
      [".a{background:url(it's.png)}", '.b{color:red}', ".c{content:'x'}"],
    ],
    [
      'in a rule that holds others',
      '.a{color:red;&:hover{color:blue}.b &{x:y}f:g}',
      ['.a{color:red;f:g}', '.a { &:hover{color:blue} }', '.a { .b &{x:y} }'],
    ],
    [
      'in a media query in a rule',
      '.a{b:c;@media print{d:e}}',
      ['.a{b:c}', '.a { @media print{d:e} }'],
    ],
    [
      'in blocks that came later than the list of them',
      '@starting-style{.a{b:c}.d{e:f}}',
      ['@starting-style { .a{b:c} }', '@starting-style { .d{e:f} }'],
    ],
    ['behind a brace too many', '.a{b:c}}.d{e:f}', ['.a{b:c}', '.d{e:f}']],
    ['between comments of HTML', '<!-- .a{b:c} --> .d{e:f}', ['.a{b:c}', '.d{e:f}']],
    [
      'in layers, conditions and scopes',
      '@layer a,b;@layer c{.d{e:f}}@supports (a:b){@media x{.d{e:f}}}@scope (.a) to (.b){.c{d:e}}',
      [
        '@layer a,b',
        '@layer c { .d{e:f} }',
        '@supports (a:b) { @media x { .d{e:f} } }',
        '@scope (.a) to (.b) { .c{d:e} }',
      ],
    ],
    [
      'with escapes and comments in selectors',
      '.sm\\:x,.a\\{/* } */.b{c:d}',
      ['.sm\\:x,.a\\{.b{c:d}'],
    ],
    [
      'with braces in brackets',
      '.a{b:c(d{e};f)}.g:is(.h,.i){j:k}',
      ['.a{b:c(d{e};f)}', '.g:is(.h,.i){j:k}'],
    ],
  ])('%s', (_name, css, rules) => {
    expect(styleRules(css)).toEqual(rules)
  })

  test('and strings keep their spaces, variables their case and their blocks', () => {
    expect(styleRules('.a{content:"a  b"}')).not.toEqual(styleRules('.a{content:"a b"}'))
    expect(said('.a{--Ink:red;--x:{a:b;c:d};COLOR:red}')).toEqual([
      '.a --Ink=red',
      '.a --x={a:b;c:d}',
      '.a color=red',
    ])
    expect(said('.a{color:red;.b &{x:y}f:g}')).toEqual(['.a color=red', '.a .b & x=y', '.a f=g'])
    expect(said('.a/**/.b/**/ c{d:e}')).toEqual(['.a.b c d=e'])
  })

  test('and selectors are split at their own commas only', () => {
    expect(selectorsOf('a, b:is(c, d), [e="],f"], g\\,h')).toEqual([
      'a',
      'b:is(c, d)',
      '[e="],f"]',
      'g\\,h',
    ])
  })
})

test('an unclosed sheet is reported as such, and still parsed', () => {
  for (const css of ['.a{b:c', '.a{b:"c', '/* a', '@media x{.a{b:c}', '.a{b:c(d}'])
    expect(readStyleSheet(css).isOpen, css).toBe(true)
  expect(readStyleSheet('.a{b:c}').isOpen).toBe(false)
  expect(readStyleSheet('.a{'.repeat(40)).depth).toBe(40)
  expect(styleRules(`${'.a{'.repeat(5000)}b:c${'}'.repeat(5000)}`)).toHaveLength(1)
})

test('every rule of Bootstrap is found', () => {
  const css = readFileSync(
    createRequire(import.meta.url).resolve('bootstrap/dist/css/bootstrap.css'),
    'utf8',
  )
  const { items, isOpen } = readStyleSheet(css)
  expect(isOpen).toBe(false)
  expect(items.length).toBeGreaterThan(1000)
  // What stands between braces, counted without reading it: Bootstrap has no brace in a string.
  const blocks = css.replaceAll(/\/\*[^]*?\*\//g, '').split('{').length - 1
  let found = 0
  const count = (all: typeof items): void =>
    all.forEach((item) => {
      if (item.items) {
        found += 1
        count(item.items)
      }
    })
  count(items)
  expect(found).toBe(blocks)
})
