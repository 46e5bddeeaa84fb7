import { z } from 'zod'
import { declareOperation, type Operation } from '#lib/operation.ts'
import { pressKey } from './press-key.ts'

/** What a person may be to the market itself. */
export const OPERATOR_ROLES = ['admin', 'reviewer', 'support', 'finance'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
/** What a person may be to a partner (D19). */
export const PARTNER_ROLES = ['owner', 'developer', 'finance'] as const
export type PartnerRole = (typeof PARTNER_ROLES)[number]
/** What a partner's token may open: handing releases in, seeing what became of them, reading figures. */
export const TOKEN_SCOPES = ['upload', 'status', 'figures'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/**
 * Who may run an operation of the console; every one declares it. `person`: whoever is signed in, about themselves. `partner`: members of the
 * partner that the path names as `{partner}`, in one of these roles; to everybody else that partner is not there. With `token`, programs may run it
 * too, by a partner's token of that scope; one that is bound to an item, where the path names that item as `{item}`. `token`: any token, about itself.
 */
export type Policy =
  | { who: 'anyone' }
  | { who: 'person' }
  | { who: 'operator'; roles: readonly OperatorRole[] }
  | { who: 'partner'; roles: readonly PartnerRole[]; token?: TokenScope }
  | { who: 'token' }

/** A partner's token, as far as a policy looks at it. */
export interface Bearer { scopes: readonly TokenScope[]; itemId: string | null }

/** Whom a policy looks at. */
export interface Membership {
  operatorRole: OperatorRole | null
  partners: readonly { id: string; role: PartnerRole }[]
}

export type Verdict = 'allowed' | 'session.required' | 'not_found' | 'people.not_allowed' | 'people.token_elsewhere' | 'people.token_scope'

/** `params` are those of the path. With a token, `person` is whoever made it: it never may more than they. */
export function judge(policy: Policy, person: Membership | null, params: Readonly<Record<string, unknown>> = {}, token: Bearer | null = null): Verdict {
  const partnerId = params.partner
  if (token) {
    if (policy.who === 'token') return 'allowed'
    if (policy.who !== 'partner' || policy.token === undefined) return 'people.token_elsewhere'
    if (!person?.partners.some(one => one.id === partnerId) || (token.itemId !== null && params.item !== token.itemId)) return 'not_found'
    if (!token.scopes.includes(policy.token)) return 'people.token_scope'
  }
  if (policy.who === 'anyone') return 'allowed'
  if (!person || policy.who === 'token') return 'session.required'
  if (policy.who === 'person') return 'allowed'
  if (policy.who === 'operator') return person.operatorRole && policy.roles.includes(person.operatorRole) ? 'allowed' : 'people.not_allowed'
  const member = person.partners.find(one => one.id === partnerId)
  if (!member) return 'not_found'
  return policy.roles.includes(member.role) ? 'allowed' : 'people.not_allowed'
}

/** In the body of whatever moves money or cannot be undone: its form asks once more. */
export const confirmed = z.literal(true, { error: 'field.confirm' }).describe('that it is meant: it moves money or cannot be undone')

type Shape = z.ZodObject
export type ConsoleOperation<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, O extends z.ZodType = z.ZodType> =
  Operation<P, Q, B, O> & {
    policy: Policy
    /** Gives out a file anew with each press and changes nothing but the log: no press is remembered. */
    everyPress?: true
  }

/** `declareOperation` for the console. Its path stands below `/api` of the console's own origin. */
export function declareConsoleOperation<O extends z.ZodType, P extends Shape = z.ZodObject<{}>, Q extends Shape = z.ZodObject<{}>, B extends Shape = z.ZodObject<{}>>(
  { policy, everyPress, ...operation }: Omit<Operation<P, Q, B, O>, 'access' | 'shared' | 'file' | 'path'> & { path: string; policy: Policy; everyPress?: true },
): ConsoleOperation<P, Q, B, O> {
  const refusals = [...operation.refusals, ...('roles' in policy ? ['people.not_allowed'] : []), ...(policy.who === 'operator' ? ['people.second_needed'] : []), ...('token' in policy ? ['people.token_scope'] : [])]
  const headers = operation.method === 'post' && !everyPress ? { headers: { ...pressKey, ...operation.headers } } : {}
  return Object.freeze({ ...declareOperation<O, P, Q, B>({ ...operation, ...headers, refusals, access: 'console' }), policy, ...(everyPress && { everyPress }) })
}

/** Throws for an operation that does not say who may run it, or names roles for nobody: asked when the console starts. */
export function requirePolicy({ policy, path, id }: Pick<Operation, 'id' | 'path'> & { policy?: Policy }): void {
  if (!policy) throw new Error(`${id} does not say who may run it`)
  if ('roles' in policy && policy.roles.length === 0) throw new Error(`${id} is for no role at all`)
  if (policy.who === 'partner' && !(typeof path === 'string' && path.includes('{partner}'))) throw new Error(`${id} is for a partner's members and its path names no {partner}`)
}
