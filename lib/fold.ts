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
