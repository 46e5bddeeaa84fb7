import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { hashSecret } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import { digitsOf } from './connect-code.ts'
import { SHARED_CODE_DIGITS } from './one-time-code.ts'
import { SLOW_CODE_SECONDS } from './rules.ts'

/**
 * When more codes are asked for than one mailbox should get, nobody is refused: one mail an hour
 * carries a longer code, and everybody who asks in that hour waits for the same one. Whoever owns
 * the mailbox therefore always holds a code that works. It is long enough that guesses are not
 * counted across browsers.
 */
type Needs = Pick<Services, 'clock' | 'downloadTokenKey'>

/** What codes are for: a shop that is signed in, a mailbox that is confirmed, a site that moves. */
export const codeSubjects = {
  connect: (platformId: number, host: string) => `connect ${platformId} ${host}`,
  claim: (email: string) => `claim ${email.toLowerCase()}`,
  move: (storeId: string) => `move ${storeId}`,
}

const slotOf = (now: Date): number => Math.floor(now.getTime() / 1000 / SLOW_CODE_SECONDS)
const versionOf = async (db: Db, subject: string): Promise<number> =>
  (
    await db
      .selectFrom('shared_code_versions')
      .select('version')
      .where('subject', '=', hashSecret(subject))
      .executeTakeFirst()
  )?.version ?? 0
const codeAt = (
  { downloadTokenKey }: Needs,
  subject: string,
  slot: number,
  version: number,
): string =>
  digitsOf(downloadTokenKey, `shared code:${subject}:${slot}:${version}`, SHARED_CODE_DIGITS)

/** This hour's code, and the key under which its mail is sent once. */
export async function sharedCode(
  services: Needs,
  db: Db,
  subject: string,
): Promise<{ code: string; mailKey: string }> {
  const [slot, version] = [slotOf(services.clock.now()), await versionOf(db, subject)]
  return {
    code: codeAt(services, subject, slot, version),
    mailKey: `shared code ${hashSecret(subject).toString('base64url')} ${slot} ${version}`,
  }
}

/**
 * The version of the code that was typed, this hour's or the one before; null when it is neither.
 */
export async function readSharedCode(
  services: Needs,
  db: Db,
  subject: string,
  typed: string,
): Promise<number | null> {
  if (typed.length !== SHARED_CODE_DIGITS) return null
  const [slot, version] = [slotOf(services.clock.now()), await versionOf(db, subject)]
  const isRight =
    [slot, slot - 1].filter((one) =>
      timingSafeEqual(Buffer.from(codeAt(services, subject, one, version)), Buffer.from(typed)),
    ).length > 0
  return isRight ? version : null
}

/** Voids the codes of this version. False when somebody else was quicker. */
export async function spendSharedCode(
  { clock }: Needs,
  db: Db,
  subject: string,
  version: number,
): Promise<boolean> {
  const row = { subject: hashSecret(subject), version: version + 1, changed_at: clock.now() }
  const written = await db
    .insertInto('shared_code_versions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ version: row.version, changed_at: row.changed_at })
        .where('shared_code_versions.version', '=', version),
    )
    .returning(sql`1`.as('one'))
    .executeTakeFirst()
  return written !== undefined
}
