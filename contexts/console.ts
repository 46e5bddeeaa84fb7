import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#db/types.gen.ts'
import type { Limit } from '#lib/limit.ts'
import type { Locale } from '#lib/locale.ts'
import type { Translate } from '#lib/messages.ts'
import { parseInput, type InputParsed, type Operation } from '#lib/operation.ts'
import { refuse, refusing, type Refusal } from '#lib/refusal.ts'
import { judge, type Bearer, type ConsoleOperation, type Membership, type PartnerRole, type Policy } from './console-policy.ts'
import { inTransaction, type Services } from './ctx.ts'
import { takeAttempt, takeTurns } from './limits.ts'
import { dropPress, findAnswer, keepAnswer, pressOf, takePress } from './presses.ts'

/** Who is signed in at the console. */
export interface Person extends Membership {
  id: string
  name: string
  email: string
  emailVerified: boolean
  locale: Locale
  sessionId: string
  signedInAt: Date
  /** Asked for a second proof at sign-in: an authenticator app or a passkey is there. */
  hasSecondFactor: boolean
  /** The market lets operators in with a second proof only, and there is none yet: of the operator's side nothing is open until there is. */
  secondMissing?: boolean
  partners: readonly { id: string; slug: string; name: string; role: PartnerRole }[]
}

/** A partner's token that came with the request. */
export interface TokenBearer extends Bearer { id: string; expiresAt: Date }

/** What the library behind sign-in is asked: `docs/decisions/0024`. A refusal of its is thrown as one of ours. */
export interface SignInEngine {
  /** Runs one of its calls for this request; cookies that it sets go out with the answer. */
  call(ctx: ConsoleCtx, name: string, given: { body?: unknown; query?: unknown }): Promise<Record<string, unknown>>
}

/** Secrets of one way to the provider and back. */
export interface OpenIdCheck { state: string; nonce: string; verifier: string }
/** `id` is issuer and subject; `email` only where the provider has confirmed it. */
export interface OpenIdAccount { id: string; email: string | null }

/** Sign-in at a provider of OpenID Connect, where the market has one. Both ask the outside. */
export interface OpenIdDoor {
  name: string
  begin(): Promise<{ url: string; check: OpenIdCheck }>
  /** `query`: what the provider has sent back in the address. */
  finish(query: string, check: OpenIdCheck): Promise<OpenIdAccount>
}

/** Everything an operation of the console may use, made for one request. */
export interface ConsoleCtx extends Services {
  person: Person | null
  /** The request came with it instead of a session; `person` is whoever made it, in that one partner's team. */
  token: TokenBearer | null
  locale: Locale
  t: Translate
  /** Whose turn it is under a limit: the caller's IPv4 address, or the /64 of its IPv6 address. */
  ip: string
  /** The caller's exact address. */
  address: string
  requestId: string
  /** Of the console, as browsers see it. */
  consoleOrigin: string
  engine: SignInEngine
  openId: OpenIdDoor | null
  /** What of the request the engine looks at, and where its cookies go. */
  browser: { cookie: string; userAgent: string; setCookies: string[] }
  /** Who has acted when nobody was signed in before: whoever signed in by it. */
  trail: { actorId?: string; objectId?: string; changes?: NotedChange[] }
}

/** What changes who can open an account; its owner gets a mail for each. */
export const CREDENTIAL_CHANGES = [
  'password_changed', 'recovered', 'passkey_added', 'passkey_removed', 'provider_linked', 'provider_unlinked', 'app_added', 'app_removed', 'backup_codes', 'token_created', 'token_revoked',
] as const
export type CredentialChange = (typeof CREDENTIAL_CHANGES)[number]
/** `name` of what was added or removed; `revoked`: what went with it. */
export interface NotedChange { change: CredentialChange; personId: string; name?: string; revoked?: readonly string[] }

/** Called by the work of an operation that declares `changes`: a mail goes out with its transaction. */
export function noteChange(ctx: ConsoleCtx, noted: NotedChange): void {
  (ctx.trail.changes ??= []).push(noted)
}

