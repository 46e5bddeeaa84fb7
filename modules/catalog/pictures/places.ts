/**
 * Where a picture of a listing stands: its form there, and the files that are made of it. The same
 * as the demo catalogue's.
 */
export const LISTING_PLACES = [
  'icon',
  'cover_desktop',
  'cover_phone',
  'screenshot_desktop',
  'screenshot_phone',
] as const
/** And what operators hang out: shown beside its words, as a cover is. */
export type Place = (typeof LISTING_PLACES)[number] | 'banner'

/**
 * Thousandths: where the frame stands in the room that is left (500 is the middle), and how large
 * it is of the largest that fits.
 */
export interface Crop {
  x: number
  y: number
  size: number
}
export const CENTRE: Crop = { x: 500, y: 500, size: 1000 }

interface Form {
  /** Width by height. */
  aspect: number
  /** Pixels of the part that is kept. */
  least: number
  widest: number
  files: readonly { format: 'avif' | 'webp'; width: number }[]
}

const desktop: Form = {
  aspect: 1.6,
  least: 1280,
  widest: 1280,
  files: [
    { format: 'avif', width: 640 },
    { format: 'avif', width: 1280 },
    { format: 'webp', width: 960 },
  ],
}
const phone: Form = {
  aspect: 780 / 1688,
  least: 750,
  widest: 780,
  files: [
    { format: 'avif', width: 240 },
    { format: 'avif', width: 480 },
    { format: 'webp', width: 360 },
  ],
}
const icon: Form = { aspect: 1, least: 256, widest: 512, files: [{ format: 'webp', width: 512 }] }

export const PLACES: Record<Place, Form> = {
  icon,
  banner: desktop,
  cover_desktop: desktop,
  cover_phone: phone,
  screenshot_desktop: desktop,
  screenshot_phone: phone,
}
