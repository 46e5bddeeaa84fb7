import type { ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import type { Locale } from '#lib/locale.ts'
import { textOf } from '../read-form.ts'

export type Content = ListingAnswer['content']
export interface Row {
  title: string
  text: string
}

export const ROW_FIELDS = ['touches', 'leaves_alone', 'support'] as const
export type RowField = (typeof ROW_FIELDS)[number]
export const LINKS = ['support', 'contact', 'document', 'live_preview'] as const
export const CREDIT_FIELDS = ['package', 'version', 'author', 'licence', 'source'] as const

/** Rows are named `touches.0.title`, `touches.0.text`, `touches.1.title` … */
export function readRows(form: FormData, name: string): Row[] {
  const rows: Row[] = []
  for (let index = 0; form.has(`${name}.${index}.title`); index += 1)
    rows.push({
      title: textOf(form, `${name}.${index}.title`),
      text: textOf(form, `${name}.${index}.text`),
    })
  return rows
}

/** Fields of a language's page. */
export const readWords = (form: FormData) => ({
  revision: Number(textOf(form, 'revision')),
  name: textOf(form, 'name'),
  tagline: textOf(form, 'tagline'),
  description: textOf(form, 'description'),
  features: textOf(form, 'features'),
  touches: readRows(form, 'touches'),
  leaves_alone: readRows(form, 'leaves_alone'),
  support: readRows(form, 'support'),
})

/** Fields of the page of facts. */
export function readFacts(form: FormData) {
  const credits: Record<(typeof CREDIT_FIELDS)[number], string>[] = []
  const credit = (index: number, name: string) => textOf(form, `credits.${index}.${name}`)
  for (let index = 0; form.has(`credits.${index}.package`); index += 1) {
    credits.push({
      package: credit(index, 'package'),
      version: credit(index, 'version'),
      author: credit(index, 'author'),
      licence: credit(index, 'licence'),
      source: credit(index, 'source'),
    })
  }
  return {
    revision: Number(textOf(form, 'revision')),
    category_ids: form.getAll('category').filter((one) => typeof one === 'string'),
    tag_ids: form.getAll('tag').filter((one) => typeof one === 'string'),
    in_app_purchase: form.get('in_app_purchase') === 'yes',
    links: {
      support: textOf(form, 'link-support').trim(),
      contact: textOf(form, 'link-contact').trim(),
      document: textOf(form, 'link-document').trim(),
      live_preview: textOf(form, 'link-live_preview').trim(),
    },
    ground: textOf(form, 'ground').trim(),
    swatches: textOf(form, 'swatches')
      .split(/[\s,]+/)
      .filter(Boolean),
    credits,
  }
}

/** The content of a language as field values. */
export function fieldsOf(content: Content, locale: Locale): Record<string, string> {
  const said = content.texts.find((one) => one.locale === locale)
  const { touches, leaves_alone: alone, support } = content.facts
  const rows = (name: RowField, list: readonly Row[]) =>
    list.flatMap((row, index) => [
      [`${name}.${index}.title`, row.title],
      [`${name}.${index}.text`, row.text],
    ])
  const inLanguage = (list: Content['facts']['touches']) =>
    list.map((row) => ({ title: row.title[locale] ?? '', text: row.text[locale] ?? '' }))
  return Object.fromEntries([
    ['name', said?.name ?? ''],
    ['tagline', said?.tagline ?? ''],
    ['description', said?.description.join('\n\n') ?? ''],
    ['features', said?.features.join('\n') ?? ''],
    ...rows('touches', inLanguage(touches)),
    ...rows('leaves_alone', inLanguage(alone)),
    ...rows(
      'support',
      support.map((row) => ({
        title: row.heading[locale] ?? '',
        text: row.paragraphs[locale]?.join('\n\n') ?? '',
      })),
    ),
  ]) as Record<string, string>
}

/** Content of the preview in one language. */
export interface Seen {
  name: string
  tagline: string
  description: string[]
  features: string[]
  touches: Row[]
  leavesAlone: Row[]
  support: { title: string; paragraphs: string[] }[]
}

const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
const isSaid = ({ title, text }: Row) => title !== '' || text !== ''

/** From the current fields. */
export const seenOf = (words: Omit<ReturnType<typeof readWords>, 'revision'>): Seen => ({
  name: words.name,
  tagline: words.tagline,
  description: paragraphs(words.description),
  features: words.features
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean),
  touches: words.touches.filter(isSaid),
  leavesAlone: words.leaves_alone.filter(isSaid),
  support: words.support
    .filter(isSaid)
    .map((row) => ({ title: row.title, paragraphs: paragraphs(row.text) })),
})

/** From the saved draft. */
export function savedSeen(content: Content, locale: Locale): Seen {
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(content, locale))) form.set(name, value)
  return seenOf(readWords(form))
}
