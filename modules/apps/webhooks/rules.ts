import { APP_EVENTS, TEST_EVENT } from '#lib/market.ts'

export const LOGGED_EVENTS = [...APP_EVENTS, TEST_EVENT] as const
export type LoggedEvent = (typeof LOGGED_EVENTS)[number]
/** How a delivery stands: `retrying` failed and is tried again by itself, `failed` is not. */
export const DELIVERY_OUTCOMES = ['delivered', 'waiting', 'retrying', 'failed'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]
/** The most messages that are sent again at once. */
export const MOST_REPLAYED = 10_000
