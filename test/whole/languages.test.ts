import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ObjectExpression } from 'oxc-parser'
import { expect, test } from 'vitest'
import { LOCALES } from '#lib/locale.ts'
import { addPseudoLanguage, copyCheckout, PSEUDO_LANGUAGE } from '#tools/pseudo-language.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Texts by language outside `locales/`, and why. */
const TEXTS_IN_CODE: Record<string, string> = {
  'apps/loader/owner-words.ts': 'part of a released file that shows where requests are blocked',
  'tools/convert-obsidian-2026/convert.ts': 'one catalogue of one time',
  'tools/convert-shopify-2020/categories.ts': 'one catalogue of one time',
  'tools/convert-shopify-2020/convert.ts': 'one catalogue of one time',
  'ui/showcase.tsx': 'samples for the people who draw components',
  'modules/orders/fill-texts.ts': 'part of the agreements',
  'modules/orders/legal/clauses.ts': 'agreements have the languages that a lawyer read them in',
  'modules/orders/legal/general.ts': 'agreements have the languages that a lawyer read them in',
  'modules/orders/legal/turkish.ts': 'agreements have the languages that a lawyer read them in',
}

test('no text of a language is in code, so that a new language is a folder and a row (D29)', () => {
  const found = globSync('{apps,modules,kernel,server,lib,ui,tools,db}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/*.{test,support,gen}.*', 'lib/languages.ts'],
  }).filter((path) => {
    let texts = 0
    const count = ({ properties }: ObjectExpression) => {
      const keys = properties.map((one) => 'key' in one && 'name' in one.key && one.key.name)
      if (LOCALES.filter((locale) => keys.includes(locale)).length > 1) texts += 1
    }
    const { program } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
    new Visitor({ ObjectExpression: count }).visit(program)
    return texts > 0
  })
  expect(found.sort()).toEqual(Object.keys(TEXTS_IN_CODE).sort())
})

test('a language is added by its folder and a row of lib/languages.ts, without a change of code (D29)', () => {
  const copy = temporaryFolder()
  try {
    copyCheckout(ROOT, copy.path)
    addPseudoLanguage(copy.path)
    const said = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { LANGUAGE_NAMES, chooseLocale, LOCALES } from '#lib/locale.ts'
        import { releaseArticle } from '#modules/market/articles.ts'
        import { translatorOf } from '#server/errors.ts'
        const locale = chooseLocale({ acceptLanguage: '${PSEUDO_LANGUAGE}' }, LOCALES)
        console.log(JSON.stringify([
          LANGUAGE_NAMES[locale],
          translatorOf(locale, 'Komşu')('errors.method.not_allowed'),
          releaseArticle('/partners', {
            locale, languages: LOCALES, operator: { country: 'TR' },
          }).title,
        ]))`,
      ],
      { cwd: copy.path, encoding: 'utf8' },
    )
    for (const text of JSON.parse(said) as string[]) expect(text).toMatch(/^⟦.+⟧$/)
    expect(readFileSync(join(ROOT, 'lib/languages.ts'), 'utf8')).not.toContain(PSEUDO_LANGUAGE)
  } finally {
    copy.remove()
  }
})
