import type { OperatorRole, PartnerRole } from '#kernel/actor.ts'
import { createContext } from 'react-router'
import type { Locale } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { AnswerOf, InputGiven, Operation } from '#kernel/operation.ts'
import type { Attempt, ErrorFacts } from '#lib/wire-error.ts'

/** The signed-in person, as far as pages show it. */
export interface SignedIn {
  name: string
  email: string
  emailVerified: boolean
  hasSecondFactor: boolean
  /** The operator's side requires a second factor, which is missing. */
  secondMissing: boolean
  operatorRole: OperatorRole | null
  partners: readonly { id: string; name: string; role: PartnerRole }[]
}

/**
 * What a screen's loaders and actions can use: the console's operations without HTTP. Screens
 * import contracts only.
 */
export interface ConsoleScreen {
  /** Runs an operation; throws a refusal as the error page's response. */
  call<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<AnswerOf<T>>
  /** Like `call`, but returns a refusal, for forms that show it at their fields. */
  attempt<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<Attempt<AnswerOf<T>>>
  /** Tells which page was asked for, by its pattern (`/items/:item`), for figures. */
  named(pattern: string): void
  /** Creates the error page's response for a refusal of the common table, to be thrown. */
  refusal(code: string): unknown
  locale: Locale
  person: SignedIn | null
  /** Name and logo of the whole market. `words`: the name's forms in sentences. */
  branding: { name: string; logo: string | null; words: NameForms }
  /** The market's languages, its default first. */
  languages: readonly Locale[]
  /** The market's time zone, for documents before the browser's zone is known. */
  timeZone: string
  /** As they are printed on the reader's keyboard. */
  searchKeys: '⌘K' | 'Ctrl K'
  sites: { app: string; theme: string }
  nonce: string
  /** Requested path and query, to return to after signing in. */
  here: string
  /** An error before any screen could run; the root shows it as its error page. */
  failure: ErrorFacts | null
  report(error: unknown): void
  incident: string
}

export const consoleContext = createContext<ConsoleScreen>()
