import { CURRENCIES } from '#lib/currencies.ts'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartError } from '#tools/launch/start-error.ts'
import { byLanguage, FILES, makeFormat, type Catalogue } from '#tools/import/format.ts'
import { makeParser, type FileKind, type Said } from '#tools/import/parse-line.ts'
import { listingPrice, readPlans } from '#tools/import/price.ts'
import { readLines } from '#tools/import/read-lines.ts'
import { slugOf } from '#tools/import/slugs.ts'
import type { Locale } from '#lib/locale.ts'
import { LOCALES } from '#lib/locale.ts'
import type { Stock, StockItem, StockText } from './demo-stock.ts'

/**
 * A catalogue in the import format, read as the import reads it: what that would skip is skipped
 * here, too.
 */
export async function catalogueStock(folder: string): Promise<Stock> {
  const catalogue = await readHead(resolve(folder))
  const categories: Stock['categories'] = []
  const categoryPlaces = new Map<string, number>()
  for await (const said of linesOf(folder, 'category')) {
    const name = byLanguage(said.name, catalogue.language)
    const slug = slugOf(said.slug ?? '') || slugOf(Object.values(name)[0] ?? '') || slugOf(said.id)
    if (categoryPlaces.has(said.id) || slug === '' || categories.some((one) => one.slug === slug))
      continue
    categoryPlaces.set(said.id, categories.length)
    categories.push({ slug, name })
  }
  const texts = await grouped(folder, 'text')
  const plans = await grouped(folder, 'plan')
  const items: StockItem[] = []
  for await (const said of linesOf(folder, 'item')) {
    if (said.title === '' || said.status !== 'published') continue
    const price = listingPrice(readPlans(plans.get(said.id) ?? [], catalogue, CURRENCIES, () => {}))
      ?.price ?? {
      kind: 'free',
      period: null,
      amountMinor: 0,
      currency: catalogue.currency,
    }
    items.push({
      texts: textsOf(said.title, catalogue.language, texts.get(said.id) ?? []),
      price,
      facts: {},
      categories: said.categories.flatMap((id) => categoryPlaces.get(id) ?? []),
    })
  }
  if (items.length === 0) throw new StartError(`${folder} holds no items that could be multiplied.`)
  return {
    name: catalogue.source,
    categories:
      categories.length > 0
        ? categories
        : [{ slug: 'all', name: { tr: 'Hepsi', en: 'All', ar: 'الكل' } }],
    items,
  }
}

async function readHead(folder: string): Promise<Catalogue> {
  try {
    return makeFormat(() => {}).catalogue.parse(
      JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')),
    )
  } catch {
    throw new StartError(
      `${folder} is no catalogue in the import format (docs/protocols/catalogue-import.md): its catalogue.json cannot be read.`,
    )
  }
}

async function* linesOf<K extends FileKind>(folder: string, kind: K): AsyncGenerator<Said<K>> {
  const path = join(folder, FILES[kind])
  if (!existsSync(path)) return
  const parse = makeParser(kind)
  for await (const raw of readLines(path)) {
    const said = parse(raw)
    if (said) yield said
  }
}

async function grouped<K extends 'text' | 'plan'>(
  folder: string,
  kind: K,
): Promise<Map<string, Said<K>[]>> {
  const all = new Map<string, Said<K>[]>()
  for await (const said of linesOf(folder, kind)) {
    const there = all.get(said.item)
    if (there) there.push(said)
    else all.set(said.item, [said])
  }
  return all
}

/** The catalogue's own language first; an item without texts has at least its title. */
function textsOf(title: string, language: Locale, said: Said<'text'>[]): StockText[] {
  const found = LOCALES.flatMap((locale) => {
    const one = said.find((text) => text.locale === locale)
    return one
      ? [
          {
            locale,
            name: one.title,
            tagline: one.tagline,
            description: one.description,
            features: one.features,
          },
        ]
      : []
  })
  if (found.length === 0)
    return [{ locale: language, name: title, tagline: '', description: [], features: [] }]
  return found.sort((a, b) => Number(b.locale === language) - Number(a.locale === language))
}
