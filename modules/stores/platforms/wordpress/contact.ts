import { seal, unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import type { StoreInfo } from '../store-connector.ts'

const PURPOSE = 'wordpress-contact'

export interface Contact {
  name: string
  email: string
}

/** Whom a site names: its administration e-mail. */
export const contactOf = (store: StoreInfo): Contact => ({
  name: store.contact_name ?? store.name,
  email: store.contact_email ?? '',
})

export const sealContact = (sealing: Services['sealing'], store: StoreInfo): string | null =>
  store.contact_email ? seal(sealing, PURPOSE, JSON.stringify(contactOf(store))) : null

export const unsealContact = (
  sealing: Services['sealing'],
  sealed: string | null,
): Contact | null =>
  sealed === null ? null : (JSON.parse(unseal(sealing, PURPOSE, sealed)) as Contact)
