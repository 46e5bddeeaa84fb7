/**
 * Removes invisible characters from text that people write for others: control characters and those
 * that reorder the text around them (overrides, embeddings and isolates; the marks that Arabic
 * needs stay). Lines end in `\n`, with at most one empty line between. Applied on input, and again
 * on output for text that arrived by another way.
 */
export function plainText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replace(/\t/g, ' ')
      .replace(UNSEEN, '')
      .normalize('NFC')
      // Many combining marks on one letter would overlap neighboring lines.
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/**
 * Controls except the line feed, bidi overrides, embeddings and isolates, byte order marks,
 * invisible annotation and shaping characters.
 */
const UNSEEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e001f}]/gu

const ZEROS = [0x0660, 0x06f0]

/** Arabic and Persian digits → Latin: "٤٢" and "۴۲" → "42". */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    return String(code - (ZEROS.findLast((zero) => code >= zero) ?? code))
  })

/** Only the digits of `text`, as Latin digits. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')

const LETTERS: Record<string, string> = {
  ı: 'i',
  ş: 's',
  ğ: 'g',
  ç: 'c',
  ö: 'o',
  ü: 'u',
  ς: 'σ',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ـ: '',
}

/**
 * Normalizes text for search, so that spellings of the same word match (D24): lower case by Turkish
 * rules, no Turkish and Latin diacritics, unified Arabic alef, ya, ta marbuta, kashida and
 * diacritics. `IŞIK`, `ışık` and `isik` give the same; so do `القهوه` and `القهوة`. `fold` in
 * `db/migrations/` is the same function in SQL; `words.test.ts` tests both with the same vectors.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670]/g, '')
    .replaceAll('I', 'i')
    .toLowerCase()
    .replace(/[ışğçöüςأإآٱىئؤةـ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{Alphabetic}\p{Nd}]+/gu, ' ')
    .trim()
}
