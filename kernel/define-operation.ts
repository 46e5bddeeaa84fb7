import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#db/types.gen.ts'
import type { Limit } from '#lib/limit.ts'
import { isRefusal, refuse, refusing, type Refusal } from '#lib/refusal.ts'
import { duration, measured, type Labels } from '#lib/telemetry.ts'
import {
  type Actors,
  type ConsolePolicy,
  type Policy,
  isConsolePolicy,
  judge,
  personIn,
} from './actor.ts'
import {
  type ConsoleCtx,
  type CredentialChange,
  type Ctx,
  type NotedChange,
  type RequestContext,
  changedFields,
  inTransaction,
} from './context.ts'
import {
  claimKey,
  findAnswer,
  readKeyedRequest,
  releaseKey,
  runOnce,
  storeAnswer,
  type KeyedInput,
} from './idempotency.ts'
import { isIdempotent, parseInput, type InputParsed, type Operation } from './operation.ts'
import { consumeAttempt, consumeRateLimits } from './rate-limits.ts'

type Shape = z.ZodObject

/** The context of a call, by the operation's policy, before the policy is checked … */
type CallOf<W extends Policy['who']> = W extends ConsolePolicy['who'] ? ConsoleCtx : Ctx
/** … and after: what the work gets. */
type ContextOf<W extends Policy['who']> = W extends keyof Actors
  ? Ctx & { actor: Actors[W] }
  : CallOf<W>

/** What the audit log says about a write. */
export interface Audited<I, A> {
  /** The kind of object: `member`, `invitation`, `session` … */
  kind: string
  /** Id of the object; null or undefined until it is known. */
  id(input: I, ctx: ConsoleCtx, answer?: A): string | null | undefined
  /** Read before and after; the fields that differ are logged. */
  read?(
    db: RequestContext['db'],
    id: string,
    input: I,
  ): Promise<Record<string, unknown> | null | undefined>
}

/** The work of an operation and what the kernel does around it. `R` is what `prepare` returns. */
interface Work<C, I, A, R> {
  /** Runs the work in one transaction with an entry in the audit log. Every write of the console. */
  audit?: Audited<I, A>
  /** Consumed before the transaction, so that a refusal does not give them back. */
  limits?(ctx: C, input: I): Limit[]
  /** Changes of credentials that the work may note (`noteChange`). */
  changes?: readonly CredentialChange[]
  /**
   * Runs after policy, input and limits and before the transaction: outside calls, large files,
   * slow work. What it leaves behind when the work is refused must be found and deleted.
   */
  prepare?(ctx: C, input: I): Promise<R>
  run(ctx: C, input: I, prepared: R): Promise<A>
}

/** An operation with its work, as transports see it. */
export interface DefinedOperation<C extends RequestContext = Ctx> {
  operation: Operation
  changes: readonly CredentialChange[]
  /** Throws for callers that the policy refuses. Transports ask before they read a large body. */
  authorize(ctx: C, params: Record<string, unknown> | undefined): void
  /** Throws a refusal, or resolves with the output. */
  run(ctx: C, input: unknown): Promise<unknown>
}

const operations = duration(
  'arasta.operation.duration',
  'Operations, whichever transport asked for them.',
)

/** Thrown by `beforeCommit`: the work is taken back on purpose. */
export class TakenBack extends Error {}

/** Tells how an operation ended: `ok`, or the status of its refusal. */
const measuredOperation = <R>(id: string, run: () => Promise<R>): Promise<R> =>
  measured(
    {
      instrument: operations,
      span: id,
      kind: 'internal',
      labels: { 'arasta.operation': id },
      ended: (end): Labels => {
        if ('result' in end) return { 'arasta.outcome': 'ok' }
        if (end.error instanceof TakenBack) return { 'arasta.outcome': 'taken_back' }
        return isRefusal(end.error)
          ? { 'arasta.outcome': String(end.error.status) }
          : { 'arasta.outcome': '500', 'error.type': 'fault' }
      },
    },
    run,
  )

/** Transaction of the running console operation. The sign-in library writes in it too. */
export const currentTransaction = new AsyncLocalStorage<Transaction<DB>>()

/** Commits the transaction and refuses afterwards: what was counted stays counted. */
export class KeptRefusal extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** For operations that declare `changes`: a mail goes out with the transaction. */
export function noteChange(ctx: ConsoleCtx, noted: NotedChange): void {
  ;(ctx.trail.changes ??= []).push(noted)
}

const refuseForbidden = refusing({
  'session.may_not_ask': 403,
  'session.may_not_buy': 403,
  'session.may_not_install': 403,
  'people.not_allowed': 403,
  'people.token_elsewhere': 403,
  'people.token_scope': 403,
  'people.second_needed': 403,
})

function authorize(
  { policy }: Operation,
  { actor }: RequestContext,
  params: Record<string, unknown> | undefined,
): void {
  const verdict = judge(policy, actor, params)
  switch (verdict) {
    case 'allowed':
      return
    case 'session.may_not_ask':
    case 'session.may_not_buy':
    case 'session.may_not_install':
    case 'people.not_allowed':
    case 'people.token_elsewhere':
    case 'people.token_scope':
    case 'people.second_needed':
      throw refuseForbidden(verdict)
    default:
      throw refuse(verdict)
  }
}

/** The page was rendered for another store than the one that is signed in now (D5). */
function requireStoreOfPage(ctx: RequestContext & { expectedStoreId?: string | undefined }): void {
  const { actor, expectedStoreId } = ctx
  if (expectedStoreId !== undefined && actor.kind === 'store' && expectedStoreId !== actor.storeId)
    throw refuse('session.store_changed')
}

