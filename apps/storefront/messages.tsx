import { createContext, useContext, type ReactNode } from 'react'
import { createContext as createRouterContext } from 'react-router'
import type { Locale } from '#lib/locale.ts'
import { RESERVED_SLUGS } from '#lib/market.ts'
import { makeTranslate, type Message, type Translate } from '#lib/messages.ts'
import type { MessageKey } from '#locales/keys.ts'

type Load = () => Promise<{ messages: Record<string, Message> }>

// Only one language travels to the browser (D18), and of it only what its pages say: buying and installing bring their own words.
const BROWSE: Record<Locale, Load> = {
  tr: () => import('#locales/tr/browse.ts'),
  en: () => import('#locales/en/browse.ts'),
  ar: () => import('#locales/ar/browse.ts'),
}
/** Words that only some pages need come to the browser with them. */
const AREAS: readonly { at(segments: readonly string[]): boolean; words: Record<Locale, Load> }[] = [
  {
    at: segments => segments.some(segment => ['checkout', 'install', 'update', 'uninstall', 'installed', 'updates'].includes(segment)),
    words: {
      tr: () => import('#locales/tr/work.ts'),
      en: () => import('#locales/en/work.ts'),
      ar: () => import('#locales/ar/work.ts'),
    },
  },
  {
    at: segments => segments.length === 1 && !RESERVED_SLUGS.includes(segments[0]!),
    words: {
      tr: () => import('#locales/tr/item.ts').then(asMessages),
      en: () => import('#locales/en/item.ts').then(asMessages),
      ar: () => import('#locales/ar/item.ts').then(asMessages),
    },
  },
  {
    at: segments => segments[0] === 'connect',
    words: {
      tr: () => import('#locales/tr/connect.ts').then(({ connect }) => ({ messages: connect })),
      en: () => import('#locales/en/connect.ts').then(({ connect }) => ({ messages: connect })),
      ar: () => import('#locales/ar/connect.ts').then(({ connect }) => ({ messages: connect })),
    },
  },
]

const asMessages = ({ item }: { item: Record<string, Message> }) => ({ messages: item })

/** The page's path without the frame's own segment. */
const segmentsOf = (pathname: string) => pathname.split('/').filter(segment => segment !== '' && segment !== 'market')

export interface Words {
  locale: Locale
  t: Translate<MessageKey>
  /** The words that page `pathname` needs besides; before it is shown. */
  prepare(pathname: string): Promise<void>
}

const WordsContext = createContext<Words | null>(null)
/** In the browser: the page's words for what runs before a page is shown. */
export const wordsForRouter = createRouterContext<Words>()

/** The words of page `pathname`; without one, all there are. */
export async function loadWords(locale: Locale, pathname?: string): Promise<Words> {
  // a copy that grows: `t` looks a message up when it is called
  const messages = { ...(await BROWSE[locale]()).messages }
  const loaded = new Set<number>()
  async function prepare(next: string | undefined) {
    const segments = next === undefined ? null : segmentsOf(next)
    await Promise.all(AREAS.map(async ({ at, words }, index) => {
      if (loaded.has(index) || (segments !== null && !at(segments))) return
      Object.assign(messages, (await words[locale]()).messages)
      loaded.add(index)
    }))
  }
  await prepare(pathname)
  return { locale, t: makeTranslate<MessageKey>(messages, locale), prepare }
}

export const WordsProvider = ({ words, children }: { words: Words; children: ReactNode }) => (
  <WordsContext value={words}>{children}</WordsContext>
)

/** The page's language and its translator. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('useWords outside WordsProvider')
  return words
}
