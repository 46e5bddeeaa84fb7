import { readdirSync, readFileSync } from 'node:fs'
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
    ...readdirSync(join(import.meta.dirname, locale)).map((name) =>
      readMessages(locale, name.replace('.json', '') as keyof MessageFile),
    ),
  )
