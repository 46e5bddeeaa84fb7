import fc from 'fast-check'

/**
 * Any code point there is, surrogates excepted. fast-check's own `unit: 'binary'` makes a table of
 * them all first, for seconds.
 */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800))

/** Text of any characters whatever. */
export const anyText = (
  lengths: { minLength?: number; maxLength?: number } = {},
): fc.Arbitrary<string> => fc.string({ unit: codePoint, ...lengths })
