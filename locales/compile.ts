import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Message, PluralForms } from '#lib/locale.ts'

/**
 * Turns a file of ICU messages into what `makeTranslate` takes: a text with `{name}` placeholders,
 * or one such text for each plural category. Only the plural of `count` around a whole message is
 * supported. Throws with the key when a message is anything else.
 */
export function compileMessages(source: Readonly<Record<string, string>>): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(source).map(([key, text]) => [
      key,
      text.includes(', plural,') ? compilePlural(key, text) : requirePlain(key, text),
    ]),
  )
}

/** `{count, number}` and the like would stand on the page as they are; numbers are formatted anyway. */
function requirePlain(key: string, text: string): string {
  const format = /\{\w+\s*,/.exec(text)
  if (format) throw new Error(`${key}: ${format[0]}…} is not supported`)
  return text
}

function compilePlural(key: string, text: string): PluralForms {
  const [plural, ...more] = parse(text, { ignoreTag: true, captureLocation: true })
  if (plural?.type !== TYPE.plural || plural.value !== 'count' || more.length > 0)
    throw new Error(`${key}: only {count, plural, …} around a whole message is supported`)
  const forms = Object.entries(plural.options).map(([category, option]) => {
    const { start, end } = option.location!
    return [category, requirePlain(key, text.slice(start.offset + 1, end.offset - 1))]
  })
  return Object.fromEntries(forms) as PluralForms
}
