import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { runConverter, type Convert } from '#tools/import/run-converter.ts'
import { groupBy, openLineWriter } from '#tools/import/write-lines.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { readPrice } from './price.ts'

/**
 * Rows of a CSV file as objects; `as` names the columns anew. Values stay text as they are, blanks
 * included.
 */
async function readTable<T>(
  folder: string,
  file: string,
  schema: z.ZodType<T>,
  as?: string[],
): Promise<T[]> {
  const found: T[] = []
  const csv = parse(as ? { columns: as, from_line: 2, bom: true } : { columns: true, bom: true })
  await pipeline(createReadStream(join(folder, file)), csv, async (rows) => {
    for await (const row of rows as AsyncIterable<unknown>) found.push(schema.parse(row))
  })
  return found
}

const text = z.string()
const app = z.object({
  id: text,
  title: text,
  icon: text,
  rating: z.coerce.number(),
  reviews_count: z.coerce.number(),
  tagline: text,
})
const category = z.object({ id: text, title: text })
const appCategory = z.object({ app_id: text, category_id: text })
const benefit = z.object({ app_id: text, title: text, description: text })
const plan = z.object({ id: text, app_id: text, title: text, price: text })
const planFeature = z.object({ one: text, other: text, feature: text })
const rating = z.object({ reviewer_id: text, app_id: text, rating: z.coerce.number() })

/**
 * A market of apps as tables (apps, categories, benefits, plans, ratings), into the form of `npm
 * run import`.
 */
export const convertShopify: Convert = async (source, target) => {
  const apps = await readTable(source, 'apps.csv', app)
  const plans = await readTable(source, 'pricing_plans.csv', plan)
  const planIds = new Set(plans.map((one) => one.id))
  const categoriesOf = groupBy(
    await readTable(source, 'apps_categories.csv', appCategory),
    (one) => one.app_id,
  )
  const benefitsOf = groupBy(
    await readTable(source, 'key_benefits.csv', benefit),
    (one) => one.app_id,
  )
  const plansOf = groupBy(plans, (one) => one.app_id)
  // The header says that the app comes first; the rows have the plan first. Whichever is a plan is
  // taken for it.
  const features = await readTable(source, 'pricing_plan_features.csv', planFeature, [
    'one',
    'other',
    'feature',
  ])
  const featuresOf = groupBy(features, (row) => (planIds.has(row.one) ? row.one : row.other))
  const ratingsOf = groupBy(await readTable(source, 'ratings.csv', rating), (one) => one.app_id)
  const lines = await openLineWriter(target, {
    format: 1,
    source: 'shopify-apps-2020',
    market: 'app',
    language: 'en',
    currency: 'USD',
    taken_on: '2020',
    without_plans: 'unlisted',
    default_partner: {
      name: 'Developer not named in the source',
      slug: 'developer-not-named',
      statement: {
        tr: 'Bu listeleme bir katalogdan aktarıldı; kaynak, geliştiricinin adını vermiyor.',
        en: 'This listing was imported from a catalogue that does not name the developer.',
        ar: 'استُورد هذا العرض من فهرس لا يذكر اسم المطوّر.',
      },
    },
  })
  for (const { id, title } of await readTable(source, 'categories.csv', category)) {
    await lines.write('category', { id, name: { en: title, ...CATEGORY_NAMES[title.trim()] } })
  }
  for (const { id, title, icon, rating: stars, reviews_count: reviews, tagline } of apps) {
    await lines.write('item', {
      id,
      title,
      categories: (categoriesOf.get(id) ?? []).map((one) => one.category_id),
      rating: stars,
      review_count: reviews,
      ...(icon && { icon }),
    })
    const benefits = benefitsOf.get(id) ?? []
    await lines.write('text', {
      item: id,
      locale: 'en',
      title,
      tagline,
      features: benefits.map((one) => one.title),
      description: benefits
        .flatMap((one) => one.description.split('\n').map((line) => line.trim()))
        .filter(Boolean),
    })
    for (const { id: planId, title: name, price } of plansOf.get(id) ?? []) {
      const lists = (featuresOf.get(planId) ?? []).map((one) => one.feature)
      await lines.write('plan', {
        item: id,
        ...readPrice(price),
        ...(name && { name }),
        features: lists,
      })
    }
    for (const { reviewer_id: rater, rating: given } of ratingsOf.get(id) ?? []) {
      await lines.write('rating', { item: id, rater, stars: given })
    }
  }
  await lines.close()
  return lines.counts
}

if (import.meta.main) await runConverter(convertShopify, process.argv.slice(2))
