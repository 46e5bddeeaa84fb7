import {
  makeTranslate,
  readLocale,
  FALLBACK_LOCALE,
  type Locale,
  type Translate,
} from '#lib/locale.ts'
import { nameForms } from '#lib/market-name.ts'
import type { ConsoleCtx, Services, SignInEngine } from '#kernel/context.ts'
import { readAllMessages } from '#locales/read.ts'
import { findPerson } from './data.ts'
import { findStanding } from './sign-in.ts'

/** Work in the background signs nobody in. */
const NO_SIGN_IN: SignInEngine = {
  checkPassword: () => Promise.reject(new Error('background work checks no password')),
  call: () => Promise.reject(new Error('background work signs nobody in')),
}

/** No address: nothing of a person's work in the background is counted by where they are. */
const NOWHERE = 'background'

/**
 * The context of work that a person asked for and a job does: with the roles that the person has
 * now, in their language. `requestId` stands in the audit log. Null when the account is gone.
 */
export async function contextOfPerson(
  services: Services,
  personId: string,
  requestId: string,
): Promise<ConsoleCtx | null> {
  const person = await findPerson(services.db, personId)
  if (!person) return null
  const locale = readLocale(person.locale) ?? FALLBACK_LOCALE
  return {
    ...services,
    actor: {
      kind: 'person',
      token: null,
      id: person.id,
      name: person.name,
      email: person.email,
      emailVerified: person.email_verified,
      locale,
      sessionId: requestId,
      signedInAt: services.clock.now(),
      ...(await findStanding(services.db, person.id, person.two_factor_enabled === true)),
    },
    locale,
    t: translatorOf(services, locale),
    ip: NOWHERE,
    address: NOWHERE,
    requestId,
    consoleOrigin: services.origins.console,
    engine: NO_SIGN_IN,
    openId: null,
    browser: { cookie: '', userAgent: '', setCookies: [] },
    trail: {},
  }
}

const translatorOf = ({ branding }: Services, locale: Locale): Translate =>
  makeTranslate(readAllMessages(locale), locale, nameForms(branding.both.name, locale))
