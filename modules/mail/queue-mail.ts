import type { Db } from '#db/client.ts'
import { hashSecret, newId } from '#lib/ids.ts'
import { seal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { insertMail } from './data.ts'
import { mailSchema, type Mail } from './mail.ts'

export const PURPOSE = 'mail'

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent if and only if that commits.
 * Asked for again with the same key it is the same mail. Throws when the mail is not one
 * (`mailSchema`): checked input must have been made fit before.
 */
export async function queueMail(
  ctx: Pick<Services, 'jobs' | 'sealing' | 'clock'>,
  trx: Db,
  mail: Mail,
): Promise<void> {
  const { key, ...content } = mailSchema.parse(mail)
  const id = newId('mai')
  const isNew = await insertMail(trx, {
    id,
    keyHash: hashSecret(key),
    contentSealed: seal(ctx.sealing, PURPOSE, JSON.stringify(content)),
    now: ctx.clock.now(),
  })
  if (isNew) await ctx.jobs.enqueue(trx, 'send-mail', { id })
}
