import { canonicalJson } from '#lib/canonical-json.ts'
import { hashSecret, sha256Hex } from '#lib/ids.ts'
import { refuse } from '#lib/refusal.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Db } from '#db/client.ts'
import type { ConsoleCtx } from './console.ts'
import { FORM_KEY, PRESS_KEY } from './press-key.ts'

/**
 * One press of one form. Its key was made with the form; whoever presses twice, or goes back and presses again, is told what the first press did. Unique per person, key and operation.
 */
export interface Press { personId: string; keyHash: Buffer; operation: string; inputHash: Buffer }

const PURPOSE = 'console-press'
/** A press is remembered for so long. */
export const PRESS_SECONDS = 86_400

/** Null where nobody is signed in or no key came along. */
export function pressOf(ctx: Pick<ConsoleCtx, 'person'>, operation: string, input: { params: unknown; query: unknown; body: unknown; headers: Record<string, string>; upload: Uint8Array }): Press | null {
  const key = input.headers[PRESS_KEY]
  if (!ctx.person || key === undefined) return null
  if (!FORM_KEY.test(key)) throw refuse('input.invalid', { fields: { [PRESS_KEY]: { code: 'field.invalid' } } })
  const { params, query, body, upload } = input
  const sent = canonicalJson(JSON.parse(JSON.stringify({ params, query, body, upload: sha256Hex(Buffer.from(upload)) })))
  return { personId: ctx.person.id, keyHash: hashSecret(key), operation, inputHash: hashSecret(sent) }
}

/** What this press did before; undefined when it is the first. Refuses when something else was sent with its key. */
export async function findAnswer(ctx: Pick<ConsoleCtx, 'sealing'>, db: Db, { personId, keyHash, operation, inputHash }: Press): Promise<{ answer: unknown } | undefined> {
  const row = await db.selectFrom('console_presses').select(['input_hash', 'answer_sealed']).where('person_id', '=', personId).where('key_hash', '=', keyHash).where('operation', '=', operation).executeTakeFirst()
  if (!row || row.answer_sealed === null) return undefined
  if (!row.input_hash.equals(inputHash)) throw refuse('form.sent_already')
  return { answer: JSON.parse(unseal(ctx.sealing, PURPOSE, row.answer_sealed)) }
}

/** Takes the press in the transaction that does the work: whoever presses at the same time waits here until it is known. False when it was taken before. */
export async function takePress(db: Db, { personId, keyHash, operation, inputHash }: Press, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.insertInto('console_presses')
    .values({ person_id: personId, key_hash: keyHash, operation, input_hash: inputHash, at: now }).onConflict(conflict => conflict.doNothing()).executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const keepAnswer = (ctx: Pick<ConsoleCtx, 'sealing'>, db: Db, { personId, keyHash, operation }: Press, answer: unknown) =>
  db.updateTable('console_presses').set({ answer_sealed: seal(ctx.sealing, PURPOSE, JSON.stringify(answer)) })
    .where('person_id', '=', personId).where('key_hash', '=', keyHash).where('operation', '=', operation).execute()

/** A press that was refused may be pressed again. */
export const dropPress = (db: Db, { personId, keyHash, operation }: Press) =>
  db.deleteFrom('console_presses').where('person_id', '=', personId).where('key_hash', '=', keyHash).where('operation', '=', operation).execute()

/** Housekeeping. */
export const deleteOldPresses = (db: Db, before: Date) => db.deleteFrom('console_presses').where('at', '<', before).execute()
