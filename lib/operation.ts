import type { z } from 'zod'
import { longestText, partOf, type AnySchema } from './input-lengths.ts'
import { Refusal, refuse, type FieldMessage, type RefusalStatus } from './refusal.ts'

/**
 * The product is a table of operations. `declareOperation` states once, safe for the browser, what one is: its call, who
 * may make it, input, answer and refusals. `implement` puts the work behind that declaration; validation and
 * authorisation happen there, so that no door (HTTP, screen) can forget them.
 */
export type Method = 'get' | 'post' | 'put' | 'delete'
/**
 * `store`: a signed-in store owner. `app`: an app that is on a store, by its signature. `connected`: an app outside, by its owner's leave. `anyone`: visitors too.
 * `console`: nobody here; who may is said by the policy of a console operation (`contexts/console-policy.ts`), and its own wrapper judges it.
 */
export type Access = 'anyone' | 'store' | 'app' | 'store-or-app' | 'connected' | 'console'
const MAY: Record<Access, readonly string[] | null> = { anyone: null, store: ['store'], app: ['app'], 'store-or-app': ['store', 'app'], connected: ['connected'], console: [] }
const STRANGER: Partial<Record<Access, 'app.signature_invalid' | 'app.token_invalid'>> = { app: 'app.signature_invalid', connected: 'app.token_invalid' }
type Shape = z.ZodObject
export interface Attempts { most: number; seconds: number }
type PathOf = string | { app: string; theme: string }

export interface Operation<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, O extends z.ZodType = z.ZodType> {
  /** camelCase verb and noun, unique: `payOrder`. */
  id: string
  summary: string
  tag: string
  /** S or D ids. */
  source: string
  method: Method
  /** Below `/api`; two paths where the app store and the theme store have one each. `{name}` marks a parameter. */
  path: PathOf
  access: Access
  /** How often one network address may make this call, whatever comes of it (ABU-1). Counted before the input is read. */
  attempts?: Attempts
  params?: P
  query?: Q
  body?: B
  /** Takes a file beside its other fields: over HTTP the bytes are the body, of one of these content types, and the fields stand in the query. */
  upload?: { maxBytes: number; types: readonly string[] }
  /**
   * A visitor's answer depends on nothing but market, platform, language and query, and changes only with what its tags name (`ctx.touch`,
   * the market): it may be remembered for the next one who asks.
   */
  shared?: true
  /** Request headers that matter besides the market's own, lower case, with what they are for. */
  headers?: Record<string, { required: boolean; description: string }>
  /** Parts of the body whose faults have a refusal of their own, e.g. `card` (S8.12), instead of `input.invalid`. One of `refusals`. */
  faults?: Record<string, { code: string; status: RefusalStatus }>
  output: O
  /** The answer is a file (`fileAnswer`): over HTTP its bytes, not JSON. */
  file?: true
  /** Codes of the refusals of its own; the common ones stand in `lib/refusal.ts`. */
  refusals: readonly string[]
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<never, never>
type Given<S> = S extends z.ZodType ? z.input<S> : Record<never, never>

// The parts that an operation does not have may be left out by the caller.
export type InputGiven<T> = T extends Operation<infer P, infer Q, infer B, z.ZodType>
  ? { params?: Given<P>; query?: Given<Q>; body?: Given<B>; headers?: Record<string, string>; upload?: Uint8Array
      /** The store that the page was rendered for (D5); screens send it with their forms. */
      expectedStoreId?: string | undefined } : never
export type InputParsed<T> = T extends Operation<infer P, infer Q, infer B, z.ZodType>
  ? { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B>; headers: Record<string, string>
      /** Empty where the operation takes no file. */
      upload: Uint8Array } : never
export type AnswerOf<T> = T extends { output: infer O extends z.ZodType } ? z.output<O> : never

/** `P`, `Q` and `B` fall back to the empty object when the declaration has none. */
export function declareOperation<O extends z.ZodType, P extends Shape = z.ZodObject<{}>, Q extends Shape = z.ZodObject<{}>,
  B extends Shape = z.ZodObject<{}>>(operation: Operation<P, Q, B, O>): Operation<P, Q, B, O> {
  return Object.freeze(operation)
}

/** What the wrapper must know of a request; the product's `Ctx` is one. */
export interface Caller {
  actor: { kind: string; storeId?: string }
  /** The store that the page was rendered for, sent with every write (D5). */
  expectedStoreId?: string | undefined
  checkAnswers: boolean
}

export interface Implementation<C> {
  operation: Operation
  run(ctx: C, input: unknown): Promise<unknown>
}

/**
 * Puts `work` behind `operation`'s checks: who calls (401, 409), how often (429, by `takeAttempt`), the input (400 with fields), the answer (in tests
 * and development).
 */
export function implement<C extends Caller, P extends Shape, Q extends Shape, B extends Shape, O extends z.ZodType>(
  operation: Operation<P, Q, B, O>,
  work: (ctx: C, input: InputParsed<Operation<P, Q, B, O>>) => Promise<z.input<O>>,
  takeAttempt?: (ctx: C, operation: Operation) => Promise<void>,
): Implementation<C> {
  return {
    operation: operation as unknown as Operation,
    async run(ctx, input) {
      if (MAY[operation.access]?.includes(ctx.actor.kind) === false) throw refuse(STRANGER[operation.access] ?? 'session.required')
      if (ctx.expectedStoreId !== undefined && ctx.actor.kind === 'store' && ctx.expectedStoreId !== ctx.actor.storeId) {
        throw refuse('session.store_changed')
      }
      if (operation.attempts) await takeAttempt?.(ctx, operation as unknown as Operation)
      const parsed = parseInput(operation as unknown as Operation, input) as InputParsed<Operation<P, Q, B, O>>
      const answer = await work(ctx, parsed)
      return ctx.checkAnswers ? operation.output.parse(answer) : answer
    },
  }
}

const NO_BYTES = new Uint8Array()

/** Reads what a caller gave by the declaration's schemas; refuses with a message by field. */
export function parseInput(operation: Operation, input: unknown): Record<string, unknown> {
  const given = (input ?? {}) as Record<'params' | 'query' | 'body' | 'headers' | 'upload', unknown>
  // Without a prototype: the names are the caller's.
  const fields = Object.create(null) as Record<string, FieldMessage>
  const upload = given.upload instanceof Uint8Array ? given.upload : NO_BYTES
  const parsed: Record<string, unknown> = { headers: given.headers ?? {}, upload }
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part]
    if (!schema) {
      parsed[part] = {}
      continue
    }
    const broken = findBroken(given[part], schema, [])
    if (broken) {
      fields[broken.path.join('.') || part] ??= broken.message
      continue
    }
    const result = schema.safeParse(given[part] ?? {})
    if (result.success) parsed[part] = result.data
    else for (const issue of result.error.issues) fields[issue.path.join('.') || part] ??= fieldMessage(issue)
  }
  for (const [name, header] of Object.entries(operation.headers ?? {})) {
    if (header.required && !(given.headers as Record<string, string> | undefined)?.[name]) fields[name] = { code: 'field.required' }
  }
  if (operation.upload && upload.length === 0) fields.file = { code: 'field.required' }
  if (Object.keys(fields).length > 0) throw refusalFor(operation, fields)
  if (upload.length > (operation.upload?.maxBytes ?? 0)) throw refuse('body.too_large')
  return parsed
}

