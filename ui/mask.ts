/**
 * Input masks (S5.6): `#` a digit, `@` a letter, `*` either; letters of every language. Anything else stands for itself
 * and is written as soon as a later place is filled. Digits of Arabic keyboards count and become Latin.
 */
const TOKENS: Record<string, RegExp> = { '#': /\d/, '@': /\p{L}|\p{M}/u, '*': /\p{L}|\p{M}|\p{N}/u }

const DIGIT_ZEROS = [0x0660, 0x06f0]

/** "٤٢" and "۴۲" → "42". */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => {
    const code = digit.codePointAt(0) ?? 0
    return String(code - (DIGIT_ZEROS.findLast(zero => code >= zero) ?? code))
  })

/** `applyMask('## / ##', '1230')` → "12 / 30". What fits nowhere is left out; what is missing leaves the rest away. */
export function applyMask(mask: string, text: string): string {
  const given = [...latinDigits(text)]
  let written = ''
  let between = ''
  for (const place of mask) {
    const token = TOKENS[place]
    if (!token) {
      between += place
      continue
    }
    while (given.length > 0 && !token.test(given[0]!)) given.shift()
    const letter = given.shift()
    if (letter === undefined) break
    written += between + letter
    between = ''
  }
  return written
}

const isFilling = (letter: string) => /[\p{L}\p{M}\p{N}]/u.test(letter)

/** Where the caret belongs after `formatted` took the place of `text`: behind as many letters and digits as before. */
export function caretAfter(text: string, caret: number, formatted: string): number {
  let left = Array.from(text.slice(0, caret)).filter(isFilling).length
  let position = 0
  for (const letter of formatted) {
    if (left === 0) break
    position += letter.length
    if (isFilling(letter)) left -= 1
  }
  return left > 0 ? formatted.length : position
}

/** Rewrites a field while it is typed in, and keeps the caret where the hand is. For `onInput`. */
export function maskField(field: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = field
  const formatted = format(value)
  if (formatted === value) return
  const caret = caretAfter(value, selectionStart ?? value.length, formatted)
  field.value = formatted
  if (document.activeElement === field) field.setSelectionRange(caret, caret)
}
