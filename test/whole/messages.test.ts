import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CONSOLE_OPERATIONS, INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'
import { nameForms } from '#lib/market-name.ts'
import { COMMON_REFUSALS } from '#lib/refusal.ts'
import { type Locale, type Message, LOCALES, forEachLocale } from '#lib/locale.ts'
import { compileMessages } from '#locales/compile.ts'
import { readAllMessages } from '#locales/read.ts'

const LANGUAGES = forEachLocale(readAllMessages)
const { en } = LANGUAGES
const OTHERS = LOCALES.filter((locale) => locale !== 'en')
const ROOT = join(import.meta.dirname, '../..')

const sources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !entry.name.includes('.test.') &&
        !entry.parentPath.includes('node_modules') &&
        !entry.parentPath.includes('.react-router'),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

const code = [
  'apps/storefront',
  'apps/console',
  'apps/preview',
  'tools/arasta',
  'modules',
  'kernel',
  'server',
  'lib',
  'ui',
]
  .flatMap(sources)
  .join('\n')
const textOf = (message: Message | undefined) =>
  message === undefined ? '' : typeof message === 'string' ? message : message.other
/** The market's name is always at hand, in whatever form a sentence needs. */
const isGiven = (name = '') => name === 'market' || name.startsWith('market_')
const places = (message: Message | undefined) =>
  [...new Set([...textOf(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))]
    .filter((name) => !isGiven(name))
    .sort()

describe('every message', () => {
  test('exists in every language with the same placeholders', () => {
    for (const language of OTHERS) {
      const messages = LANGUAGES[language]
      expect(Object.keys(messages).sort(), language).toEqual(Object.keys(en).sort())
      for (const key of Object.keys(en)) {
        expect(textOf(messages[key]), `${language} ${key}`).not.toBe('')
        expect(places(messages[key]), `${language} ${key}`).toEqual(places(en[key]))
      }
    }
  })

  test('that names the market does so in a form that its language has', () => {
    for (const [language, messages] of Object.entries(LANGUAGES)) {
      const forms = Object.keys(nameForms('Arasta', language as Locale))
      for (const [key, message] of Object.entries(messages)) {
        for (const text of typeof message === 'string' ? [message] : Object.values(message)) {
          for (const [, name] of text.matchAll(/\{(market\w*)\}/g))
            expect(forms, `${language} ${key}`).toContain(name)
          // The demo's own partner, the plugin as WordPress names it, and the command line.
          if (!/^(footer\.statement$|wordpress\.|arasta\.|rules\.)/.test(key))
            expect(text, `${language} ${key}`).not.toMatch(/Arasta|أراستا/)
        }
      }
    }
  })

  test('with a count has every plural form that its language needs (D18)', () => {
    for (const [language, messages] of Object.entries(LANGUAGES)) {
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      for (const [key, message] of Object.entries(messages)) {
        if (typeof message === 'string' || !textOf(message).includes('{count}')) continue
        expect(
          needed.filter(
            (form) =>
              message[form] === undefined &&
              form !== 'other' &&
              !(language === 'ar' && form === 'zero') &&
              // From a million on.
              !(language === 'es' && form === 'many'),
          ),
          `${language} ${key}`,
        ).toEqual([])
      }
    }
  })

  test('has no placeholder with a format, which would stand on the page as it is', () => {
    for (const text of ['{count, number} {name}', '{count, plural, other {{day, date} left}}'])
      expect(() => compileMessages({ key: text }), text).toThrow('key: {')
  })

  test('is used somewhere', () => {
    // One pass over the code: a search for each of some thousand keys took ten seconds.
    const literals = new Set(
      [...code.matchAll(/(?<=(['"`]))[\w.-]+(?=\1)/g)].map(([literal]) => literal),
    )
    // Keys put together from a stem and a value: `errors.decline.${reason}`.
    const stems = new Set([...code.matchAll(/`([\w.-]+)\.\$\{/g)].map(([, stem]) => stem))
    const hasStem = (key: string) =>
      key.split('.').some((_part, index, parts) => stems.has(parts.slice(0, index).join('.')))
    const unused = Object.keys(en).filter(
      (key) => !literals.has(key) && !key.startsWith('errors.') && !hasStem(key),
    )
    expect(unused).toEqual([])
  })
})

describe('every error', () => {
  const all = [...MARKET_OPERATIONS, ...INSTALLER_OPERATIONS, ...CONSOLE_OPERATIONS]
  test('has its text in every language', () => {
    const codes = new Set([
      ...all.flatMap((one) => one.operation.refusals),
      ...Object.keys(COMMON_REFUSALS),
    ])
    for (const refusal of codes)
      for (const [language, messages] of Object.entries(LANGUAGES))
        expect(messages[`errors.${refusal}`], `${language} errors.${refusal}`).toBeDefined()
  })

  test('that a module defines is declared by a contract', () => {
    const declared = new Set(
      all.flatMap((one) => [...one.operation.refusals, ...Object.keys(COMMON_REFUSALS)]),
    )
    const defined = globSync('modules/**/errors.ts', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/'([a-z_]+\.[a-z_]+)': \d{3}/g)].map(
        ([, name]) => name as string,
      ),
    )
    expect(defined.length).toBeGreaterThan(50)
    expect(defined.filter((name) => !declared.has(name))).toEqual([])
  })
})

const CATALOGUE_OF_ERRORS: Readonly<Record<string, string>> = {
  'S8.1': 'errors.unexpected',
  'S8.2': 'errors.unsuccessful',
  'S8.3': 'errors.session.unverified',
  'S8.4': 'errors.session.required',
  'S8.5': 'errors.session.token_invalid',
  'S8.6': 'errors.session.login',
  'S8.7': 'errors.not_found.path',
  'S8.8': 'errors.back_to_home',
  'S8.9': 'errors.browser',
  'S8.10': 'errors.checkout.order_not_completed',
  'S8.11': 'errors.checkout.coupon_invalid',
  'S8.12': 'errors.checkout.card_invalid',
  'S8.13': 'errors.checkout.permissions_required',
}

describe('the list of errors', () => {
  for (const [id, key] of Object.entries(CATALOGUE_OF_ERRORS)) {
    test(`${id} ${key} is translated in each language`, () => {
      const said = LOCALES.map((locale) => textOf(LANGUAGES[locale][key]))
      expect(new Set(said).size).toBe(LOCALES.length)
      expect(textOf(LANGUAGES.ar[key])).toMatch(/\p{Script=Arabic}/u)
      if (id === 'S8.7') expect(said.every((text) => text.includes('{path}'))).toBe(true)
    })
  }
})
