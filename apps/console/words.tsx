import { createContext, useContext, type ReactNode } from 'react'
import { type Locale, type Message, type Translate, makeTranslate } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { ConsoleKey } from '#locales/keys.ts'

/** The browser loads one language only (D18). */
const LOAD = import.meta.glob<Record<ConsoleKey, Message>>('../../locales/*/console.json', {
  import: 'default',
})

export interface Words {
  locale: Locale
  t: Translate<ConsoleKey>
}

const WordsContext = createContext<Words | null>(null)

export const loadWords = async (locale: Locale, names: NameForms): Promise<Words> => ({
  locale,
  t: makeTranslate<ConsoleKey>(
    await LOAD[`../../locales/${locale}/console.json`]!(),
    locale,
    names,
  ),
})

export const WordsProvider = ({ words, children }: { words: Words; children: ReactNode }) => (
  <WordsContext value={words}>{children}</WordsContext>
)

/** The page's language and its translator. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('useWords outside WordsProvider')
  return words
}
