/**
 * Removes invisible characters from text that people write for others: control characters and those
 * that reorder the text around them (overrides, embeddings and isolates; the marks that Arabic
 * needs stay). Lines end in `\n`, with at most one empty line between. Applied on input, and again
 * on output for text that arrived by another way.
 */
export function plainText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replace(/\t/g, ' ')
      .replace(UNSEEN, '')
      .normalize('NFC')
      // Many combining marks on one letter would overlap neighboring lines.
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/**
 * Controls except the line feed, bidi overrides, embeddings and isolates, byte order marks,
 * invisible annotation and shaping characters.
 */
const UNSEEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e001f}]/gu
