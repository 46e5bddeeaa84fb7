import type { Store } from '../storage/stores.ts'

/** Who may sign in to the panel of a store. What each may do is the market's word for it. */
export const PEOPLE = ['owner', 'agency', 'buyer', 'asker', 'guest'] as const
export type PersonKey = (typeof PEOPLE)[number]

export const readPerson = (key: unknown): PersonKey => PEOPLE.find((one) => one === key) ?? 'owner'

interface Person {
  account: { id: string; name: string; email: string }
  role: 'browse' | 'ask' | 'buy' | 'install'
  /** The stores that this person runs, where there are several. */
  stores?: readonly string[]
}

const STAFF = {
  buyer: { name: 'Deniz Kaya', role: 'buy' },
  asker: { name: 'Ege Arslan', role: 'ask' },
  guest: { name: 'Su Yalçın', role: 'browse' },
} as const

/** Runs both stores, and is the same person in each. */
const AGENCY: Person = {
  account: { id: 'agency-kuzey', name: 'Kuzey Ajans', email: 'kuzey@agency.localhost' },
  role: 'install',
  stores: ['store-1', 'store-2'],
}

export function personOf({ id, ownerName, contactEmail }: Store, key: PersonKey): Person {
  if (key === 'owner')
    return {
      account: { id: `owner-of-${id}`, name: ownerName, email: contactEmail },
      role: 'install',
    }
  if (key === 'agency') return AGENCY
  const { name, role } = STAFF[key]
  return { account: { id: `${key}-of-${id}`, name, email: `${key}@${id}.localhost` }, role }
}
