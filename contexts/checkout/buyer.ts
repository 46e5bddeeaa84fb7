import type { Db } from '#db/client.ts'
import { DEFAULT_LOCALE, readLocale, type Locale } from '#lib/locale.ts'
import { unseal } from '#lib/sealed.ts'
import type { Services } from '../ctx.ts'
import { ADDRESS_PURPOSE, type AddressRow } from './address-data.ts'
import type { OrderRow } from './data.ts'

export interface Buyer {
  /** The invoice address as it was when the order was priced. */
  address: AddressRow
  /** The company's title, or the person's name. */
  name: string
  /** In which the buyer agreed to the order. */
  locale: Locale
}

/** Whom an order is invoiced to, and in which language we write to them; null while it has no address (free items). */
export async function findBuyer({ sealing }: Pick<Services, 'sealing'>, db: Db, order: Pick<OrderRow, 'id' | 'address_sealed'>): Promise<Buyer | null> {
  if (order.address_sealed === null) return null
  const address = JSON.parse(unseal(sealing, ADDRESS_PURPOSE, order.address_sealed)) as AddressRow
  const agreed = await db.selectFrom('consents').select('locale').where('order_id', '=', order.id).orderBy('agreed_at', 'desc').limit(1).executeTakeFirst()
  return { address, name: nameOn(address), locale: readLocale(agreed?.locale) ?? DEFAULT_LOCALE }
}

/** The name that an invoice is written to. */
export const nameOn = (address: Pick<AddressRow, 'company' | 'firstname' | 'lastname' | 'invoice_type'>): string => {
  const person = `${address.firstname ?? ''} ${address.lastname ?? ''}`.trim()
  return address.invoice_type === 'institutional' ? address.company ?? person : person || (address.company ?? '')
}

/** One line of text, as a mail's header takes it. */
export const onOneLine = (text: string, most = 120): string => {
  const line = text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
