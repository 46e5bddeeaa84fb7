import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { CONSOLE_VIEWS } from './console-views.ts'
import { inspectScreen, SCHEMES, WIDTHS, type Scheme } from './inspect-screen.ts'
import { openContext, type Person } from './people.ts'
import type { ScreenTestBed, States } from './states.ts'
import { NO_APPLICATIONS } from './application-states.ts'
import { NO_OWNER_STATES } from './owner-states.ts'
import { NO_SUBSCRIPTIONS } from './subscription-states.ts'
import { nameOf, VIEWS, type View } from './views.ts'
import { readAllMessages } from '#locales/read.ts'

const messages = readAllMessages('en')

/** One page in one language. */
export interface ScreenVariant {
  /** `detail-long-title`, as files are called. */
  name: string
  view: View
  locale: Locale
  ways: readonly { scheme: Scheme; width: number }[]
}

export interface SurveyOptions {
  stage: ScreenTestBed
  states: States
  sittings: readonly ScreenVariant[]
  /** Where pictures go; none are taken when it is not given. */
  folder?: string
  /** Pages that are inspected side by side. */
  parallel: number
  quick?: boolean
  onDone?: (done: number, sitting: ScreenVariant, findings: string[]) => void
  isStopping?: () => boolean
}

const turned = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, index) => list[(index + by) % list.length]!)
/**
 * Each width once, in alternating schemes; two turns that follow each other are both schemes at
 * each width. Colors do not depend on the language, so the languages of a view share them.
 */
const waysOf = (turn: number): { scheme: Scheme; width: number }[] =>
  turned(
    WIDTHS.map((width, index) => ({ width, scheme: SCHEMES[(index + turn) % SCHEMES.length]! })),
    turn,
  )

/** For a sample: nothing of what the other views name is there. */
export const NOT_PREPARED: States = {
  odd: {},
  paidOrder: '',
  subscriptions: NO_SUBSCRIPTIONS,
  plans: [],
  declinedOrder: '',
  thread: '',
  ...NO_OWNER_STATES,
  desk: {
    partner: '',
    item: '',
    store: '',
    installation: '',
    category: '',
    collection: '',
    banner: '',
    batch: '',
    submission: '',
    bulkRun: '',
    application: NO_APPLICATIONS,
    webhook: '',
  },
  sites: {},
}

/** Every view in every language; the width that a page is loaded and walked through at goes round. */
export function allVariants({
  only = '',
  locales = LOCALES,
}: { only?: string | undefined; locales?: readonly Locale[] } = {}): ScreenVariant[] {
  const named = (table: Readonly<Record<string, readonly View[]>>, before: string) =>
    Object.entries(table).flatMap(([route, list]) =>
      list.map((view) => ({ name: `${before}${nameOf(route)}-${view.state}`, view })),
    )
  const views = [...named(VIEWS, ''), ...named(CONSOLE_VIEWS, 'console-')]
  return views
    .filter(({ name }) => name.includes(only))
    .flatMap(({ name, view }, index) =>
      locales.map((locale, nth) => ({
        name,
        view,
        locale,
        ways: waysOf(index + nth),
      })),
    )
}

/** Each screen once, in a language, a scheme and a width that go round; `turn` changes which. */
export function sampleVariants(turn = 0): ScreenVariant[] {
  return Object.entries(VIEWS).flatMap(([route, list], index) =>
    list
      .filter((view) => view.sample)
      .map((view) => ({
        name: `${nameOf(route)}-${view.state}`,
        view,
        locale: LOCALES[(index + turn) % LOCALES.length]!,
        ways: [waysOf(index + turn)[0]!],
      })),
  )
}

export const addressOf = (
  { view, locale }: Pick<ScreenVariant, 'view' | 'locale'>,
  { addresses }: ScreenTestBed,
  states: States,
): string => {
  const url = new URL(
    typeof view.path === 'string' ? view.path : view.path(states, locale),
    addresses[view.site ?? 'apps'],
  )
  url.searchParams.set('hl', locale)
  return url.href
}

/**
 * Looks at all of them; answers what is wrong, each with the screen, the state and the language
 * that it was found in.
 */
export async function inspectScreens({
  stage,
  states,
  sittings,
  folder,
  parallel,
  quick,
  onDone,
  isStopping,
}: SurveyOptions): Promise<string[]> {
  if (folder) mkdirSync(folder, { recursive: true })
  const keys = new Set(Object.keys(messages))
  const found: string[] = []
  const openers = new Map<string, Set<string>>()
  let next = 0
  let done = 0

  async function work(): Promise<void> {
    const contexts = new Map<Person, BrowserContext>()
    for (let sitting = sittings[next++]; sitting && !isStopping?.(); sitting = sittings[next++]) {
      const { name, view, locale } = sitting
      const person = view.person ?? 'visitor'
      const context =
        contexts.get(person) ?? (await openContext(stage.browser, stage.sessions, person))
      contexts.set(person, context)
      const tried = openers.get(locale) ?? new Set()
      openers.set(locale, tried)
      const findings = await inspectScreen(context, {
        url: addressOf(sitting, stage, states),
        status: view.status ?? 200,
        locale,
        ways: sitting.ways,
        keys,
        openers: tried,
        quick,
        press: view.press?.(states, locale),
        pictureOf: (scheme, width) =>
          folder && join(folder, `${name}-${locale}-${scheme}-${width}.webp`),
      })
      done += 1
      onDone?.(done, sitting, findings)
      found.push(...findings.map((finding) => `${name} ${locale}: ${finding}`))
    }
    for (const context of contexts.values()) await context.close()
  }

  await Promise.all(Array.from({ length: parallel }, work))
  return found.toSorted()
}