function refusalFor({ faults = {} }: Operation, fields: Record<string, FieldMessage>): Refusal {
  const own = Object.entries(faults).find(([part]) => Object.keys(fields).some(path => path === part || path.startsWith(`${part}.`)))
  return own ? new Refusal(own[1].code, own[1].status, { fields }) : refuse('input.invalid', { fields })
}

/** UTF-16 units, beside two for each character, by which a text may exceed its declared length before it is refused unread: up to there the schema finds better words. */
const MARGIN = 1_024
const INVALID: FieldMessage = { code: 'field.invalid' }

/**
 * What no schema needs to see: a text far longer than declared, or one that is none (half a character, or the character zero, which the database
 * refuses to keep). Nothing of ours lies deeper than 20.
 */
function findBroken(value: unknown, schema: AnySchema | undefined, path: readonly string[]): { path: readonly string[]; message: FieldMessage } | undefined {
  if (typeof value === 'string') {
    const most = longestText(schema)
    if (most !== undefined && value.length > 2 * most + MARGIN) return { path, message: { code: 'field.max', params: { n: most } } }
    return isBroken(value) ? { path, message: INVALID } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length > 20) return { path, message: INVALID }
  for (const [name, part] of Object.entries(value)) {
    const found = isBroken(name) ? { path, message: INVALID } : findBroken(part, partOf(schema, name), [...path, name])
    if (found) return found
  }
  return undefined
}

const isBroken = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Zod's issue → a message of ours (S5.7). A schema may name its own by `error: 'field.tax_number'`. */
export function fieldMessage(issue: z.core.$ZodIssue): FieldMessage {
  if (issue.message.startsWith('field.')) {
    const params = issue.code === 'custom' ? issue.params as FieldMessage['params'] : undefined
    return { code: issue.message, ...(params && { params }) }
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return { code: 'field.required' }
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return Number(issue.minimum) <= 1 ? { code: 'field.required' } : { code: 'field.min', params: { n: Number(issue.minimum) } }
  }
  if (issue.code === 'too_big' && issue.origin === 'string') return { code: 'field.max', params: { n: Number(issue.maximum) } }
  if (issue.code === 'invalid_format' && issue.format === 'email') return { code: 'field.email' }
  return { code: 'field.invalid' }
}
