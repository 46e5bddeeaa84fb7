import { useSyncExternalStore } from 'react'
import { MARKET_ZONE } from '#lib/dates.ts'

const never = () => () => {}
const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || MARKET_ZONE
const zoneOfDocument = (): string => MARKET_ZONE

/**
 * The time zone that moments are shown in: the browser's own. A document does not know where it is
 * read: it is written, hydrated and, without a script, left in the market's zone.
 */
export const useReaderZone = (): string => useSyncExternalStore(never, zoneHere, zoneOfDocument)
