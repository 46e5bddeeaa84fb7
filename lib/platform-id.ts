/** Maximum of the column (smallint). */
export const MAX_PLATFORM_ID = 32_767

/** Platforms with a higher id have no bit among the traits of an item, so no more can be added. */
export const MOST_PLATFORMS = 11

/**
 * S1.2, D26: whether `text` is a platform number, a whole number from 1 on. The platform may not
 * exist.
 */
export const isPlatformId = (text: string): boolean =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_PLATFORM_ID

/** Parses PLATFORM_ID. Throws a one-line error for the person who configures it. */
export function readPlatformId(text: string): number {
  if (!isPlatformId(text))
    throw new Error(
      `PLATFORM_ID is "${text.slice(0, 40)}", which is not a platform's number: give a whole number from 1 to ${MAX_PLATFORM_ID}.`,
    )
  return Number(text)
}
