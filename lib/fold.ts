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
 * Folds text so that forms that mean the same meet (D24): lower case with Turkish rules, Turkish
 * and Latin marks off, Arabic alef, ya, ta marbuta, kashida and diacritics unified. `IŞIK`, `ışık`
 * and `isik` give the same; so do `القهوه` and `القهوة`. The database has the same function
 * (`fold` in `db/migrations/`); `words.test.ts` holds both to the same vectors.
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
