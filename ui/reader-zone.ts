import { useSyncExternalStore } from 'react'
import { MARKET_ZONE } from '#lib/clock.ts'

const never = () => () => {}
const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || MARKET_ZONE
const zoneOfDocument = (): string => MARKET_ZONE

/**
 * The browser's time zone. The server does not know it, so documents are rendered and hydrated in
 * the market's zone, and stay so without a script.
 */
export const useReaderZone = (): string => useSyncExternalStore(never, zoneHere, zoneOfDocument)
