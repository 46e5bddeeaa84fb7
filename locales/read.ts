import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale, Message } from '#lib/locale.ts'
import { compileMessages } from './compile.ts'
import type { MessageFile } from './keys.ts'

const read = new Map<string, Record<string, Message>>()

/** The messages of one file of a language. For the server; browsers load them by `#locales/load.ts`. */
export function readMessages<F extends keyof MessageFile>(
  locale: Locale,
  file: F,
): Readonly<Record<MessageFile[F], Message>> {
  const path = join(import.meta.dirname, locale, `${file}.json`)
  const known = read.get(path) ?? compileMessages(JSON.parse(readFileSync(path, 'utf8')))
  read.set(path, known)
  return known as Record<MessageFile[F], Message>
}

/** All messages of a language. */
export const readAllMessages = (locale: Locale): Readonly<Record<string, Message>> =>
  Object.assign(
    {},
    ...readdirSync(join(import.meta.dirname, locale))
      .filter((name) => name.endsWith('.json'))
      .map((name) => readMessages(locale, name.replace('.json', '') as keyof MessageFile)),
  )

const articles = new Map<string, string | null>()

/** A text of `articles/` in the Markdown of `#lib/text-page.ts`; null if the language has none. */
export function readArticle(locale: Locale, name: string): string | null {
  const path = join(import.meta.dirname, locale, 'articles', `${name}.md`)
  if (!articles.has(path)) articles.set(path, existsSync(path) ? readFileSync(path, 'utf8') : null)
  return articles.get(path) ?? null
}
