import { z } from 'zod'
import { maxLengthOf, childSchema, type AnySchema } from '#lib/input-lengths.ts'
import { Refusal, refuse, type FieldMessage, type RefusalStatus } from '#lib/refusal.ts'
import { type Policy, isConsolePolicy, refusalsOfPolicy } from './actor.ts'

/**
 * An operation is one call of the product. `declareOperation` states its path, policy, input,
 * output and refusals, and is safe for browser code; `defineOperation` (define-operation.ts) adds
 * the function that does the work behind the checks that every transport shares.
 */
export type Method = 'get' | 'post' | 'put' | 'delete'

/**
 * Header with the idempotency key; forms send it in the field `form_key`. Two requests with one key
 * are one.
 */
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const FORM_KEY = /^[\w-]{16,200}$/
const IDEMPOTENCY_HEADER = {
  [IDEMPOTENCY_KEY]: {
    required: false,
    description:
      'of the form that is sent: sent again with the same key within a day, the first answer comes back and nothing is changed',
  },
}

type Shape = z.ZodObject
export interface Attempts {
  most: number
  seconds: number
}
type PathOf = string | { app: string; theme: string }

export interface Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  O extends z.ZodType = z.ZodType,
  W extends Policy['who'] = Policy['who'],
> {
  /** camelCase verb and noun, unique: `payOrder`. */
  id: string
  summary: string
  tag: string
  /** S or D ids. */
  source: string
  method: Method
  /**
   * Below `/api`; two paths where the app store and the theme store have one each. `{name}` marks a
   * parameter.
   */
  path: PathOf
  policy: Policy & { who: W }
  /**
   * How often one network address may make this call, whatever comes of it (ABU-1). Counted before
   * the input is read.
   */
  attempts?: Attempts
  params?: P
  query?: Q
  body?: B
  /**
   * Takes a file beside its other fields: over HTTP the bytes are the body, of one of these content
   * types, and the fields stand in the query.
   */
  upload?: { maxBytes: number; types: readonly string[] }
  /**
   * `form`: a repeated idempotency key returns the first answer. The default for posts at the
   * console; `none` switches it off.
   */
  idempotency?: 'form' | 'none'
  /**
   * A visitor's answer depends only on market, platform, language and query, and changes only with
   * its tags (`ctx.touch`, the market), so it may be cached.
   */
  shared?: true
  /** Request headers that matter besides the market's own, lower case, with what they are for. */
  headers?: Record<string, { required: boolean; description: string }>
  /**
   * Parts of the body whose faults have a refusal of their own, e.g. `card` (S8.12), instead of
   * `input.invalid`. One of `refusals`.
   */
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
export type InputGiven<T> =
  T extends Operation<infer P, infer Q, infer B, z.ZodType>
    ? {
        params?: Given<P>
        query?: Given<Q>
        body?: Given<B>
        headers?: Record<string, string>
        upload?: Uint8Array
        /** The store that the page was rendered for (D5); screens send it with their forms. */
        expectedStoreId?: string | undefined
      }
    : never
export type InputParsed<T> =
  T extends Operation<infer P, infer Q, infer B, z.ZodType>
    ? {
        params: Parsed<P>
        query: Parsed<Q>
        body: Parsed<B>
        headers: Record<string, string>
        /** Empty where the operation takes no file. */
        upload: Uint8Array
      }
    : never
export type AnswerOf<T> = T extends { output: infer O extends z.ZodType } ? z.output<O> : never

/**
 * Throws for an operation without a policy, of a store without a right, for no role, or for
 * partners without `{partner}`.
 */
function requirePolicy({ id, path, policy }: Pick<Operation, 'id' | 'path'> & { policy?: Policy }) {
  if (!policy) throw new Error(`${id} declares no policy`)
  if (policy.who.startsWith('store') && !('needs' in policy))
    throw new Error(`${id} names no right of who acts for a store`)
  if ('roles' in policy && policy.roles.length === 0) throw new Error(`${id} is for no role`)
  if (policy.who === 'partner' && !(typeof path === 'string' && path.includes('{partner}')))
    throw new Error(`${id} is for a partner's members and its path names no {partner}`)
}

/** Whether a repeated idempotency key returns the first answer. */
export const isIdempotent = ({
  idempotency,
  method,
  policy,
}: Pick<Operation, 'idempotency' | 'method' | 'policy'>): boolean =>
  idempotency === undefined ? isConsolePolicy(policy) && method === 'post' : idempotency === 'form'

/**
 * Declares an operation. `P`, `Q` and `B` fall back to the empty object when it has none. Adds the
 * refusals of its policy and, where it is idempotent, the header with the key.
 */
export function declareOperation<
  O extends z.ZodType,
  W extends Policy['who'],
  P extends Shape = z.ZodObject<{}>,
  Q extends Shape = z.ZodObject<{}>,
  B extends Shape = z.ZodObject<{}>,
>(operation: Operation<P, Q, B, O, W>): Operation<P, Q, B, O, W> {
  requirePolicy(operation)
  return Object.freeze({
    ...operation,
    refusals: [...operation.refusals, ...refusalsOfPolicy(operation.policy)],
    ...(isIdempotent(operation) && { headers: { ...IDEMPOTENCY_HEADER, ...operation.headers } }),
  })
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
    else
      for (const issue of result.error.issues)
        fields[issue.path.join('.') || part] ??= fieldMessage(issue)
  }
  for (const [name, header] of Object.entries(operation.headers ?? {})) {
    if (header.required && !(given.headers as Record<string, string> | undefined)?.[name])
      fields[name] = { code: 'field.required' }
  }
  if (operation.upload && upload.length === 0) fields.file = { code: 'field.required' }
  if (Object.keys(fields).length > 0) throw refusalFor(operation, fields)
  if (upload.length > (operation.upload?.maxBytes ?? 0)) throw refuse('body.too_large')
  return parsed
}

