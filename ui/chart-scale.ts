/**
 * The next round number above: 1, 2 or 5 with zeros behind it, so that the top of a chart can be
 * read.
 */
export function roundTop(most: number): number {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const top = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= most) ?? most
  return Math.max(1, top)
}

export interface ChartBox {
  width: number
  height: number
}

/**
 * The points of a line over the whole width, the first value at the start; a single value is drawn
 * across.
 */
export function linePoints(
  values: readonly number[],
  top: number,
  { width, height }: ChartBox,
): string {
  const all = values.length === 1 ? [...values, ...values] : values
  const round = (value: number) => Math.round(value * 10) / 10
  return all
    .map(
      (value, index) =>
        `${round((index / (all.length - 1)) * width)},${round(height - (Math.max(0, value) / top) * height)}`,
    )
    .join(' ')
}
