import type { Locale } from '#lib/locale.ts'
import type { MessageFile } from '#locales/keys.ts'
import { readMessages } from '#locales/read.ts'

type ArastaKey = MessageFile['arasta']
type Own<K> = K extends `arasta.${infer Key}` ? Key : never
export type MessageKey = Own<ArastaKey>

/** The texts of the command line in one language. */
export const messagesFor =
  (locale: Locale) =>
  (key: MessageKey): string =>
    readMessages(locale, 'arasta')[`arasta.${key}`] as string
