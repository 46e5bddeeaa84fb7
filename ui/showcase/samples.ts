import carousel from '../drawings/app-carousel.svg?no-inline'
import confetti from '../drawings/app-confetti.svg?no-inline'
import cookie from '../drawings/app-cookie.svg?no-inline'
import date from '../drawings/app-date.svg?no-inline'
import gallery from '../drawings/app-gallery.svg?no-inline'
import instant from '../drawings/app-instant.svg?no-inline'
import notyf from '../drawings/app-notyf.svg?no-inline'
import quick from '../drawings/app-quick.svg?no-inline'
import tour from '../drawings/app-tour.svg?no-inline'
import video from '../drawings/app-video.svg?no-inline'
import vitals from '../drawings/app-vitals.svg?no-inline'
import zoom from '../drawings/app-zoom.svg?no-inline'
import type { AppSummary } from '../app-card.tsx'
import type { ThemeSummary } from '../theme-cover.tsx'
import type { ShowcaseWords } from './showcase-words.ts'
import type { PictureData } from '../picture.tsx'

export const appDrawings = {
  cookie,
  zoom,
  instant,
  vitals,
  tour,
  date,
  confetti,
  video,
  gallery,
  notyf,
  carousel,
  quick,
}

/** Sample apps in a language. */
export function sampleApps({ apps, prices }: ShowcaseWords): AppSummary[] {
  const icons = [zoom, cookie, date]
  return apps.map((app, n) => ({
    href: `#app-${n}`,
    name: app.name,
    promise: app.promise,
    icon: icons[n],
    installs: app.installs,
    permissions: app.permissions,
    rating: { text: prices.ratingText, label: prices.ratingLabel },
    price: app.price ? { text: app.price } : { text: prices.free, free: true },
  }))
}

const LOOKS: [string, string, string[], boolean?][] = [
  ['Lux', '#1a1a1a', ['#1a1a1a', '#1f9bcf', '#f0ad4e', '#d9534f']],
  ['Minty', '#78c2ad', ['#78c2ad', '#6cc3d5', '#ffce67', '#ff7851']],
  ['Vapor', '#6f42c1', ['#6f42c1', '#1ba2f6', '#ffc107', '#e44c55'], true],
  ['Journal', '#eb6864', ['#eb6864', '#336699', '#f5e625', '#f57a00']],
  ['Zephyr', '#3459e6', ['#3459e6', '#287bb5', '#f4bd61', '#da292e']],
]

/** Sample themes; the last has no picture. */
export function sampleThemes({ themes, prices }: ShowcaseWords): ThemeSummary[] {
  const all = LOOKS.map(([name, primary, swatches, dark], n): ThemeSummary => ({
    href: `#theme-${n}`,
    name,
    primary,
    swatches,
    swatchesLabel: themes.swatches,
    noPicture: themes.noPicture,
    rating: { text: prices.ratingText, label: prices.ratingLabel },
    price: { text: themes.price },
    ...samplePictures(primary, swatches[1]!, dark),
  }))
  return [
    ...all,
    {
      href: '#theme-none',
      name: 'Darkly',
      noPicture: themes.noPicture,
      price: { text: prices.free, free: true },
      swatches: [],
      rating: undefined,
    },
  ]
}

/** A drawing of a shop in a theme's colors, instead of a catalog's screenshots. */
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

/** Desktop and phone pictures of a theme. */
export function samplePictures(ground: string, accent: string, dark?: boolean) {
  return {
    desktop: shop(1280, 1200, ground, accent, dark),
    phone: shop(390, 780, ground, accent, dark),
  }
}
