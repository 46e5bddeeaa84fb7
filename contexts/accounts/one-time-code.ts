/** A code as it was typed or pasted ("٤٠٢ ٩١٣", "402-913") → its digits. */
export const readCode = (typed: string): string => typed
  .replace(/[\u0660-\u0669]/g, digit => String(digit.charCodeAt(0) - 0x660))
  .replace(/[\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) - 0x6f0))
  .replace(/[\s\p{Cf}.-]/gu, '')
