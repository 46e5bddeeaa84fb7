import type { PictureData } from '../picture.tsx'

/** A little shop in a theme's colours, drawn: stands for the pictures of running shops that a catalogue has. */
function shop(width: number, height: number, ground: string, accent: string, dark = false): PictureData {
  const paper = dark ? '#1b1030' : '#ffffff'
  const text = dark ? '#e8e3f5' : '#2b2b2b'
  const narrow = width < 500
  const column = narrow ? 2 : 4
  const gap = width * .03
  const side = (width - gap * (column + 1)) / column
  const tints = ['#dff3e4', '#fdebd8', '#fbdcd8', '#dcebf7']
  const goods = Array.from({ length: column * 2 }, (_, n) => {
    const x = gap + (n % column) * (side + gap)
    const y = height * .56 + Math.floor(n / column) * (side * 1.15)
    return `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="6" fill="${dark ? '#2c2145' : tints[n % 4]}"/>`
      + `<circle cx="${x + side / 2}" cy="${y + side / 2}" r="${side * .24}" fill="${accent}"/><circle cx="${x + side / 2}" cy="${y + side / 2}" r="${side * .1}" fill="${ground}"/>`
  }).join('')
  const s = width / (narrow ? 12 : 22)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/>`
    + `<rect width="${width}" height="${height * .5}" fill="${ground}"/><rect y="${height * .07}" width="${width}" height="${height * .43}" fill="${accent}" opacity=".14"/>`
    + `<g font-family="sans-serif" font-weight="700" fill="#fff"><text x="${gap}" y="${height * .05}" font-size="${s * .42}">Demo Shop</text>`
    + `<text x="${gap}" y="${height * .2}" font-size="${s}">Made slowly,</text><text x="${gap}" y="${height * .2 + s * 1.15}" font-size="${s}">used daily.</text></g>`
    + `<rect x="${gap}" y="${height * .36}" width="${s * 4}" height="${s * .95}" rx="4" fill="#fff"/>`
    + `<text x="${gap}" y="${height * .54}" font-family="sans-serif" font-size="${s * .45}" fill="${text}">This week in the shop</text>${goods}</svg>`
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height }
}

/** Desktop and phone of one theme. */
export function samplePictures(ground: string, accent: string, dark?: boolean) {
  return { desktop: shop(1280, 1200, ground, accent, dark), phone: shop(390, 780, ground, accent, dark) }
}
