import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * The browser's time zone. The server does not know it, so documents are rendered and hydrated in
 * the market's zone, and stay so without a script.
 */
export const useReaderZone = (marketZone: string): string =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || marketZone,
    () => marketZone,
  )
