import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { writeAccount } from '#modules/earnings/payouts/data.ts'
import { sealDetails } from '#modules/earnings/payouts/details.ts'

export const TURKISH_IBAN = 'TR330006100519786457841326'

/** A partner whose account is known for long and whose identity is confirmed. */
export const confirmPayee = (
  { db, clock, sealing }: Pick<Services, 'db' | 'clock' | 'sealing'>,
  partnerId: string,
  iban = TURKISH_IBAN,
) =>
  writeAccount(db, {
    partner_id: partnerId,
    provider: null,
    details_sealed: sealDetails(sealing, {
      holder: 'Örnek Yazılım A.Ş.',
      iban,
      bic: null,
      taxNumber: '1234567890',
    }),
    country: iban.slice(0, 2),
    identity: 'confirmed',
    reason: null,
    changed_at: secondsAfter(clock.now(), -1_000_000),
    settles_at: secondsAfter(clock.now(), -1000),
    decided_by: null,
    decided_at: clock.now(),
  })
