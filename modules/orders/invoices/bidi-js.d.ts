/** The part of bidi-js (UAX #9) that is used here; it ships no types. */
declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(
      text: string,
      direction?: 'ltr' | 'rtl',
    ): { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
