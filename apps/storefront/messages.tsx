import { createContext, useContext, type ReactNode } from 'react'
import { createContext as createRouterContext } from 'react-router'
import { type Locale, type Message, type Translate, makeTranslate } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { MessageKey } from '#locales/keys.ts'

type Load = () => Promise<{ messages: Record<string, Message> }>

// The browser loads one language only (D18), and first the messages for browsing; other areas are
// loaded with their pages.
const BROWSE: Record<Locale, Load> = {
  tr: () => import('#locales/tr/browse.ts'),
  en: () => import('#locales/en/browse.ts'),
  ar: () => import('#locales/ar/browse.ts'),
}
const WORK = [
  'checkout',
  'install',
  'update',
  'uninstall',
  'installed',
  'updates',
  'orders',
  'addresses',
  'scripts',
]
const OWNER = ['account', 'installed', 'updates', 'orders', 'cards', 'reviews', 'scripts']
/** Messages that only some pages need, loaded with these. */
const AREAS: readonly {
  at(segments: readonly string[], query: URLSearchParams): boolean
  words: Record<Locale, Load>
}[] = [
  {
    at: (segments) =>
      isDecisionsPage(segments) || segments.some((segment) => WORK.includes(segment)),
    words: {
      tr: () => import('#locales/tr/work.ts'),
      en: () => import('#locales/en/work.ts'),
      ar: () => import('#locales/ar/work.ts'),
    },
  },
  {
    at: ([first = '']) => OWNER.includes(first),
    words: {
      tr: () => import('#locales/tr/owner.ts').then(({ owner }) => ({ messages: owner })),
      en: () => import('#locales/en/owner.ts').then(({ owner }) => ({ messages: owner })),
      ar: () => import('#locales/ar/owner.ts').then(({ owner }) => ({ messages: owner })),
    },
  },
  {
    at: (segments) => isDecisionsPage(segments),
    words: {
      tr: () =>
        import('#locales/tr/decisions.ts').then(({ decisions }) => ({ messages: decisions })),
      en: () =>
        import('#locales/en/decisions.ts').then(({ decisions }) => ({ messages: decisions })),
      ar: () =>
        import('#locales/ar/decisions.ts').then(({ decisions }) => ({ messages: decisions })),
    },
  },
  {
    at: (segments) => segments[0] === 'contact' || segments[0] === 'newsletter',
    words: {
      tr: () => import('#locales/tr/contact.ts').then(asWords),
      en: () => import('#locales/en/contact.ts').then(asWords),
      ar: () => import('#locales/ar/contact.ts').then(asWords),
    },
  },
  {
    at: (_, query) => query.has('why'),
    words: {
      tr: () => import('#locales/tr/why.ts').then(({ why }) => ({ messages: why })),
      en: () => import('#locales/en/why.ts').then(({ why }) => ({ messages: why })),
      ar: () => import('#locales/ar/why.ts').then(({ why }) => ({ messages: why })),
    },
  },
  {
    at: (segments) => segments[0] === 'compare',
    words: {
      tr: () => import('#locales/tr/compare.ts').then(({ compare }) => ({ messages: compare })),
      en: () => import('#locales/en/compare.ts').then(({ compare }) => ({ messages: compare })),
      ar: () => import('#locales/ar/compare.ts').then(({ compare }) => ({ messages: compare })),
    },
  },
  {
    at: ([first]) => first === undefined || first === 'enter',
    words: {
      tr: () => import('#locales/tr/home.ts').then(({ home }) => ({ messages: home })),
      en: () => import('#locales/en/home.ts').then(({ home }) => ({ messages: home })),
      ar: () => import('#locales/ar/home.ts').then(({ home }) => ({ messages: home })),
    },
  },
  {
    at: (segments) => segments[0] === 'preview',
    words: {
      tr: () => import('#locales/tr/preview.ts').then(({ preview }) => ({ messages: preview })),
      en: () => import('#locales/en/preview.ts').then(({ preview }) => ({ messages: preview })),
      ar: () => import('#locales/ar/preview.ts').then(({ preview }) => ({ messages: preview })),
    },
  },
  {
    at: (segments) =>
      segments[0] === 'preview' || isItemPage(segments) || isDeveloperPage(segments),
    words: {
      tr: () => import('#locales/tr/item.ts').then(asMessages),
      en: () => import('#locales/en/item.ts').then(asMessages),
      ar: () => import('#locales/ar/item.ts').then(asMessages),
    },
  },
  {
    at: (segments) => isDeveloperPage(segments),
    words: {
      tr: () =>
        import('#locales/tr/developer.ts').then(({ developer }) => ({ messages: developer })),
      en: () =>
        import('#locales/en/developer.ts').then(({ developer }) => ({ messages: developer })),
      ar: () =>
        import('#locales/ar/developer.ts').then(({ developer }) => ({ messages: developer })),
    },
  },
  {
    at: (segments) => isItemPage(segments) || isWordPressPage(segments),
    words: {
      tr: () => import('#locales/tr/fit.ts').then(({ fit }) => ({ messages: fit })),
      en: () => import('#locales/en/fit.ts').then(({ fit }) => ({ messages: fit })),
      ar: () => import('#locales/ar/fit.ts').then(({ fit }) => ({ messages: fit })),
    },
  },
  {
    // Updates show the permissions that they ask for.
    at: (segments) =>
      segments[0] === 'authorize' ||
      segments.some((segment) =>
        ['rights', 'scripts', 'update', 'updates', 'installed'].includes(segment),
      ),
    words: {
      tr: () => import('#locales/tr/rights.ts').then(({ rights }) => ({ messages: rights })),
      en: () => import('#locales/en/rights.ts').then(({ rights }) => ({ messages: rights })),
      ar: () => import('#locales/ar/rights.ts').then(({ rights }) => ({ messages: rights })),
    },
  },
  {
    at: ([first], query) => first === 'connect' || first === 'enter' || query.has('sign-in'),
    words: {
      tr: () => import('#locales/tr/enter.ts').then(({ enter }) => ({ messages: enter })),
      en: () => import('#locales/en/enter.ts').then(({ enter }) => ({ messages: enter })),
      ar: () => import('#locales/ar/enter.ts').then(({ enter }) => ({ messages: enter })),
    },
  },
  {
    at: (segments) =>
      segments[0] === 'connect' ||
      (segments[0] === 'account' && segments[1] === 'site') ||
      isWordPressPage(segments),
    words: {
      tr: () => import('#locales/tr/site.ts').then(({ site }) => ({ messages: site })),
      en: () => import('#locales/en/site.ts').then(({ site }) => ({ messages: site })),
      ar: () => import('#locales/ar/site.ts').then(({ site }) => ({ messages: site })),
    },
  },
  {
    at: (segments) => isWordPressPage(segments),
    words: {
      tr: () =>
        import('#locales/tr/wordpress.ts').then(({ wordpress }) => ({ messages: wordpress })),
      en: () =>
        import('#locales/en/wordpress.ts').then(({ wordpress }) => ({ messages: wordpress })),
      ar: () =>
        import('#locales/ar/wordpress.ts').then(({ wordpress }) => ({ messages: wordpress })),
    },
  },
  {
    at: (segments) => segments[0] === 'connect',
    words: {
      tr: () => import('#locales/tr/connect.ts').then(({ connect }) => ({ messages: connect })),
      en: () => import('#locales/en/connect.ts').then(({ connect }) => ({ messages: connect })),
      ar: () => import('#locales/ar/connect.ts').then(({ connect }) => ({ messages: connect })),
    },
  },
]

