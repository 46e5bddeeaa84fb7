import type { Key } from './signed-calls.ts'

/**
 * What the maker of a platform tells the kit: two stores that may be tried out, and the keys that
 * the market would have.
 */
export interface KitSettings {
  client: Key
  storeToken: string
  otherStoreToken?: string | undefined
  closed?: { storeId: string; storeToken: string; key: Key } | undefined
  demonstrationStore?: string | undefined
  scratchStore?: string | undefined
  /** What web-service users may be given, two at least; none on a platform that has none. */
  scopes: string[]
  /** A path below the `url` of a user, to be read with the first of the scopes. */
  userCall?: string | undefined
  /** A launch token made just now, with the public keys that it is signed with. */
  handover?: { launchToken: string; keys: Record<string, unknown>[]; market: string } | undefined
}
