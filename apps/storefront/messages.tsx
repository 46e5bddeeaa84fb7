import { createContext, useContext, type ReactNode } from 'react'
import { createContext as createRouterContext } from 'react-router'
import { type Locale, type Message, type Translate, makeTranslate } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { MessageKey } from '#locales/keys.ts'
import { type StorefrontFile, loadMessages } from '#locales/load.ts'

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
/** Pages of work on which nothing is updated or removed. */
const PAYING = ['checkout', 'addresses']
const OWNER = [
  'account',
  'installed',
  'saved',
  'updates',
  'orders',
  'subscriptions',
  'cards',
  'reviews',
  'scripts',
  'addresses',
  'support',
  'status',
  'shops',
]
/** Messages that only some pages need, loaded with these. */
const AREAS: readonly {
  at(segments: readonly string[], query: URLSearchParams): boolean
  file: StorefrontFile
}[] = [
  {
    at: (segments) => isWorkPage(segments),
    file: 'work',
  },
  {
    at: (segments) => isWorkPage(segments) && !segments.some((one) => PAYING.includes(one)),
    file: 'lifecycle',
  },
  {
    at: ([first = '']) => OWNER.includes(first),
    file: 'owner',
  },
  {
    at: (segments) => segments.some((segment) => /^(subscri(be|ptions)|uninstall)$/.test(segment)),
    file: 'subscriptions',
  },
  {
    at: (segments) => segments.at(-1) === 'status',
    file: 'notices',
  },
  {
    at: (segments) => segments.includes('support'),
    file: 'help',
  },
  {
    at: (segments) => segments.includes('installed'),
    file: 'installed',
  },
  {
    at: (segments) => segments.some((one) => ['installed', 'ask', 'shops'].includes(one)),
    file: 'team',
  },
  {
    at: (segments) => segments.at(-1) === 'settings',
    file: 'settings',
  },
  {
    at: (segments) => isDecisionsPage(segments),
    file: 'decisions',
  },
  {
    at: (segments) => segments[0] === 'contact' || segments[0] === 'newsletter',
    file: 'contact',
  },
  {
    at: ([first]) => first === 'list' || first === 'search' || first === 'compare',
    file: 'list',
  },
  {
    // Cards of a search say why they are there.
    at: ([first], query) => first === 'search' || query.has('why'),
    file: 'why',
  },
  {
    at: (segments) => segments[0] === 'compare',
    file: 'compare',
  },
  {
    at: (segments) =>
      segments.includes('bundles') ||
      (segments[0] === 'checkout' && /^(success|fail)$/.test(segments[1] ?? '')),
    file: 'bundle',
  },
  {
    at: ([first]) => first === undefined || first === 'enter',
    file: 'home',
  },
  {
    at: (segments) =>
      segments[0] === 'preview' || segments[0] === 'share' || segments.at(-1) === 'settings',
    file: 'preview',
  },
  {
    at: (segments) =>
      segments[0] === 'preview' ||
      segments[0] === 'share' ||
      isItemPage(segments) ||
      isDeveloperPage(segments),
    file: 'item',
  },
  {
    at: (segments) => isDeveloperPage(segments),
    file: 'developer',
  },
  {
    at: (segments) => isItemPage(segments) || isWordPressPage(segments) || isWorkPage(segments),
    file: 'fit',
  },
  {
    // Updates show the permissions that they ask for.
    at: (segments) =>
      segments[0] === 'authorize' ||
      segments.some((segment) =>
        ['rights', 'scripts', 'update', 'updates', 'installed'].includes(segment),
      ),
    file: 'rights',
  },
  {
    at: ([first], query) => first === 'connect' || first === 'enter' || query.has('sign-in'),
    file: 'enter',
  },
  {
    at: (segments) =>
      segments[0] === 'connect' ||
      (segments[0] === 'account' && segments[1] === 'site') ||
      isWordPressPage(segments),
    file: 'site',
  },
  {
    at: (segments) => isWordPressPage(segments),
    file: 'wordpress',
  },
  {
    at: (segments) => segments[0] === 'connect',
    file: 'connect',
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

/** Buying and installing. */
const isWorkPage = (segments: readonly string[]) =>
  isDecisionsPage(segments) || segments.some((segment) => WORK.includes(segment))

/** Connecting a WordPress site, and its settings. */
const isWordPressPage = ([, second]: readonly string[]) => second === 'wordpress'

const isDeveloperPage = ([first, ...more]: readonly string[]) =>
  first === 'developers' && more.length === 1

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
  const messages = { ...(await loadMessages(locale, 'browse')) }
  const loaded = new Set<number>()
  async function prepare(next: string) {
    const [pathname = '', search] = next.split('?')
    const segments = segmentsOf(pathname)
    const query = new URLSearchParams(search)
    await Promise.all(
      AREAS.map(async ({ at, file }, index) => {
        if (loaded.has(index) || !at(segments, query)) return
        Object.assign(messages, await loadMessages(locale, file))
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
  const files = new Set(['browse' as const, ...AREAS.map(({ file }) => file)])
  return Object.assign(
    {},
    ...(await Promise.all([...files].map((file) => loadMessages(locale, file)))),
  )
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
