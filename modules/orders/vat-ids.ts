import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { EU_COUNTRIES } from '#lib/countries.ts'
import { isVatNumber } from '#lib/vat-number.ts'
import type { Services } from '#kernel/context.ts'
import type { AddressRow } from './data.ts'
import {
  dependsOnVatId,
  type TaxCase,
  VAT_CONFIRMED_SECONDS,
  vatRetrySeconds,
  type VatStatus,
} from './rules.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'operator' | 'vatAuthority'>
type VatColumns = Pick<
  AddressRow,
  'vat_state' | 'vat_answered_at' | 'vat_consultation' | 'vat_next_check_at' | 'vat_tries'
>

/** A company's VAT id that the service knows about, when it has a valid form. */
const vatIdOf = ({
  country,
  invoice_type: kind,
  tax_number: vatId,
}: Pick<AddressRow, 'country' | 'invoice_type' | 'tax_number'>): string | null =>
  kind === 'institutional' &&
  vatId !== null &&
  EU_COUNTRIES.includes(country) &&
  isVatNumber(country, vatId)
    ? vatId
    : null

/** What decides on the tax of orders to an address. */
export const buyerTaxFacts = (address: AddressRow): TaxCase['buyer'] => ({
  country: address.country,
  isCompany: address.invoice_type === 'institutional',
  // Stored VAT ids may be older than the check of their form.
  hasConfirmedVatId: address.vat_state === 'confirmed' && vatIdOf(address) !== null,
})

/** How an address begins that was not asked about: at once, when there is something to ask. */
export function vatColumnsOf(
  address: Pick<AddressRow, 'country' | 'invoice_type' | 'tax_number'>,
  at: Date,
): VatColumns {
  const isAsked = vatIdOf(address) !== null
  return {
    vat_state: isAsked ? 'waiting' : null,
    vat_answered_at: null,
    vat_consultation: null,
    vat_next_check_at: isAsked ? at : null,
    vat_tries: 0,
  }
}

/** What is known of an address's VAT id, where that decides on the tax of this seller. */
export function vatStatusOf(seller: TaxCase['seller'], address: AddressRow): VatStatus | null {
  if (vatIdOf(address) === null || !dependsOnVatId(seller, address.country)) return null
  return address.vat_state === 'confirmed' || address.vat_state === 'refused'
    ? address.vat_state
    : 'waiting'
}

/**
 * Asks the EU's VAT service about the VAT id of an address, where that decides on the tax, and
 * notes the answer. Without an answer what was known before goes on, and a job asks again.
 */
export async function checkVatId(services: Needs, addressId: string): Promise<void> {
  const { db, operator } = services
  const address = await findVatFacts(db, addressId)
  const vatId = address && vatIdOf(address)
  if (!address || vatId === null || vatId === undefined) return
  if (!operator.vatId || !dependsOnVatId(operator, address.country)) return
  const answer = await services.vatAuthority.check({
    country: address.country,
    vatId,
    seller: { country: operator.country, vatId: operator.vatId },
  })
  if (answer.kind === 'unavailable')
    services.log.warn({ address: addressId, why: answer.why }, 'the VAT service did not answer')
  const now = services.clock.now()
  await db
    .updateTable('addresses')
    .set(
      answer.kind === 'unavailable'
        ? {
            vat_tries: address.vat_tries + 1,
            vat_next_check_at: secondsAfter(now, vatRetrySeconds(address.vat_tries)),
          }
        : {
            vat_state: answer.kind,
            vat_answered_at: now,
            vat_consultation: answer.kind === 'confirmed' ? answer.consultation : null,
            vat_next_check_at: null,
            vat_tries: 0,
          },
    )
    .where('id', '=', addressId)
    // Its owner may have written another one meanwhile.
    .where('tax_number', '=', address.tax_number)
    .where('country', '=', address.country)
    .execute()
}

/** Whether the VAT ids of buyers decide on the tax of this seller. */
export const asksVatIds = ({ vatId, country }: TaxCase['seller']): boolean =>
  Boolean(vatId) && EU_COUNTRIES.includes(country)

/** Before a renewal: asks again when the last answer is older than 30 days. */
export async function renewVatCheck(services: Needs, addressId: string | null): Promise<void> {
  const address = addressId === null ? undefined : await findVatFacts(services.db, addressId)
  if (!address || !dependsOnVatId(services.operator, address.country)) return
  const now = services.clock.now()
  const { vat_answered_at: answeredAt, vat_next_check_at: nextAt } = address
  const isOld = answeredAt === null || answeredAt <= secondsAfter(now, -VAT_CONFIRMED_SECONDS)
  if (isOld && (nextAt === null || nextAt <= now)) await checkVatId(services, address.id)
}

/** Addresses whose VAT id is to be asked about now, the longest waiting first. */
export async function findDueVatChecks({
  db,
  clock,
  operator,
}: Pick<Services, 'db' | 'clock' | 'operator'>): Promise<string[]> {
  if (!asksVatIds(operator)) return []
  const rows = await db
    .selectFrom('addresses')
    .select('id')
    .where('vat_next_check_at', 'is not', null)
    .where('vat_next_check_at', '<=', clock.now())
    .where('deleted_at', 'is', null)
    .where(
      'country',
      'in',
      EU_COUNTRIES.filter((one) => one !== operator.country),
    )
    .orderBy('vat_next_check_at')
    .limit(MOST_DUE)
    .execute()
  return rows.map(({ id }) => id)
}
/** The service blocks those who ask too often. */
const MOST_DUE = 100

const findVatFacts = (db: Db, id: string) =>
  db
    .selectFrom('addresses')
    .select(['id', 'country', 'invoice_type', 'tax_number'])
    .select(['vat_answered_at', 'vat_next_check_at', 'vat_tries'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
