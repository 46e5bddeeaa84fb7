import { latinDigits } from '#lib/text.ts'

export const CODE_DIGITS = 6
/** Of the hourly code that many share. */
export const SHARED_CODE_DIGITS = 12

/** A code as it was typed or pasted ("٤٠٢ ٩١٣", "402-913") → its digits. */
export const readCode = (typed: string): string => latinDigits(typed).replace(/[\s\p{Cf}.-]/gu, '')
