import { LOCALES, type Locale } from '#lib/locale.ts'
import {
  type Finding,
  type ItemFacts,
  type Listing,
  RULES,
  type Rule,
  type SaidFinding,
  finding,
  runRules,
  sayFinding,
} from '#modules/catalog/public.ts'
import type { Part } from './rules.ts'

/** Something that prevents a listing from being submitted, and where. */
export interface Missing {
  rule: string
  finding: Finding
  /** The page on which it is fixed, and the field there. */
  part: Part
  field: string
}

/**
 * What is missing or wrong, in the order of the pages. Similar names and the package's content are
 * judged when it is submitted.
 */
export function missingOf(listing: Listing): Missing[] {
  const reports = runRules(LISTING_RULES, { package: null, listing, names: null })
  const found = [
    ...reports.flatMap(({ rule, findings }) => findings.map((finding) => ({ rule, finding }))),
    ...REQUIREMENTS.flatMap((need) =>
      need.check(listing).map((finding) => ({ rule: need.id, finding })),
    ),
  ]
  return found.map((one) => ({ ...one, ...placeOf(one.finding.place ?? '') }))
}

/** Words a problem for people, in their language. */
export function describeMissing(
  { rule, finding }: Pick<Missing, 'rule' | 'finding'>,
  locale: Locale,
): SaidFinding {
  const words = WORDS.get(rule)
  if (!words) throw new Error(`no words for what is missing by ${rule}`)
  return sayFinding(words, finding, locale)
}

/**
 * Where a finding is fixed: `texts.tr.description.2` is the field `description` of the Turkish
 * page.
 */
function placeOf(place: string): { part: Part; field: string } {
  const [head = '', ...rest] = place.split('.')
  const locale = LOCALES.find((one) => one === rest[0])
  if (locale && head === 'texts') return { part: locale, field: rest[1] ?? 'name' }
  if (locale && head === 'facts') return { part: locale, field: rest.slice(1).join('-') }
  if (head === 'pictures')
    return { part: 'pictures', field: rest[0] === undefined ? 'pictures' : `picture-${rest[0]}` }
  if (head === 'icon') return { part: 'pictures', field: 'icon' }
  if (head === 'plans') return { part: 'plans', field: 'plans' }
  return { part: 'about', field: head === 'links' ? `link-${rest[0]}` : head }
}

export interface Measure {
  done: number
  of: number
}

/**
 * How complete each language is: name, tagline, description, features, facts and the pictures'
 * descriptions.
 */
export function measuresOf(listing: Listing, missing: readonly Missing[]): Record<Locale, Measure> {
  const measure = (locale: Locale): Measure => {
    const facts = factsOf(listing.facts as ItemFacts, locale)
    const pictures = listing.pictures.flatMap((one, index) =>
      one.locale === null || one.locale === locale ? [index] : [],
    )
    const lacking = new Set(missing.filter((one) => one.part === locale).map((one) => one.field))
    const mute = pictures.filter((index) =>
      missing.some((one) => one.finding.place === `pictures.${index}.alt.${locale}`),
    )
    const texts = ['name', 'tagline', 'description', 'features'].filter((field) =>
      lacking.has(field),
    ).length
    const of = 4 + facts.length + pictures.length
    return { done: of - texts - facts.filter((one) => !one.done).length - mute.length, of }
  }
  return { tr: measure('tr'), en: measure('en'), ar: measure('ar') }
}

/** Requirements of a listing beside the rule pack's, worded in the same form. */
interface Requirement extends Pick<Rule, 'id' | 'wrong' | 'mend'> {
  check(listing: Listing): Finding[]
}

const category: Requirement = {
  id: 'listing.category',
  wrong: { tr: 'Kategori seçilmedi.', en: 'No category is chosen.', ar: 'لم تُختر أي فئة.' },
  mend: {
    tr: 'Mağaza sahiplerinin arayacağı kategoriyi seç; en fazla üç.',
    en: 'Choose the category where shop owners would look, three at most.',
    ar: 'اختر الفئة التي يبحث فيها أصحاب المتاجر، وثلاثًا على الأكثر.',
  },
  check: (listing) => (listing.categoryIds.length === 0 ? [finding({ place: 'categories' })] : []),
}

