import { canonicalJson, hashSecret, sha256Hex } from '#lib/ids.ts'
import { secondsAfter } from '#lib/clock.ts'
import { refuse } from '#lib/refusal.ts'
import { seal, unseal, type SealingKeys } from '#lib/sealed.ts'
import type { Db } from '#db/client.ts'
import { personIn } from './actor.ts'
import type { RequestContext } from './context.ts'
import { FORM_KEY, IDEMPOTENCY_KEY } from './operation.ts'

/** Parsed input of an operation. */
export interface KeyedInput {
  params: unknown
  query: unknown
  body: unknown
  headers: Record<string, string>
  upload: Uint8Array
}

/** How long answers are kept. */
export const KEPT_SECONDS = 86_400
/** A request that did not finish within this time may be repeated: its process is gone. */
const ABANDONED_SECONDS = 60
const FORM_PURPOSE = 'form-press'
const CONSOLE_PURPOSE = 'console-press'

function keyOf({ headers }: KeyedInput): string | undefined {
  const key = headers[IDEMPOTENCY_KEY]
  if (key !== undefined && !FORM_KEY.test(key))
    throw refuse('input.invalid', { fields: { [IDEMPOTENCY_KEY]: { code: 'field.invalid' } } })
  return key
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * Runs a market operation once per key, caller and content; repeated requests get the first answer.
 * The caller is the store or the network address. Cached pages show one key to many visitors, so
 * the content counts too. Outside a transaction, because the operation may make outside calls.
 */
export async function runOnce<T>(
  ctx: RequestContext,
  operationId: string,
  input: KeyedInput,
  run: () => Promise<T>,
): Promise<T> {
  const key = keyOf(input)
  if (key === undefined) return run()
  const { params, query, body } = input
  const caller = ctx.actor.kind === 'store' ? ctx.actor.storeId : ctx.ip
  const id = hashSecret(canonicalJson(plain([key, operationId, caller, params, query, body])))
  const now = ctx.clock.now()
  const claimed = await ctx.db
    .insertInto('form_presses')
    .values({ id, at: now })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ at: now })
        .where('form_presses.answer_sealed', 'is', null)
        .where('form_presses.at', '<', secondsAfter(now, -ABANDONED_SECONDS)),
    )
    .returning('id')
    .executeTakeFirst()
  if (!claimed) {
    const first = await ctx.db
      .selectFrom('form_presses')
      .select('answer_sealed')
      .where('id', '=', id)
      .executeTakeFirst()
    if (first?.answer_sealed == null) throw refuse('form.under_way', { retryAfter: 1 })
    return JSON.parse(unseal(ctx.sealing, FORM_PURPOSE, first.answer_sealed)) as T
  }
  try {
    const answer = await run()
    await ctx.db
      .updateTable('form_presses')
      .set({ answer_sealed: seal(ctx.sealing, FORM_PURPOSE, JSON.stringify(answer)) })
      .where('id', '=', id)
      .execute()
    return answer
  } catch (error) {
    // A refused request may be sent again.
    await ctx.db.deleteFrom('form_presses').where('id', '=', id).execute()
    throw error
  }
}

/** A request of the console with an idempotency key. Unique by person, key and operation. */
export interface KeyedRequest {
  personId: string
  keyHash: Buffer
  operation: string
  inputHash: Buffer
}

/** Null when nobody is signed in or the request has no key. */
export function readKeyedRequest(
  ctx: RequestContext,
  operation: string,
  input: KeyedInput,
): KeyedRequest | null {
  const person = personIn(ctx)
  const key = person ? keyOf(input) : undefined
  if (!person || key === undefined) return null
  const { params, query, body, upload } = input
  const content = plain({ params, query, body, upload: sha256Hex(Buffer.from(upload)) })
  return {
    personId: person.id,
    keyHash: hashSecret(key),
    operation,
    inputHash: hashSecret(canonicalJson(content)),
  }
}

/**
 * The answer to an earlier request with this key; undefined when this is the first. Refuses with
 * `form.sent_already` when the content differs.
 */
export async function findAnswer(
  { sealing }: { sealing: SealingKeys },
  db: Db,
  request: KeyedRequest,
): Promise<{ answer: unknown } | undefined> {
  const row = await db
    .selectFrom('console_presses')
    .select(['input_hash', 'answer_sealed'])
    .where('person_id', '=', request.personId)
    .where('key_hash', '=', request.keyHash)
    .where('operation', '=', request.operation)
    .executeTakeFirst()
  if (!row || row.answer_sealed === null) return undefined
  if (!row.input_hash.equals(request.inputHash)) throw refuse('form.sent_already')
  return { answer: JSON.parse(unseal(sealing, CONSOLE_PURPOSE, row.answer_sealed)) }
}

/**
 * Claims the key in the transaction that does the work; concurrent requests with the same key wait
 * for it. False when it was claimed before.
 */
export async function claimKey(db: Db, request: KeyedRequest, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('console_presses')
    .values({
      person_id: request.personId,
      key_hash: request.keyHash,
      operation: request.operation,
      input_hash: request.inputHash,
      at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const storeAnswer = (
  { sealing }: { sealing: SealingKeys },
  db: Db,
  { personId, keyHash, operation }: KeyedRequest,
  answer: unknown,
) =>
  db
    .updateTable('console_presses')
    .set({ answer_sealed: seal(sealing, CONSOLE_PURPOSE, JSON.stringify(answer)) })
    .where('person_id', '=', personId)
    .where('key_hash', '=', keyHash)
    .where('operation', '=', operation)
    .execute()

/** A refused request may be sent again. */
export const releaseKey = (db: Db, { personId, keyHash, operation }: KeyedRequest) =>
  db
    .deleteFrom('console_presses')
    .where('person_id', '=', personId)
    .where('key_hash', '=', keyHash)
    .where('operation', '=', operation)
    .execute()

/** Deletes answers after a day. */
export async function purgeAnswers(db: Db, now: Date): Promise<void> {
  const before = secondsAfter(now, -KEPT_SECONDS)
  await db.deleteFrom('form_presses').where('at', '<', before).execute()
  await db.deleteFrom('console_presses').where('at', '<', before).execute()
}
