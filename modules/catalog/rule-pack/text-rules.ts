import { hasCardNumber } from '#lib/field-rules.ts'
import { fold } from '#lib/text.ts'
import { type Locale, type Text, directionOf, forEachLocale, languageNames } from '#lib/locale.ts'
import { ruleText } from './say.ts'
import {
  evidence,
  isText,
  languagesOf,
  listingOf,
  manifestLanguages,
  manifestOf,
  packageOf,
} from './sources.ts'
import { finding, type Candidate, type Finding, type Rule } from './rule.ts'

const TEXT_LIMITS = {
  name: 60,
  tagline: 100,
  description: 6000,
  feature: 80,
  features: 8,
} as const

type Field = 'name' | 'tagline' | 'description' | 'features'
const fieldName = (field: Field): Text =>
  forEachLocale((locale) => ruleText(`rules.field.${field}`, locale))

interface Said {
  locale: Locale
  field: Field
  place: string
  text: string
}

/** All texts of the listing, with their places. */
export const textsOf = (candidate: Candidate): Said[] =>
  listingOf(candidate).texts.flatMap(({ locale, name, tagline, description, features }): Said[] => [
    { locale, field: 'name', place: `texts.${locale}.name`, text: name },
    { locale, field: 'tagline', place: `texts.${locale}.tagline`, text: tagline },
    ...description.map((text, index): Said => ({
      locale,
      field: 'description',
      place: `texts.${locale}.description.${index}`,
      text,
    })),
    ...features.map((text, index): Said => ({
      locale,
      field: 'features',
      place: `texts.${locale}.features.${index}`,
      text,
    })),
  ])

const missing = (field: Field): Rule => ({
  id: `texts.${field}_missing`,
  looksAt: 'listing',
  severity: 'reject',
  check(candidate) {
    const { texts } = listingOf(candidate)
    return languagesOf(candidate)
      .filter((locale) => {
        const said = texts.find((one) => one.locale === locale)?.[field] ?? ''
        return !(Array.isArray(said) ? said.length > 0 && said.every(isText) : isText(said))
      })
      .map((locale) =>
        finding({ place: `texts.${locale}.${field}`, params: { language: languageNames(locale) } }),
      )
  },
})

const tooLong: Rule = {
  id: 'texts.too_long',
  looksAt: 'listing',
  severity: 'reject',
  check(candidate) {
    const over = (field: Field, place: string, length: number, limit: number): Finding[] =>
      length <= limit
        ? []
        : [finding({ place, params: { field: fieldName(field), length, limit } })]
    const letters = (text: string) => [...text].length
    return listingOf(candidate).texts.flatMap(
      ({ locale, name, tagline, description, features }) => [
        ...over('name', `texts.${locale}.name`, letters(name), TEXT_LIMITS.name),
        ...over('tagline', `texts.${locale}.tagline`, letters(tagline), TEXT_LIMITS.tagline),
        ...over(
          'description',
          `texts.${locale}.description`,
          letters(description.join('\n')),
          TEXT_LIMITS.description,
        ),
        ...over('features', `texts.${locale}.features`, features.length, TEXT_LIMITS.features),
        ...features.flatMap((text, index) =>
          over('features', `texts.${locale}.features.${index}`, letters(text), TEXT_LIMITS.feature),
        ),
      ],
    )
  },
}

/** A rule for each text; `seen` returns what is wrong with it, or null. */
const eachText = (id: Rule['id'], seen: (said: Said) => string | null): Rule => ({
  id,
  looksAt: 'listing',
  severity: 'reject',
  check: (candidate) =>
    textsOf(candidate).flatMap((said) => {
      const wrong = seen(said)
      return wrong === null ? [] : [finding({ place: said.place, evidence: evidence(wrong) })]
    }),
})

const placeholder = eachText('texts.placeholder', ({ text }) => findPlaceholder(text))

