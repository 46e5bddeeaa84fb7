import { expect, test } from 'vitest'
import { styleRules as cssRules } from '#modules/catalog/public.ts'
import { changedRules } from './present-plan.ts'

test("D12 a theme's stylesheet is compared rule by rule, with at-rules by block, whatever strings, comments and brackets contain", () => {
  const rules = cssRules(`@charset "utf-8"; /* a{b:c} */ .a , .b { color : red; }
    @media (min-width:1px){.a{content:"}{";background:url(data:x;y)}@supports (a:b){.c{d:e}}}
    @font-face{font-family:"X"}@keyframes k{from{a:b}to{c:d}}.sm\\:x{e:f}`)
  expect(rules).toEqual([
    '@charset "utf-8"',
    '.a , .b{color : red}',
    '@media (min-width:1px) { .a{content:"}{";background:url(data:x;y)} }',
    '@media (min-width:1px) { @supports (a:b) { .c{d:e} } }',
    '@font-face{font-family:"X"}',
    '@keyframes k{from{a:b}to{c:d}}',
    '.sm\\:x{e:f}',
  ])
  expect(
    changedRules(cssRules('.a{b:c}.d{e:f}.g{h:i}'), cssRules('.a{b:c} .d{e:x;} .g{h:i} .g{h:i}')),
  ).toEqual({ gone: ['.d{e:f}'], come: ['.d{e:x}', '.g{h:i}'] })
  // Broken off in the middle it still ends.
  expect(cssRules('.a{b:"c')).toEqual(['.a{b:"c}'])
  expect(cssRules('.a{b:c}}.d{e:f}').length).toBeGreaterThan(0)
})
