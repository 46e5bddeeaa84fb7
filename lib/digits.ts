const ZEROS = [0x0660, 0x06f0]

/** Arabic and Persian digits → Latin: "٤٢" and "۴۲" → "42". */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    return String(code - (ZEROS.findLast((zero) => code >= zero) ?? code))
  })

/** Only the digits of `text`, as Latin digits. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')
