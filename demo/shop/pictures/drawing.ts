/** One article, drawn on a field of 400 × 400 whose floor lies at y = 330. */
export interface Drawing {
  shapes: string
  /** Colour of the ground behind the article, and of the wall when it stands in a room. */
  ground: string
  wall: string
  /** Where the close-up looks: middle of a square and its side. */
  closeUp: { x: number; y: number; side: number }
  /** Where the article is when it is in use. */
  place: 'table' | 'ceiling' | 'wall'
}

/** A shape repeated around a middle. */
export const around = (count: number, x: number, y: number, shape: string): string =>
  Array.from(
    { length: count },
    (_, at) => `<g transform="rotate(${(360 / count) * at} ${x} ${y})">${shape}</g>`,
  ).join('')

/** A shape repeated along a line. */
export const along = (count: number, dx: number, dy: number, shape: string): string =>
  Array.from(
    { length: count },
    (_, at) => `<g transform="translate(${dx * at} ${dy * at})">${shape}</g>`,
  ).join('')
