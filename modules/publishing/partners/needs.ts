import { LOCALES, type Locale } from '#lib/locale.ts'
import {
  finding,
  type Finding,
  type ItemFacts,
  type Listing,
  type Rule,
} from '#modules/catalog/public.ts'

/**
 * What a listing must have before it can be handed in, beside what the rule pack asks of it: the
 * same words for a person.
 */
export interface Need extends Pick<Rule, 'id' | 'wrong' | 'mend'> {
  check(listing: Listing): Finding[]
}

const category: Need = {
  id: 'listing.category',
  wrong: { tr: 'Kategori seçilmedi.', en: 'No category is chosen.', ar: 'لم تُختر أي فئة.' },
  mend: {
    tr: 'Mağaza sahiplerinin arayacağı kategoriyi seç; en fazla üç.',
    en: 'Choose the category where shop owners would look, three at most.',
    ar: 'اختر الفئة التي يبحث فيها أصحاب المتاجر، وثلاثًا على الأكثر.',
  },
  check: (listing) => (listing.categoryIds.length === 0 ? [finding({ place: 'categories' })] : []),
}

const plan: Need = {
  id: 'listing.plan',
  wrong: { tr: 'Fiyat planı yok.', en: 'There is no plan.', ar: 'لا توجد خطة سعر.' },
  mend: {
    tr: 'Ücretsizse de bir plan ekle.',
    en: 'Add one, even if it is free.',
    ar: 'أضف خطة، حتى لو كانت مجانية.',
  },
  check: (listing) => (listing.plans.length === 0 ? [finding({ place: 'plans' })] : []),
}

const support: Need = {
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

const icon: Need = {
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

/** What is said in one language is said in all three. */
const facts: Need = {
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

/** Every row of the facts in a language, and whether it says something. */
export function factsOf(
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

export const NEEDS: readonly Need[] = [category, plan, support, icon, facts]
