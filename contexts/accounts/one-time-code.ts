import { latinDigits } from '#lib/digits.ts'

/** A code as it was typed or pasted ("٤٠٢ ٩١٣", "402-913") → its digits. */
export const readCode = (typed: string): string => latinDigits(typed).replace(/[\s\p{Cf}.-]/gu, '')
