import type { Locale } from '#lib/locale.ts'
import { refuse } from '#lib/refusal.ts'
import { includesRight, type StoreRight } from '#lib/store-rights.ts'

/** Roles of people who run the market. */
export const OPERATOR_ROLES = ['admin', 'reviewer', 'support', 'finance'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
/** Roles in a partner's team (D19). */
export const PARTNER_ROLES = ['owner', 'developer', 'support', 'finance'] as const
export type PartnerRole = (typeof PARTNER_ROLES)[number]
/** Rights in a partner's team, and the roles that have them: every operation names its right. */
export const PARTNER_RIGHTS = {
  /** See items, releases, reviews, analytics, the profile and the team. */
  view: PARTNER_ROLES,
  /** Write listings and the profile, hand in and halt releases, make tokens. */
  publish: ['owner', 'developer'],
  /** Read and answer what stores ask and write. */
  answer: ['owner', 'developer', 'support'],
  /** Prices, offers, coupons, earnings and payouts. */
  money: ['owner', 'finance'],
  /** Invite, change and remove people. */
  team: ['owner'],
} as const satisfies Record<string, readonly PartnerRole[]>
export type PartnerRight = keyof typeof PARTNER_RIGHTS

export const hasPartnerRight = (role: PartnerRole | undefined, right: PartnerRight): boolean =>
  role !== undefined && (PARTNER_RIGHTS[right] as readonly PartnerRole[]).includes(role)
/** What a partner's token allows: submit releases, read their state, read analytics. */
export const TOKEN_SCOPES = ['upload', 'status', 'figures'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Who calls an operation. */
export type Actor =
  | { kind: 'visitor' }
  | StoreActor
  | AppActor
  | ConnectedActor
  | PersonActor
  /** Background work and the gateway's notices. */
  | { kind: 'system' }

/** Somebody signed in for a store: its owner, or a person of its team. */
export interface StoreActor {
  kind: 'store'
  storeId: string
  platformId: number
  externalId: string
  domain: string
  storeUrl: string
  storeName: string
  storeStatus: 'active' | 'closed'
  isOs2: boolean
  /** ISO 4217, as the platform says; null where it does not. */
  currency: string | null
  /** '' where the platform does not say. */
  platformVersion: string
  /** The platform is paused or retired: its stores buy and install nothing new (D26). */
  platformClosed: boolean
  account: { id: string; name: string; email: string }
  /** What this person may do on the store (decision 0071). */
  right: StoreRight
  /** Ids, at the platform, of other stores that it says this person runs. */
  alsoRuns: readonly string[]
  sessionId: string
  expiresAt: Date
  enteredBy: 'panel' | 'code' | 'proof'
  panelOrigin: string | null
}

/** An app installed on a store, by its own signature (docs/in-app-purchase.md). */
export interface AppActor {
  kind: 'app'
  storeId: string
  platformId: number
  storeUrl: string
  installationId: string
  itemId: string
  prefix: string
}

/** An external app that an owner connected to the store, by an access token (docs/connect.md). */
export interface ConnectedActor {
  kind: 'connected'
  storeId: string
  platformId: number
  connectionId: string
  scopes: readonly string[]
  since: Date
}

/** Somebody signed in at the console. */
export interface Person {
  id: string
  name: string
  email: string
  emailVerified: boolean
  locale: Locale
  sessionId: string
  signedInAt: Date
  /** An authenticator app or a passkey is asked for at sign-in. */
  hasSecondFactor: boolean
  /** The market requires a second factor of operators and this person has none yet. */
  secondMissing?: boolean
  operatorRole: OperatorRole | null
  partners: readonly { id: string; slug: string; name: string; role: PartnerRole }[]
}

/** A partner's token that came with the request. */
export interface TokenBearer {
  id: string
  scopes: readonly TokenScope[]
  itemId: string | null
  expiresAt: Date
}

/**
 * A person at the console, or a program with a partner's token. With a token, the person is whoever
 * made it, as a member of that one partner's team.
 */
export interface PersonActor extends Person {
  kind: 'person'
  token: TokenBearer | null
}

interface Acting {
  actor: Actor
}

/** The signed-in person, null for everybody else. */
export const personIn = ({ actor }: Acting): PersonActor | null =>
  actor.kind === 'person' ? actor : null

/** The signed-in person of an operation whose policy requires one. */
export function personOf(ctx: Acting): PersonActor {
  const person = personIn(ctx)
  if (!person) throw new Error('personOf in an operation whose policy requires no person')
  return person
}

/** The partner's token of an operation whose policy requires one. */
export function tokenOf(ctx: Acting): TokenBearer {
  const token = personIn(ctx)?.token
  if (!token) throw new Error('tokenOf in an operation whose policy requires no token')
  return token
}

/** The calling app. An app may only name its own installation; any other is not found. */
export function appOf({ actor }: Acting, prefix: string): AppActor {
  if (actor.kind !== 'app') throw new Error('appOf in an operation whose policy requires no app')
  if (actor.prefix !== prefix) throw refuse('not_found')
  return actor
}

/** Who acts in an operation, by its policy. */
export interface Actors {
  store: StoreActor
  'store-or-app': StoreActor | AppActor
}

/** Callers of the market's and the installer's operations. */
type MarketPolicy =
  | { who: 'anyone' }
  /** Somebody signed in for a store who has the right. */
  | { who: 'store'; needs: StoreRight }
  /** An app installed on a store, authenticated by its signature. */
  | { who: 'app' }
  | { who: 'store-or-app'; needs: StoreRight }
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
  | { who: 'partner'; right: PartnerRight; roles: readonly PartnerRole[]; token?: TokenScope }
  /** Any partner token, about itself. */
  | { who: 'token' }

/** The policy of a partner's operation: members whose role has the right, and tokens of the scope. */
export const partnersWho = (right: PartnerRight, token?: TokenScope) => ({
  who: 'partner' as const,
  right,
  roles: PARTNER_RIGHTS[right] as readonly PartnerRole[],
  ...(token && { token }),
})

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

type Verdict =
  | 'allowed'
  | LacksRight
  | 'session.required'
  | 'app.signature_invalid'
  | 'app.token_invalid'
  | 'not_found'
  | 'people.not_allowed'
  | 'people.second_needed'
  | 'people.token_elsewhere'
  | 'people.token_scope'

/** Refusals by the right that is missing; everybody signed in may browse. */
type LacksRight = `session.may_not_${Exclude<StoreRight, 'browse'>}`

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
  if (!(kinds as readonly Actor['kind'][]).includes(actor.kind)) return otherwise
  return actor.kind === 'store' && 'needs' in policy ? judgeRight(policy.needs, actor) : 'allowed'
}

const judgeRight = (needs: StoreRight, { right }: StoreActor): Verdict =>
  needs === 'browse' || includesRight(right, needs) ? 'allowed' : `session.may_not_${needs}`

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
  ...('needs' in policy && policy.needs !== 'browse' ? [`session.may_not_${policy.needs}`] : []),
  ...('roles' in policy ? ['people.not_allowed'] : []),
  ...(policy.who === 'operator' ? ['people.second_needed'] : []),
  ...('token' in policy ? ['people.token_scope'] : []),
]
