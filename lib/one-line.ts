/**
 * What people typed, as one line that is not so long that it pushes the words around it away: in a
 * mail's subject, on an invoice. `most` characters.
 */
export const onOneLine = (text: string, most = 120): string => {
  const line = text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
