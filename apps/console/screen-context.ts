import type { OperatorRole, PartnerRole } from '#kernel/actor.ts'
import { createContext } from 'react-router'
import type { Locale } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { AnswerOf, InputGiven, Operation } from '#kernel/operation.ts'
import type { Attempt, ErrorFacts } from '#lib/wire-error.ts'

/** Who is signed in, as far as pages show it. */
export interface SignedIn {
  name: string
  email: string
  emailVerified: boolean
  hasSecondFactor: boolean
  /** The operator's side is closed until there is a second proof. */
  secondMissing: boolean
  operatorRole: OperatorRole | null
  partners: readonly { id: string; name: string; role: PartnerRole }[]
}

/**
 * What a screen's loader or action may do: the second door of the console's operations. Screens
 * import contracts only.
 */
export interface ConsoleScreen {
  /** Runs an operation; a refusal is thrown as the error page's answer. */
  call<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<AnswerOf<T>>
  /** The same, but a refusal comes back as a value: forms show it beside their fields. */
  attempt<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<Attempt<AnswerOf<T>>>
  /** The error page's answer for a refusal of the common table, to be thrown. */
  refusal(code: string): unknown
  locale: Locale
  person: SignedIn | null
  /** What the whole market is called and its sign. `words`: the name as sentences need it. */
  branding: { name: string; logo: string | null; words: NameForms }
  sites: { app: string; theme: string }
  nonce: string
  /** Path and query that were asked for, to come back to after signing in. */
  here: string
  /** What failed before a screen could run: the root shows it as its error page. */
  failure: ErrorFacts | null
  report(error: unknown): void
  incident: string
}

export const consoleContext = createContext<ConsoleScreen>()
