declare module 'subset-font' {
  /**
   * Cuts a font down to the letters of `text` and the axes given: a number pins an axis, a range
   * narrows it. `keepFeatures`: OpenType features; all when left out.
   */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes: Record<string, number | { min: number; max: number }>
      keepFeatures?: readonly string[] | undefined
    },
  ): Promise<Uint8Array>
}
