import { z } from 'zod'
import type { Actor, OperatorRole, PartnerRole, TokenScope } from './actor.ts'

/** Callers of the market's and the installer's operations. */
export type MarketPolicy =
  | { who: 'anyone' }
  /** A signed-in store owner. */
  | { who: 'store' }
  /** An app installed on a store, authenticated by its signature. */
  | { who: 'app' }
  | { who: 'store-or-app' }
  /** An external app with an access token that the owner approved. */
  | { who: 'connected' }

/** Callers of the console's operations. */
export type ConsolePolicy =
  /** Signed in or not. */
  | { who: 'guest' }
  /** Any signed-in person, about themselves. */
  | { who: 'person' }
  | { who: 'operator'; roles: readonly OperatorRole[] }
  /**
   * Members of the partner that the path names as `{partner}`; for everybody else it does not exist
   * (404). With `token`, a partner's token of that scope may call too. A token bound to an item may
   * only call paths that name that item as `{item}`.
   */
  | { who: 'partner'; roles: readonly PartnerRole[]; token?: TokenScope }
  /** Any partner token, about itself. */
  | { who: 'token' }

/** Who may run an operation. Every operation declares one. */
export type Policy = MarketPolicy | ConsolePolicy

const CONSOLE_CALLERS: readonly Policy['who'][] = [
  'guest',
  'person',
  'operator',
  'partner',
  'token',
]

export const isConsolePolicy = (policy: Policy): policy is ConsolePolicy =>
  CONSOLE_CALLERS.includes(policy.who)

export type Verdict =
  | 'allowed'
  | 'session.required'
  | 'app.signature_invalid'
  | 'app.token_invalid'
  | 'not_found'
  | 'people.not_allowed'
  | 'people.second_needed'
  | 'people.token_elsewhere'
  | 'people.token_scope'

const REQUIRED_ACTORS = {
  store: { kinds: ['store'], otherwise: 'session.required' },
  'store-or-app': { kinds: ['store', 'app'], otherwise: 'session.required' },
  app: { kinds: ['app'], otherwise: 'app.signature_invalid' },
  connected: { kinds: ['connected'], otherwise: 'app.token_invalid' },
} as const satisfies Record<string, { kinds: readonly Actor['kind'][]; otherwise: Verdict }>

/** `params` are those of the operation's path. */
export function judge(
  policy: Policy,
  actor: Actor,
  params: Readonly<Record<string, unknown>> = {},
): Verdict {
  if (policy.who === 'anyone') return 'allowed'
  if (isConsolePolicy(policy)) return judgePerson(policy, actor, params)
  const { kinds, otherwise } = REQUIRED_ACTORS[policy.who]
  return (kinds as readonly Actor['kind'][]).includes(actor.kind) ? 'allowed' : otherwise
}

function judgePerson(
  policy: ConsolePolicy,
  actor: Actor,
  params: Readonly<Record<string, unknown>>,
): Verdict {
  const person = actor.kind === 'person' ? actor : null
  const membership = person?.partners.find((one) => one.id === params.partner)
  if (person?.token) {
    const { token } = person
    if (policy.who === 'token') return 'allowed'
    if (policy.who !== 'partner' || policy.token === undefined) return 'people.token_elsewhere'
    if (!membership || (token.itemId !== null && params.item !== token.itemId)) return 'not_found'
    if (!token.scopes.includes(policy.token)) return 'people.token_scope'
  }
  if (policy.who === 'guest') return 'allowed'
  if (!person || policy.who === 'token') return 'session.required'
  if (policy.who === 'person') return 'allowed'
  if (policy.who === 'operator') {
    const isAllowed = person.operatorRole !== null && policy.roles.includes(person.operatorRole)
    if (!isAllowed) return 'people.not_allowed'
    return person.secondMissing ? 'people.second_needed' : 'allowed'
  }
  if (!membership) return 'not_found'
  return policy.roles.includes(membership.role) ? 'allowed' : 'people.not_allowed'
}

/** Codes that a policy adds to an operation's own refusals. */
export const refusalsOfPolicy = (policy: Policy): string[] => [
  ...('roles' in policy ? ['people.not_allowed'] : []),
  ...(policy.who === 'operator' ? ['people.second_needed'] : []),
  ...('token' in policy ? ['people.token_scope'] : []),
]

/** In the body of an operation that moves money or cannot be undone: its form asks once more. */
export const confirmed = z
  .literal(true, { error: 'field.confirm' })
  .describe('that it is meant: it moves money or cannot be undone')