/** A transaction of the console that is under way: the sign-in library writes in it too. */
export const currentTransaction = new AsyncLocalStorage<Transaction<DB>>()

/** What was tried stays counted, though the answer is no: the transaction is kept and the refusal thrown after it. */
export class KeptRefusal extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** How a write stands in the audit log. `read` is asked before and after; what differs is written down. */
export interface Audited<I, A> {
  /** What is changed: `member`, `invitation`, `session` … */
  kind: string
  /** Whose row it is; null or undefined as long as it is not known. */
  id(input: I, ctx: ConsoleCtx, answer?: A): string | null | undefined
  read?(db: ConsoleCtx['db'], id: string, input: I): Promise<Record<string, unknown> | null | undefined>
}

/** What a write needs beside its work. `P` is what `prepare` answers. */
interface Writing<I, A, P> {
  audit: Audited<I, A>
  limits?(ctx: ConsoleCtx, input: I): Limit[]
  /** Of who can open an account, what this may change: noted by the work (`noteChange`) and mailed to the account's owner. */
  changes?: readonly CredentialChange[]
  /**
   * Runs after policy, input and limits and before the transaction: whatever asks the outside world, keeps bytes or takes long. `work` gets
   * its answer. It may run for nothing when the work is refused, so what it leaves behind must be found and taken away.
   */
  prepare?(ctx: ConsoleCtx, input: I): Promise<P>
}

export interface ConsoleImplementation {
  operation: ConsoleOperation
  changes: readonly CredentialChange[]
  /** Throws for whom the policy does not let in; `params` are those of the path. Asked before a large body is read. */
  admit(ctx: ConsoleCtx, params: Record<string, unknown> | undefined): void
  run(ctx: ConsoleCtx, input: unknown): Promise<unknown>
}