const plan: Requirement = {
  id: 'listing.plan',
  wrong: { tr: 'Fiyat planı yok.', en: 'There is no plan.', ar: 'لا توجد خطة سعر.' },
  mend: {
    tr: 'Ücretsizse de bir plan ekle.',
    en: 'Add one, even if it is free.',
    ar: 'أضف خطة، حتى لو كانت مجانية.',
  },
  check: (listing) => (listing.plans.length === 0 ? [finding({ place: 'plans' })] : []),
}

const support: Requirement = {
  id: 'listing.support_link',
  wrong: {
    tr: 'Destek ya da iletişim adresi yok.',
    en: 'There is no address for support or contact.',
    ar: 'لا يوجد عنوان للدعم أو التواصل.',
  },
  mend: {
    tr: 'Sorusu olan mağaza sahibinin gideceği sayfayı yaz.',
    en: 'Give the page where a shop owner with a question goes.',
    ar: 'اكتب الصفحة التي يقصدها صاحب متجر لديه سؤال.',
  },
  check: (listing) =>
    listing.links.support || listing.links.contact ? [] : [finding({ place: 'links.support' })],
}

const icon: Requirement = {
  id: 'listing.icon',
  wrong: { tr: 'Uygulamanın simgesi yok.', en: 'The app has no icon.', ar: 'ليس للتطبيق أيقونة.' },
  mend: {
    tr: 'Kare bir resim yükle, en az 256 × 256.',
    en: 'Upload a square picture, 256 × 256 at least.',
    ar: 'ارفع صورة مربعة لا تقل عن ‎256 × 256‎.',
  },
  check: (listing) =>
    listing.market === 'app' && listing.icon === null ? [finding({ place: 'icon' })] : [],
}

/** Facts must be written in all three languages or in none. */
const facts: Requirement = {
  id: 'listing.facts_language',
  wrong: {
    tr: 'Bir satırın bu dilde karşılığı yok.',
    en: 'A line has no words in this language.',
    ar: 'هناك سطر بلا نص في هذه اللغة.',
  },
  mend: {
    tr: 'Başlığı ve metni bu dilde de yaz, ya da satırı üç dilde de boşalt.',
    en: 'Write heading and text in this language too, or empty the line in all three.',
    ar: 'اكتب العنوان والنص بهذه اللغة أيضًا، أو أفرغ السطر في اللغات الثلاث.',
  },
  check: (listing) =>
    LOCALES.flatMap((locale) =>
      factsOf(listing.facts as ItemFacts, locale)
        .filter((one) => !one.done)
        .map(({ field }) => finding({ place: `facts.${locale}.${field}` })),
    ),
}

/** Every row of the facts in a language, and whether it is complete. */
function factsOf(
  { touches = [], leaves_alone: alone = [], support: parts = [] }: ItemFacts,
  locale: Locale,
): { field: string; done: boolean }[] {
  const said = (list: typeof touches, field: string) =>
    list.map((row, index) => ({
      field: `${field}.${index}`,
      done: Boolean(row.title[locale] && row.text[locale]),
    }))
  return [
    ...said(touches, 'touches'),
    ...said(alone, 'leaves_alone'),
    ...parts.map((row, index) => ({
      field: `support.${index}`,
      done: Boolean(row.heading[locale] && row.paragraphs[locale]?.length),
    })),
  ]
}

const REQUIREMENTS: readonly Requirement[] = [category, plan, support, icon, facts]

const LISTING_RULES = RULES.filter((rule) => rule.looksAt === 'listing')

const WORDS = new Map([...LISTING_RULES, ...REQUIREMENTS].map((rule) => [rule.id as string, rule]))
