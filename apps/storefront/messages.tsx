import { createContext, useContext, type ReactNode } from 'react'
import type { Locale } from '#lib/locale.ts'
import { makeTranslate, type Message, type Translate } from '#lib/messages.ts'
import type { MessageKey } from '#locales/keys.ts'

// Only one language travels to the browser (D18): each is a chunk of its own.
const LOADERS: Record<Locale, () => Promise<{ messages: Record<string, Message> }>> = {
  tr: () => import('#locales/tr.ts'),
  en: () => import('#locales/en.ts'),
  ar: () => import('#locales/ar.ts'),
}

export interface Words {
  locale: Locale
  t: Translate<MessageKey>
}

const WordsContext = createContext<Words | null>(null)

export async function loadWords(locale: Locale): Promise<Words> {
  const { messages } = await LOADERS[locale]()
  return { locale, t: makeTranslate<MessageKey>(messages, locale) }
}

export const WordsProvider = ({ words, children }: { words: Words; children: ReactNode }) => <WordsContext value={words}>{children}</WordsContext>

/** The page's language and its translator. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('useWords outside WordsProvider')
  return words
}
