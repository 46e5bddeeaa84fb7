import type { Db } from '#db/client.ts'
import { findStore } from './data.ts'
import { refuse } from './errors.ts'

/** The store, when its domain was typed as well: for what cannot be taken back. */
export async function requireNamedStore(db: Db, id: string, typed: string) {
  const store = await findStore(db, id)
  if (!store) throw refuse('not_found')
  if (store.domain.toLowerCase() !== typed) throw refuse('input.invalid', { fields: { domain: { code: 'field.other_domain', params: { domain: store.domain } } } })
  return store
}
