/** Typed text as a single line of at most `most` characters, for mail subjects and invoices. */
export const onOneLine = (text: string, most = 120): string => {
  const line = text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
