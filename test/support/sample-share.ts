/** `npm run prove -- samples` runs the tests that take only a share, whole. */
export const WHOLE = process.env.EVERY === '1'

/** Every `nth` of them from the `first` on, or all where the tests run whole. */
export const share = <T>(all: readonly T[], nth: number, first = 0): T[] =>
  all.filter((_, at) => WHOLE || at % nth === first)
