import type { PictureData } from '../picture.tsx'

/**
 * A little shop in a theme's colours, drawn: stands for the pictures of running shops that a
 * catalogue has.
 */
function shop(
  width: number,
  height: number,
  ground: string,
  accent: string,
  dark = false,
): PictureData {
  const paper = dark ? '#1b1030' : '#ffffff'
  const text = dark ? '#e8e3f5' : '#2b2b2b'
  const narrow = width < 500
  const column = narrow ? 2 : 4
  const gap = width * 0.03
  const side = (width - gap * (column + 1)) / column
  const tints = ['#dff3e4', '#fdebd8', '#fbdcd8', '#dcebf7']
  const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
  const disc = (x: number, y: number, r: number, fill: string) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
  const line = (y: number, size: number, fill: string, words: string) =>
    `<text x="${gap}" y="${y}" font-family="sans-serif" font-weight="700" font-size="${size}" fill="${fill}">${words}</text>`
  const goods = Array.from({ length: column * 2 }, (_, n) => {
    const x = gap + (n % column) * (side + gap)
    const y = height * 0.56 + Math.floor(n / column) * (side * 1.15)
    const middle: [number, number] = [x + side / 2, y + side / 2]
    return (
      rect(x, y, side, side, dark ? '#2c2145' : tints[n % 4]!, 'rx="6"') +
      disc(...middle, side * 0.24, accent) +
      disc(...middle, side * 0.1, ground)
    )
  })
  const size = width / (narrow ? 12 : 22)
  const parts = [
    rect(0, 0, width, height, paper),
    rect(0, 0, width, height * 0.5, ground),
    rect(0, height * 0.07, width, height * 0.43, accent, 'opacity=".14"'),
    line(height * 0.05, size * 0.42, '#fff', 'Demo Shop'),
    line(height * 0.2, size, '#fff', 'Made slowly,'),
    line(height * 0.2 + size * 1.15, size, '#fff', 'used daily.'),
    rect(gap, height * 0.36, size * 4, size * 0.95, '#fff', 'rx="4"'),
    line(height * 0.54, size * 0.45, text, 'This week in the shop'),
    ...goods,
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height }
}

/** Desktop and phone of one theme. */
export function samplePictures(ground: string, accent: string, dark?: boolean) {
  return {
    desktop: shop(1280, 1200, ground, accent, dark),
    phone: shop(390, 780, ground, accent, dark),
  }
}