/**
 * Other paths than items' slugs. Incomplete on purpose: unneeded messages cost a request on few
 * pages, the list of all reserved slugs would cost bytes on every page.
 */
const NO_ITEM = [
  'list',
  'search',
  'compare',
  'contact',
  'connect',
  'newsletter',
  'partners',
  'developers',
  'legal',
  'account',
  'enter',
]
/** The page of an item, its reviews and releases. */
const isItemPage = ([slug = '', page = '', ...more]: readonly string[]) =>
  slug !== '' &&
  !NO_ITEM.includes(slug) &&
  ['', 'reviews', 'releases'].includes(page) &&
  more.length === 0

/** Decisions about a store's reviews, in the account or in the frame. */
const isDecisionsPage = ([first, second]: readonly string[]) =>
  first === 'reviews' || (first === 'account' && second === 'reviews')

/** Connecting a WordPress site, and its settings. */
const isWordPressPage = ([, second]: readonly string[]) => second === 'wordpress'

const isDeveloperPage = ([first, ...more]: readonly string[]) =>
  first === 'developers' && more.length === 1

const asWords = ({ contact }: { contact: Record<string, Message> }) => ({ messages: contact })
const asMessages = ({ item }: { item: Record<string, Message> }) => ({ messages: item })

/** The path's segments without the frame's prefix. */
const segmentsOf = (pathname: string) =>
  pathname.split('/').filter((segment) => segment !== '' && segment !== 'market')

