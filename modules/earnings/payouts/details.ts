import { type SealingKeys, seal, unseal } from '#lib/sealed.ts'
import type { SealedColumn } from '#kernel/reseal.ts'

/** Where a partner is paid and who it is, before it is sealed (D23). */
export interface PayoutDetails {
  holder: string
  /** Without spaces, upper case; null: only the provider of the connected account knows it. */
  iban: string | null
  bic: string | null
  taxNumber: string
}

const PURPOSE = 'payout-account'

export const sealDetails = (keys: SealingKeys, details: PayoutDetails): string =>
  seal(keys, PURPOSE, JSON.stringify(details))

export const openDetails = (keys: SealingKeys, sealed: string): PayoutDetails =>
  JSON.parse(unseal(keys, PURPOSE, sealed)) as PayoutDetails

export const SEALED_COLUMNS_OF_EARNINGS: readonly SealedColumn[] = [
  { table: 'payout_accounts', column: 'details_sealed', purpose: PURPOSE },
  { table: 'payout_lines', column: 'details_sealed', purpose: PURPOSE },
]