/**
 * Defines an operation: its declaration and the function that does the work. In this order: policy
 * (401, 403), the page's store (409), rate limit (429), input (400 with fields), idempotency, and
 * for the console's writes a transaction with the audit log. Checks the output in tests and
 * development.
 */
export function defineOperation<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  O extends z.ZodType,
  W extends Policy['who'],
  R = undefined,
>(
  definition: Operation<P, Q, B, O, W> &
    Work<ContextOf<W>, InputParsed<Operation<P, Q, B, O>>, z.input<O>, R>,
): DefinedOperation<CallOf<W>> {
  type Answer = z.input<O>
  const { run, audit, limits, changes = [], prepare, ...declared } = definition
  const operation = declared as unknown as Operation
  if (isConsolePolicy(operation.policy) && (operation.method === 'get') !== (audit === undefined))
    throw new Error(`${operation.id}: the console's writes are audited, reads are not`)

  async function execute(
    ctx: ContextOf<W>,
    input: InputParsed<Operation<P, Q, B, O>>,
  ): Promise<Answer> {
    const work = async (): Promise<Answer> => {
      if (limits) await consumeRateLimits(ctx, limits(ctx, input))
      return run(ctx, input, (await prepare?.(ctx, input)) as R)
    }
    if (audit) return executeAudited(ctx as ConsoleCtx, input, audit)
    return isIdempotent(operation)
      ? runOnce(ctx, operation.id, input as unknown as KeyedInput, work)
      : work()
  }

  async function executeAudited(
    ctx: ConsoleCtx,
    input: InputParsed<Operation<P, Q, B, O>>,
    audited: NonNullable<typeof audit>,
  ): Promise<Answer> {
    const keyed = isIdempotent(operation)
      ? readKeyedRequest(ctx, operation.id, input as unknown as KeyedInput)
      : null
    const first = keyed && (await findAnswer(ctx, ctx.db, keyed))
    if (first) return first.answer as Answer
    if (limits) await consumeRateLimits(ctx, limits(ctx as ContextOf<W>, input))
    const prepared = (await prepare?.(ctx as ContextOf<W>, input)) as R
    const cookies = ctx.browser.setCookies.length
    const done = await inTransaction(ctx, (trx) =>
      currentTransaction.run(trx, async () => {
        // After a deadlock the transaction is retried: drop cookies of the first try.
        ctx.browser.setCookies.length = cookies
        const inside: ConsoleCtx = { ...ctx, db: trx, trail: {} }
        if (keyed && !(await claimKey(trx, keyed, ctx.clock.now())))
          return { answer: (await findAnswer(ctx, trx, keyed))?.answer as Answer }
        const knownId = audited.id(input, inside)
        const before =
          knownId == null ? null : ((await audited.read?.(trx, knownId, input)) ?? null)
        try {
          const answer = await run(inside as ContextOf<W>, input, prepared)
          const id = knownId ?? audited.id(input, inside, answer) ?? null
          const after = id === null ? null : ((await audited.read?.(trx, id, input)) ?? null)
          await writeAudit(operation, inside, audited.kind, id, input, before, after)
          await mailNotedChanges(operation, inside, changes)
          if (keyed) await storeAnswer(ctx, trx, keyed, answer)
          await ctx.beforeCommit?.(inside)
          return { answer }
        } catch (error) {
          if (!(error instanceof KeptRefusal)) throw error
          if (keyed) await releaseKey(trx, keyed)
          return { refusal: error.refusal }
        }
      }),
    )
    if ('refusal' in done) throw done.refusal
    return done.answer
  }

  async function perform(ctx: CallOf<W>, input: unknown): Promise<unknown> {
    authorize(operation, ctx, (input as { params?: Record<string, unknown> } | undefined)?.params)
    requireStoreOfPage(ctx)
    await consumeAttempt(ctx, operation)
    const parsed = parseInput(operation, input) as InputParsed<Operation<P, Q, B, O>>
    const answer = await execute(ctx as ContextOf<W>, parsed)
    return ctx.checkAnswers ? definition.output.parse(answer) : answer
  }

  return {
    operation,
    changes,
    authorize: (ctx, params) => authorize(operation, ctx, params),
    run: (ctx, input) => measuredOperation(operation.id, () => perform(ctx, input)),
  }
}

async function writeAudit(
  { id, policy }: Operation,
  ctx: ConsoleCtx,
  kind: string,
  objectId: string | null,
  input: unknown,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  const actorId = personIn(ctx)?.id ?? ctx.trail.actorId
  if (actorId === undefined) return
  const partnerId =
    policy.who === 'partner' ? (input as { params: { partner: string } }).params.partner : null
  await ctx.writeAudit(ctx, {
    actorId,
    actorRole: roleOf(policy, ctx, partnerId),
    operation: id,
    kind,
    objectId,
    partnerId,
    ...changedFields(before, after),
  })
}

function roleOf(policy: Policy, ctx: ConsoleCtx, partnerId: string | null): string {
  const person = personIn(ctx)
  if (person?.token) return `token:${person.token.id}`
  if (policy.who === 'operator') return `operator:${person?.operatorRole}`
  if (policy.who === 'partner')
    return `partner:${person?.partners.find((one) => one.id === partnerId)?.role}`
  return 'self'
}

async function mailNotedChanges(
  { id }: Operation,
  ctx: ConsoleCtx,
  declared: readonly CredentialChange[],
): Promise<void> {
  for (const noted of ctx.trail.changes ?? []) {
    if (!declared.includes(noted.change))
      throw new Error(`${id} does not declare that it changes ${noted.change}`)
    await ctx.mailCredentialChange(ctx, noted)
  }
}
