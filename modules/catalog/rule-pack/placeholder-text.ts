import { fold } from '#lib/fold.ts'

/** Longer is no placeholder: it is a sentence that somebody wrote. */
const MAX_SENTENCE = 120

/**
 * Sentences that nobody means: the whole of one has to match, in folded form (lib/fold.ts), so that
 * "boost your product" and "customers write here what is engraved" are honest.
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
/** Words that a sentence may be made of ("Your store. Your rules."), but no whole text. */
const EMPTY_TEXT =
  /^(?:(?:your|my|the) (?:app|theme|product|company|store|shop|brand)|untitled|coming soon|n a|test|deneme|تجربه|qwerty\w*)$/u

/**
 * The text of typesetters, wherever it stands; its first words only where no tool for it is meant.
 */
const LOREM =
  /\blorem ipsum dolor\b|\bdolor sit amet\b|\bconsectetur adipiscing\b|^lorem ipsum\b(?! (?:generator|text|filler|maker|metni|uretici))|هذا النص هو مثال لنص|لوريم ايبسوم دولار/u
/** A marker of unfinished work, in capitals: "Todo" may be what an app is about. */
const MARKER =
  /^(?:TODO|TBD|FIXME)$|(?<![\p{L}\p{N}])(?:TODO|FIXME)(?=\s?:)|[([]\s?(?:TODO|TBD|FIXME)\s?[)\]]/u
/** "[your text]", "{app name}", "<insert name>": brackets that wait for words. */
const BRACKETS =
  /\[(?:insert|your|app|product|company)(?: [\p{L} ]{1,40})?\]|<(?:insert|your) [\p{L} ]{1,40}>/iu

/**
 * The part of `text` that waits for somebody to write the real one; null when all of it was meant.
 * Linear in the length of `text`.
 */
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
