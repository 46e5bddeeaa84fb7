import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { firstOpenAt, insertStatement, listToClose, lockEarnings } from './data.ts'
import { mailStatement } from './mails.ts'
import { noteEarnings } from './note-entries.ts'
import { beginsAt, monthAfter, monthThere, numberOf } from './rules.ts'

type CloseNeeds = Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>

/** Payments of midnight may still be being recorded. */
const GRACE_SECONDS = 1800

/**
 * Closes all past months, oldest first. Hourly. Each month is closed once per partner and currency;
 * later entries go to the next statement. Without entries there is no statement.
 */
export async function closeMonths(services: CloseNeeds): Promise<void> {
  await noteEarnings(services)
  const now = services.clock.now()
  const current = monthThere(secondsAfter(now, -GRACE_SECONDS))
  const first = await firstOpenAt(services.db, beginsAt(current))
  for (
    let month = first === null ? current : monthThere(first);
    month < current;
    month = monthAfter(month)
  )
    await closeMonth(services, month, now)
}

const closeMonth = (services: CloseNeeds, month: string, now: Date): Promise<void> =>
  inTransaction(services, async (trx) => {
    if (!(await lockEarnings(trx))) return
    const until = beginsAt(monthAfter(month))
    for (const { partner_id: partnerId, currency } of await listToClose(trx, month, until)) {
      const id = newId('ern')
      const { closingMinor, ...numbered } = await insertStatement(trx, {
        id,
        partnerId,
        currency,
        month,
        until,
        now,
      })
      await mailStatement(
        { ...services, db: trx },
        { id, partnerId, currency, month, number: numberOf(numbered), closingMinor },
      )
    }
  })
