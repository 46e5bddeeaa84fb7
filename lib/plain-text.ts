/**
 * Text that people write for other people to read: no signs that are not seen. Control characters
 * go, and so do those that turn the order of what stands around them (overrides, embeddings and
 * isolates; the marks that Arabic needs stay). Lines end in `\n`, at most one is left empty. Used
 * when a text comes in and again when it is shown, for what came in by another way.
 */
export function plainText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replace(/\t/g, ' ')
      .replace(UNSEEN, '')
      .normalize('NFC')
      // A heap of accents on one letter hangs into the lines around it.
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/**
 * All controls but the line's end, bidi overrides, embeddings and isolates, byte order marks, what
 * annotates and shapes invisibly.
 */
const UNSEEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e001f}]/gu
