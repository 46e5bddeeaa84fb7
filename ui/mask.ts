import { Mask } from 'maska'
import { latinDigits } from '#lib/text.ts'

/**
 * Input masks (S5.6): `#` is a digit, `@` a letter, `*` either, with letters and combining marks of
 * every language. Other characters are literals, inserted when a later position is filled. Arabic
 * digits are converted to Latin.
 */
const TOKENS = {
  '#': { pattern: /\d/ },
  '@': { pattern: /\p{L}|\p{M}/u },
  '*': { pattern: /\p{L}|\p{M}|\p{N}/u },
}

/**
 * `applyMask('## / ##', '1230')` → "12 / 30". Drops what does not fit; a partial text ends where it
 * is incomplete.
 */
export const applyMask = (mask: string, text: string): string =>
  // A new instance each time: a mask remembers all values, which may be card numbers.
  new Mask({ mask, tokens: TOKENS, tokensReplace: true })
    .masked(latinDigits(text).normalize())
    .replace(/[^\p{L}\p{M}\p{N}]+$/u, '')

const isFilling = (letter: string) => /[\p{L}\p{M}\p{N}]/u.test(letter)

/** The caret position in `formatted` after the same number of letters and digits as in `text`. */
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
 * Formats a field on input and keeps the caret position. For `onInput`. Waits while an input method
 * is composing.
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
