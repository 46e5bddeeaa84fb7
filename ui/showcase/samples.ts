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
import { samplePictures } from './sample-pictures.ts'
import type { ThemeSummary } from '../theme-cover.tsx'
import type { ShowcaseWords } from './showcase-words.ts'

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

/** The sample apps in the words of a language. */
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

/** The sample themes; the last has no picture. */
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