export interface Words {
  locale: Locale
  t: Translate<MessageKey>
  /** Loads the additional messages of the page at this URL, before it is shown. */
  prepare(address: string): Promise<void>
}

const WordsContext = createContext<Words | null>(null)
/** In the browser: the messages, for middleware that runs before a page is shown. */
export const wordsForRouter = createRouterContext<Words>()

/** In the browser: loads the messages of the page at `address`, for a market with this name. */
export async function loadPageWords(
  locale: Locale,
  names: NameForms,
  address: string,
): Promise<Words> {
  // A copy that is extended later: `t` looks messages up when called.
  const messages = { ...(await BROWSE[locale]()).messages }
  const loaded = new Set<number>()
  async function prepare(next: string) {
    const [pathname = '', search] = next.split('?')
    const segments = segmentsOf(pathname)
    const query = new URLSearchParams(search)
    await Promise.all(
      AREAS.map(async ({ at, words }, index) => {
        if (loaded.has(index) || !at(segments, query)) return
        Object.assign(messages, (await words[locale]()).messages)
        loaded.add(index)
      }),
    )
  }
  await prepare(address)
  return { locale, t: makeTranslate<MessageKey>(messages, locale, names), prepare }
}

/** All messages of a language, cached: one object of 100 kB for all requests. */
const allMessages = new Map<Locale, Promise<Record<string, Message>>>()

async function loadAllMessages(locale: Locale): Promise<Record<string, Message>> {
  const parts = await Promise.all(
    [BROWSE, ...AREAS.map(({ words }) => words)].map((words) => words[locale]()),
  )
  return Object.assign({}, ...parts.map(({ messages }) => messages)) as Record<string, Message>
}

/** The words of each language and market name; a market has one name at a time. */
const allWords = new Map<string, Promise<Words>>()
const MOST_WORDS = 50

/** On the server: all messages of a language, for a market with this name. */
export function loadWords(locale: Locale, names: NameForms = {}): Promise<Words> {
  const key = `${locale} ${JSON.stringify(names)}`
  const known = allWords.get(key) ?? makeWords(locale, names)
  if (allWords.size >= MOST_WORDS) allWords.clear()
  allWords.set(key, known)
  return known
}

async function makeWords(locale: Locale, names: NameForms): Promise<Words> {
  const messages = allMessages.get(locale) ?? loadAllMessages(locale)
  allMessages.set(locale, messages)
  return {
    locale,
    t: makeTranslate<MessageKey>(await messages, locale, names),
    prepare: async () => {},
  }
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

/** Each language by its own name. */
