/** `npm run prove -- samples` runs the tests that take only a share, whole. */
export const WHOLE = process.env.EVERY === '1'

/** Every `nth` of them, or all where the tests run whole. */
export const share = <T>(all: readonly T[], nth: number): T[] => all.filter((_, at) => WHOLE || at % nth === 0)