const cardNumber = eachText('texts.card_number', ({ text }) => (hasCardNumber(text) ? text : null))

const markup = eachText(
  'texts.markup',
  ({ text }) =>
    /<\/?[a-z!][^<>]{0,200}>|&(?:[a-z]{2,8}|#\d{1,6});|!?\[[^\]\n]{1,100}\]\([^)\n]{1,200}\)|\*\*[^*\n]{1,100}\*\*|^#{1,6} |javascript:/im.exec(
      text,
    )?.[0] ?? null,
)

const unseen = eachText('texts.unseen_signs', ({ text }) => {
  const sign =
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]/.exec(
      text,
    )?.[0]
  return sign === undefined
    ? null
    : `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
})

const notTranslated: Rule = {
  id: 'texts.not_translated',
  looksAt: 'listing',
  severity: 'reject',
  check(candidate) {
    const said = textsOf(candidate).filter((one) => one.field !== 'name' && one.text.length > 12)
    const english = new Set(said.filter((one) => one.locale === 'en').map((one) => one.text.trim()))
    return said
      .filter(({ locale, text }) =>
        directionOf(locale) === 'rtl'
          ? !/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
          : locale !== 'en' && english.has(text.trim()),
      )
      .map(({ locale, place, text }) =>
        finding({ place, evidence: evidence(text), params: { language: languageNames(locale) } }),
      )
  },
}

/** Finds texts by language in a manifest: all have English. */
function* textsIn(value: unknown, place = ''): Generator<{ place: string; text: Text }> {
  if (value === null || typeof value !== 'object') return
  if (typeof (value as Text).en === 'string') yield { place, text: value as Text }
  else
    for (const [key, inner] of Object.entries(value))
      yield* textsIn(inner, place === '' ? key : `${place}.${key}`)
}

const manifestTexts: Rule = {
  id: 'manifest.texts',
  looksAt: 'package',
  severity: 'reject',
  check(candidate) {
    const { manifestPath: file } = packageOf(candidate)
    const manifest = manifestOf(candidate)
    return [...textsIn(manifest)].flatMap(({ place, text }) =>
      manifestLanguages(manifest)
        .filter((locale) => !isText(text[locale] ?? ''))
        .map((locale) =>
          finding({
            file,
            place: `${place}.${locale}`,
            params: { place, language: languageNames(locale) },
          }),
        ),
    )
  },
}

export const TEXT_RULES: readonly Rule[] = [
  missing('name'),
  missing('tagline'),
  missing('description'),
  missing('features'),
  tooLong,
  placeholder,
  cardNumber,
  markup,
  unseen,
  notTranslated,
  manifestTexts,
]

/** Longer sentences are no placeholders. */
const MAX_SENTENCE = 120

/**
 * Placeholder sentences: all of a sentence must match, in folded form (lib/text.ts), so that "boost
 * your product" is honest.
 */
const EMPTY_SENTENCES = [
  // English
  '(?:your|my|the) (?:app|theme|product|company|store|shop|brand)(?: (?:name|title|description|tagline))(?: (?:goes )?here)?',
  '(?:your|my|the) (?:app|theme|product|company|store|shop|brand) (?:goes )?here',
  '(?:app|theme|product|feature) (?:name|title|description|tagline)(?: (?:goes )?here)?',
  'name of (?:the|your) (?:app|theme|product)',
  '(?:the |your |some )?(?:text|title|description|tagline|headline|content) (?:goes |comes |will go )?here',
  '(?:write|describe|enter|insert|add|put|type) (?:(?:the|your|a|some) )?(?:short |long )?(?:text|title|description|tagline|headline|content|something)(?: here)?',
  '(?:write|describe|enter|insert|type) here',
  'this is (?:a |an |some |only )?(?:placeholder|dummy|sample|example)(?: (?:text|description|title))?',
  '(?:placeholder|dummy|sample)(?: (?:text|description|title))?',
  '(?:feature|paragraph|item) (?:one|two|three|\\d)',
  // Typed to fill a field
  'tbd',
  'fixme',
  'x{3,}(?: x{3,})*',
  'asdf\\w*',
  '(?:asdf\\w*|qwerty\\w*|foo|bar|baz|blah|bla)(?: (?:asdf\\w*|qwerty\\w*|foo|bar|baz|blah|bla))+',
  '(?:test|deneme|تجربه)(?: (?:test|deneme|تجربه|\\d+))+',
  // Turkish, folded
  'buraya (?:bir )?(?:metin|aciklama|baslik|yazi|icerik|ad)?(?:niz|n)?(?:i|yi|ni)? ?(?:gelecek|yaz|yazin|yaziniz|ekle|ekleyin|girin|gir)',
  '(?:metin|aciklama|baslik|icerik)(?:niz|n)? buraya(?: gelecek)?',
  '(?:bu )?(?:bir )?ornek (?:metin|aciklama|baslik|yazi)(?:dir|dur)?',
  'bu (?:bir )?(?:deneme|ornek|yer tutucu) (?:metni|yazisi|aciklamasi)(?:dir|dur)?',
  'yer tutucu(?: metin)?',
  '(?:uygulama|tema|urun|magaza|sirket)(?:nin|nizin)? adi(?:niz)?',
  '(?:uygulama|tema|urun) (?:aciklamasi|basligi)',
  // Arabic, folded
  'اكتب (?:(?:النص|الوصف|العنوان|وصفا|نصا) )?هنا',
  '(?:النص|الوصف|العنوان) (?:ياتي |يكتب )?هنا',
  '(?:هذا )?(?:هو )?نص (?:تجريبي|موقت|بديل)',
  'هذا (?:النص )?(?:هو )?مثال',
  '(?:اسم|وصف|عنوان) (?:التطبيق|القالب|المنتج|المتجر)',
]
const EMPTY = new RegExp(`^(?:${EMPTY_SENTENCES.join('|')})$`, 'u')
/** May be a sentence ("Your store. Your rules."), but not the whole text. */
const EMPTY_TEXT =
  /^(?:(?:your|my|the) (?:app|theme|product|company|store|shop|brand)|untitled|coming soon|n a|test|deneme|تجربه|qwerty\w*)$/u

/** Lorem ipsum; its first words only if no tool for it is meant. */
const LOREM =
  /\blorem ipsum dolor\b|\bdolor sit amet\b|\bconsectetur adipiscing\b|^lorem ipsum\b(?! (?:generator|text|filler|maker|metni|uretici))|هذا النص هو مثال لنص|لوريم ايبسوم دولار/u
/** In capitals only: "Todo" may be the subject of an app. */
const MARKER =
  /^(?:TODO|TBD|FIXME)$|(?<![\p{L}\p{N}])(?:TODO|FIXME)(?=\s?:)|[([]\s?(?:TODO|TBD|FIXME)\s?[)\]]/u
/** Placeholders in brackets: "[your text]", "{app name}", "<insert name>". */
const BRACKETS =
  /\[(?:insert|your|app|product|company)(?: [\p{L} ]{1,40})?\]|<(?:insert|your) [\p{L} ]{1,40}>/iu

/** The placeholder in a text, or null. Runs in linear time. */
export function findPlaceholder(text: string): string | null {
  const marked = MARKER.exec(text.trim())?.[0] ?? BRACKETS.exec(text)?.[0]
  if (marked) return marked
  if (text.length <= MAX_SENTENCE && EMPTY_TEXT.test(fold(text))) return text.trim()
  for (const sentence of text.split(/[.!?…\n؟。;:]+/u)) {
    const folded = fold(sentence)
    if (LOREM.test(folded) || (folded.length <= MAX_SENTENCE && EMPTY.test(folded)))
      return sentence.trim()
  }
  return null
}
