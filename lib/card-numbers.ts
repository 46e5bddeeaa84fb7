import { latinDigits } from './digits.ts'

/**
 * Detects card numbers in texts that must not contain them (PCI DSS 3.3, 3.4), however they are
 * spaced. Also runs in the browser, where a form can refuse them before anything is sent.
 */

/** ISO/IEC 7812-1 annex B, 13 to 19 digits. */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place])
    const weighed = place % 2 === 1 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return /^\d{13,19}$/.test(number) && sum % 10 === 0
}

/** Prefixes and lengths of the numbers of each brand. */
const BRANDS: readonly [RegExp, readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^(?:9792|65)/, [16]],
  [/^(?:6011|64[4-9]|65|62|35(?:2[89]|[3-8]))/, [16, 17, 18, 19]],
  [/^(?:30[0-5]|3[689])/, [14]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6)/, [13, 14, 15, 16, 17, 18, 19]],
]

/** Whether `digits` has a brand's prefix and length and a valid check digit. */
export const isCardNumber = (digits: string): boolean =>
  BRANDS.some(([begins, lengths]) => lengths.includes(digits.length) && begins.test(digits)) &&
  passesLuhn(digits)

/**
 * Longest runs of digits with at most one separator between two, as found in texts, URLs and JSON.
 */
const RUN = /\d(?:(?:[ \u00a0\u202f.\-–_+/]|%20|%2D|\\u00a0)?\d){12,}/gi

/**
 * Whether `text` contains a card number made of whole groups of digits, so that part of an IBAN
 * does not match.
 */
export function hasCardNumber(text: string): boolean {
  for (const [run] of latinDigits(text).matchAll(RUN)) {
    const groups = run.match(/\d+/g) ?? []
    for (let from = 0; from < groups.length; from += 1) {
      let digits = ''
      for (let to = from; to < groups.length && digits.length < 19; to += 1) {
        digits += groups[to] ?? ''
        if (digits.length >= 13 && isCardNumber(digits)) return true
      }
    }
  }
  return false
}

const CODE =
  /\b((?:cvc|cvv)2?|csc|cid|security[ _-]?code|g[üu]venlik kodu|رمز الأمان)(["'\\\s:=]{1,6})\d{3,4}\b/gi

/**
 * For logs and stored texts: masks every possible card number except its first six and last four
 * digits, and security codes completely.
 */
export function maskCards(text: string): string {
  const latin = latinDigits(text)
  const masked = latin.replace(RUN, (run) => maskRun(run))
  return masked.replace(CODE, '$1$2***')
}

/**
 * Masks a card number at any offset, not only at the start of a group: masking too much does no
 * harm.
 */
function maskRun(run: string): string {
  const plain = run.replace(/%20|%2D|\\u00a0/gi, ' ')
  const places = [...plain.matchAll(/\d/g)].map(({ index }) => index)
  const digits = places.map((place) => plain[place]).join('')
  let [out, written] = ['', 0]
  for (let from = 0; from < digits.length; from += 1) {
    const length = [19, 18, 17, 16, 15, 14, 13].find(
      (one) => from + one <= digits.length && isCardNumber(digits.slice(from, from + one)),
    )
    if (length === undefined) continue
    const [begin, end] = [places[from] ?? 0, (places[from + length - 1] ?? 0) + 1]
    out += `${plain.slice(written, begin)}${digits.slice(from, from + 6)}…${digits.slice(from + length - 4, from + length)}`
    written = end
    from += length - 1
  }
  return written === 0 ? run : out + plain.slice(written)
}