function refusalFor({ faults = {} }: Operation, fields: Record<string, FieldMessage>): Refusal {
  const own = Object.entries(faults).find(([part]) =>
    Object.keys(fields).some((path) => path === part || path.startsWith(`${part}.`)),
  )
  return own
    ? new Refusal(own[1].code, own[1].status, { fields })
    : refuse('input.invalid', { fields })
}

/**
 * UTF-16 units, beside two for each character, by which a text may exceed its declared length
 * before it is refused unread: up to there the schema finds better words.
 */
const MARGIN = 1_024
const INVALID: FieldMessage = { code: 'field.invalid' }

/**
 * Finds texts far longer than declared or not well-formed (lone surrogates, NUL, which PostgreSQL
 * refuses), and input nested deeper than 20, before schemas run.
 */
function findBroken(
  value: unknown,
  schema: AnySchema | undefined,
  path: readonly string[],
): { path: readonly string[]; message: FieldMessage } | undefined {
  if (typeof value === 'string') {
    const most = maxLengthOf(schema)
    if (most !== undefined && value.length > 2 * most + MARGIN)
      return { path, message: { code: 'field.max', params: { n: most } } }
    return isBroken(value) ? { path, message: INVALID } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length > 20) return { path, message: INVALID }
  for (const [name, part] of Object.entries(value)) {
    const found = isBroken(name)
      ? { path, message: INVALID }
      : findBroken(part, childSchema(schema, name), [...path, name])
    if (found) return found
  }
  return undefined
}

const isBroken = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/**
 * Zod's issue → a message of ours (S5.7). A schema may name its own by `error: 'field.tax_number'`.
 */
export function fieldMessage(issue: z.core.$ZodIssue): FieldMessage {
  if (issue.message.startsWith('field.')) {
    const params = issue.code === 'custom' ? (issue.params as FieldMessage['params']) : undefined
    return { code: issue.message, ...(params && { params }) }
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return { code: 'field.required' }
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return Number(issue.minimum) <= 1
      ? { code: 'field.required' }
      : { code: 'field.min', params: { n: Number(issue.minimum) } }
  }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { code: 'field.max', params: { n: Number(issue.maximum) } }
  if (issue.code === 'invalid_format' && issue.format === 'email') return { code: 'field.email' }
  return { code: 'field.invalid' }
}

/** Body field of operations that move money or cannot be undone: the form asks for confirmation. */
export const confirmed = z
  .literal(true, { error: 'field.confirm' })
  .describe('that it is meant: it moves money or cannot be undone')
