import { Mask } from 'maska'
import { latinDigits } from '#lib/digits.ts'

/**
 * Input masks (S5.6): `#` a digit, `@` a letter, `*` either; letters of every language with the
 * marks that are written over them. Anything else stands for itself and is written as soon as a
 * later place is filled. Digits of Arabic keyboards count and become Latin.
 */
const TOKENS = {
  '#': { pattern: /\d/ },
  '@': { pattern: /\p{L}|\p{M}/u },
  '*': { pattern: /\p{L}|\p{M}|\p{N}/u },
}

/**
 * `applyMask('## / ##', '1230')` → "12 / 30". What fits nowhere is left out; what is missing leaves
 * the rest away.
 */
export const applyMask = (mask: string, text: string): string =>
  // A new one each time: a mask remembers all it has ever written, and that may be the number of a
  // card.
  new Mask({ mask, tokens: TOKENS, tokensReplace: true })
    .masked(latinDigits(text).normalize())
    .replace(/[^\p{L}\p{M}\p{N}]+$/u, '')

const isFilling = (letter: string) => /[\p{L}\p{M}\p{N}]/u.test(letter)

/**
 * Where the caret belongs after `formatted` took the place of `text`: behind as many letters and
 * digits as before.
 */
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

/**
 * Rewrites a field while it is typed in, and keeps the caret where the hand is. For `onInput`. A
 * word that an input method is still putting together is left alone until it is whole.
 */
export function maskField(
  { currentTarget: field, nativeEvent }: InputHappening,
  format: (text: string) => string,
): void {
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) {
    field.addEventListener('compositionend', () => rewrite(field, format), { once: true })
    return
  }
  rewrite(field, format)
}

interface InputHappening {
  currentTarget: HTMLInputElement
  nativeEvent: Event
}

function rewrite(field: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = field
  const formatted = format(value)
  if (formatted === value) return
  const caret = caretAfter(value, selectionStart ?? value.length, formatted)
  field.value = formatted
  if (document.activeElement === field) field.setSelectionRange(caret, caret)
}
