import { isTag, type ChildNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGE_NAMES, LOCALES, type Locale, languageName } from '#lib/locale.ts'
import { fillTexts } from '#modules/orders/fill-texts.ts'
import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { prepareScreens, renderScreens } from '#test/support/rendered-screens.ts'
import { findAllTexts } from '#test/support/html.ts'
import { PSEUDO_LANGUAGE, isPseudoText } from '#tools/pseudo-language.ts'

/**
 * Runs as a test in a copy of the product that has the pseudo-language: every screen is read in it,
 * and a text without its marks is either data or was never translated.
 */

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
}, 300_000)
afterAll(() => market?.stop())

const UNSEEN = ['script', 'style', 'template', 'code', 'pre', 'kbd', 'svg', 'option']
const SPOKEN = ['aria-label', 'title', 'alt', 'placeholder']

function attributesIn(nodes: readonly ChildNode[]): string[] {
  return nodes
    .filter(isTag)
    .filter(({ name, attribs }) => name === 'html' || !attribs.lang)
    .flatMap((element) => [
      ...SPOKEN.flatMap((name) => element.attribs[name] ?? []),
      ...attributesIn(element.children),
    ])
}

/** Everything that is written in rows, to know data by. */
async function readRows(): Promise<string> {
  const { db } = market.services
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(one)::text as row from ${sql.table(name)} as one limit 5000`.execute(db)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n').replaceAll('\\"', '"').toLowerCase()
}

/** Names that Intl gives, in the language of the pseudo-language's tag. */
const INTL_NAMES = [
  ...Array.from({ length: 12 }, (_, month) =>
    (['long', 'short'] as const).map((style) =>
      new Intl.DateTimeFormat('en', { month: style }).format(Date.UTC(2026, month, 15)),
    ),
  ).flat(),
  ...LOCALES.flatMap((locale) => [languageName(locale, 'en'), LANGUAGE_NAMES[locale]]),
  ...Intl.supportedValuesOf('currency'),
  'GMT',
  'UTC',
]
const INTL_NAME = new RegExp(`\\b(?:${INTL_NAMES.join('|')})(?!\\p{L})`, 'gu')
/** Numbers, amounts, dates and names, or the name of a setting or a format. */
const isFormatted = (text: string) =>
  !/\p{L}{3}/u.test(text.replace(INTL_NAME, '')) || /^[A-Z_]+$/.test(text.trim())

/** Agreements have the languages that somebody answers for; others get them in English. */
const AGREED = [
  ...Object.values(AGREEMENTS).flatMap(({ texts }) => texts.en),
  ...fillTexts([{ id: 'pre-information', title: 'Order', parts: [] }], 'en', {
    operator: { name: '{n}', address: '{n}', mail: '{n}' },
    order: {
      number: '{n}',
      lines: [{ name: '{n}', taxRate: 0 }],
      subtotalMinor: 0,
      discountMinor: 0,
      taxMinor: 0,
      totalMinor: 0,
      currency: 'EUR',
    },
  }),
].flatMap(({ title, parts }) => [title, ...parts.flatMap(({ heading, text }) => [heading, text])])
/** Their placeholders and amounts stand for anything. */
const patternOf = (text: string) =>
  text
    .split(/(\{\w+\}|\d[\d.,]*(?: €)?)/)
    .map((part, index) => (index % 2 === 1 ? '.+' : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')))
    .join('')
const AGREED_TEXT = new RegExp(`^(?:${AGREED.map(patternOf).join('|')})$`, 's')
const isAgreed = (text: string) =>
  text
    .trim()
    .split(' · ')
    .every((part) => AGREED_TEXT.test(part))

test('every text of every screen comes from the messages of the language, or from data', async () => {
  const screens = await renderScreens(
    market,
    await prepareScreens(market),
    PSEUDO_LANGUAGE as Locale,
  )
  const rows = await readRows()
  const isData = (text: string) =>
    text.split('\n').every((line) => rows.includes(line.replace(/^ ?· /, '').trim().toLowerCase()))
  const found = new Map<string, string>()
  for (const { name, path, html } of screens) {
    if (path === '/_ui') continue
    const document = parseDocument(html)
    const texts = [
      ...findAllTexts(document)
        .filter(({ parents }) => !parents.some((one) => UNSEEN.includes(one.name)))
        // Marked as being in another language, or as data whose direction is its own.
        .filter(
          ({ parents }) =>
            !parents.some(
              ({ name, attribs }) => name === 'bdi' || (name !== 'html' && attribs.lang),
            ),
        )
        .map(({ text }) => text),
      ...attributesIn(document.children),
    ]
    for (const text of texts)
      if (
        !isPseudoText(text) &&
        !isFormatted(text) &&
        !isData(text) &&
        !isAgreed(text) &&
        !found.has(text.trim())
      )
        found.set(text.trim(), name)
  }
  expect([...found].map(([text, name]) => `${name}: ${text}`)).toEqual([])
}, 900_000)
