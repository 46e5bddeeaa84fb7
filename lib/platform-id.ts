/** What the column can hold (smallint). */
export const MAX_PLATFORM_ID = 32_767

/**
 * S1.2, D26: a platform's number as it is written: a whole number from 1 on. Whether there is such
 * a platform, only the market knows.
 */
export const isPlatformId = (text: string): boolean =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_PLATFORM_ID

/** PLATFORM_ID as a number. Throws an error in one line for the person who set it. */
export function readPlatformId(text: string): number {
  if (!isPlatformId(text))
    throw new Error(
      `PLATFORM_ID is "${text.slice(0, 40)}", which is not a platform's number: give a whole number from 1 to ${MAX_PLATFORM_ID}.`,
    )
  return Number(text)
}