/** Filled by `people`: writes the line of a write, in its transaction. */
export interface AuditLine {
  actorId: string
  actorRole: string
  operation: string
  kind: string
  objectId: string | null
  partnerId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
export type WriteAudit = (ctx: ConsoleCtx, line: AuditLine) => Promise<void>
/** Filled by `people`: the mail to the owner of an account, in the transaction of the change. */
export type TellChange = (ctx: ConsoleCtx, noted: NotedChange) => Promise<void>

const refuseForbidden = refusing({ 'people.not_allowed': 403, 'people.token_elsewhere': 403, 'people.token_scope': 403, 'people.second_needed': 403 })

type Work<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject, O extends z.ZodType, R> =
  (ctx: ConsoleCtx, input: InputParsed<Operation<P, Q, B, O>>, prepared: R) => Promise<z.input<O>>

/**
 * Makes the wrapper of the console's operations: policy, input, limits, and for whatever is no `get` one transaction in which the change
 * and its line in the audit log stand together. A `post` with a key that was used before is answered as it was then (`presses.ts`). Turns are taken before it, so that a refusal does not give them back; so runs `prepare`.
 */
export function makeImplement(writeAudit: WriteAudit, tellChange: TellChange) {
  return function implementConsole<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject, O extends z.ZodType, R = undefined>(
    operation: ConsoleOperation<P, Q, B, O>,
    rest: Writing<InputParsed<Operation<P, Q, B, O>>, z.input<O>, R> | null,
    work: Work<P, Q, B, O, R>,
  ): ConsoleImplementation {
    const plain = operation as unknown as ConsoleOperation
    if ((operation.method === 'get') !== (rest === null)) throw new Error(`${operation.id}: what is written is audited, what is read is not`)
    const admit: ConsoleImplementation['admit'] = (ctx, params) => {
      const verdict = judge(operation.policy, ctx.person, params, ctx.token)
      if (verdict === 'people.not_allowed' || verdict === 'people.token_elsewhere' || verdict === 'people.token_scope') throw refuseForbidden(verdict)
      if (verdict !== 'allowed') throw refuse(verdict)
      if (operation.policy.who === 'operator' && ctx.person?.secondMissing) throw refuseForbidden('people.second_needed')
    }
    return {
      operation: plain,
      changes: rest?.changes ?? [],
      admit,
      async run(ctx, input) {
        admit(ctx, (input as { params?: Record<string, unknown> } | undefined)?.params)
        await takeAttempt(ctx, plain)
        const parsed = parseInput(plain, input) as InputParsed<Operation<P, Q, B, O>>
        const answer = rest === null ? await work(ctx, parsed, undefined as R) : await writeDown(ctx, parsed, rest)
        return ctx.checkAnswers ? operation.output.parse(answer) : answer
      },
    }

    async function writeDown(ctx: ConsoleCtx, input: InputParsed<Operation<P, Q, B, O>>, { audit, limits, prepare, changes = [] }: NonNullable<typeof rest>): Promise<z.input<O>> {
      const press = operation.method === 'post' && !operation.everyPress ? pressOf(ctx, operation.id, input as Parameters<typeof pressOf>[2]) : null
      const before = press && await findAnswer(ctx, ctx.db, press)
      if (before) return before.answer as z.input<O>
      if (limits) await takeTurns(ctx, limits(ctx, input))
      const prepared = await prepare?.(ctx, input) as R
      const cookies = ctx.browser.setCookies.length
      const done = await inTransaction(ctx, trx => currentTransaction.run(trx, async () => {
        // Tried again after a deadlock: what the first try left behind goes.
        ctx.browser.setCookies.length = cookies
        const inside: ConsoleCtx = { ...ctx, db: trx, trail: {} }
        if (press && !await takePress(trx, press, ctx.clock.now())) return { answer: (await findAnswer(ctx, trx, press))?.answer as z.input<O> }
        const known = audit.id(input, inside)
        const before = known == null ? null : await audit.read?.(trx, known, input) ?? null
        try {
          const answer = await work(inside, input, prepared)
          const id = known ?? audit.id(input, inside, answer) ?? null
          const after = id === null ? null : await audit.read?.(trx, id, input) ?? null
          const actorId = ctx.person?.id ?? inside.trail.actorId
          if (actorId !== undefined) {
            await writeAudit(inside, {
              actorId, actorRole: roleOf(operation.policy, ctx, input), operation: operation.id, kind: audit.kind, objectId: id, partnerId: partnerOf(operation.policy, input),
              ...changesOf(before, after),
            })
          }
          for (const noted of inside.trail.changes ?? []) {
            if (!changes.includes(noted.change)) throw new Error(`${operation.id} does not declare that it changes ${noted.change}`)
            await tellChange(inside, noted)
          }
          if (press) await keepAnswer(ctx, trx, press, answer)
          return { answer }
        } catch (error) {
          if (error instanceof KeptRefusal) {
            if (press) await dropPress(trx, press)
            return { refusal: error.refusal }
          }
          throw error
        }
      }))
      if ('refusal' in done) throw done.refusal
      return done.answer
    }
  }
}

const partnerOf = (policy: Policy, input: unknown): string | null =>
  (policy.who === 'partner' ? (input as { params: { partner: string } }).params.partner : null)

function roleOf(policy: Policy, { person, token }: ConsoleCtx, input: unknown): string {
  if (token) return `token:${token.id}`
  if (policy.who === 'operator') return `operator:${person?.operatorRole}`
  if (policy.who === 'partner') return `partner:${person?.partners.find(one => one.id === partnerOf(policy, input))?.role}`
  return 'self'
}

/** The fields that differ, as they were and as they are. */
export function changesOf(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Pick<AuditLine, 'before' | 'after'> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter(name => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null))
  const only = (row: Record<string, unknown> | null) => row && Object.fromEntries(names.map(name => [name, row[name] ?? null]))
  return { before: only(before), after: only(after) }
}

/** The token that asks. The wrapper has refused everybody else where the policy says so. */
export function tokenOf(ctx: ConsoleCtx): TokenBearer {
  if (!ctx.token) throw new Error('tokenOf in an operation that is not for tokens')
  return ctx.token
}

/** The signed-in person. The wrapper has refused everybody else where the policy says so. */
export function personOf(ctx: ConsoleCtx): Person {
  if (!ctx.person) throw new Error('personOf in an operation that anyone may run')
  return ctx.person
}
