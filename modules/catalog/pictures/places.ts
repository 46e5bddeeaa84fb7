/** Places of pictures in a listing, with their formats (the same as in the demo catalogue). */
export const LISTING_PLACES = [
  'icon',
  'cover_desktop',
  'cover_phone',
  'screenshot_desktop',
  'screenshot_phone',
] as const
/** And banners of the market, which have the format of a cover, and drawings of categories. */
export type Place = (typeof LISTING_PLACES)[number] | 'banner' | 'drawing'

/**
 * In thousandths: position in the remaining space (500 is the middle), and size relative to the
 * largest part that fits.
 */
export interface Crop {
  x: number
  y: number
  size: number
}
export const CENTRE: Crop = { x: 500, y: 500, size: 1000 }

export interface Form {
  /** Width divided by height. */
  aspect: number
  /** Minimum width in pixels of the cropped part. */
  least: number
  widest: number
  files: readonly { format: 'avif' | 'webp'; width: number }[]
  /** The cropped part is set into an opening of a larger transparent picture. */
  opening?: Opening
}

/** In pixels of the largest file. */
interface Opening {
  width: number
  height: number
  /** Room beside and above it; below it ends with the picture. */
  beside: number
  above: number
  /** Its path in a picture of half that size. */
  path: string
}

/** The arch of `CategoryRow` (`ui/category-row.tsx`), twice as large as a tile. */
const ARCH: Opening = {
  width: 280,
  height: 476,
  beside: 36,
  above: 40,
  path: 'M18 258V104C18 53.6 50.2 30.5 88 20C125.8 30.5 158 53.6 158 104V258Z',
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
const drawing: Form = {
  aspect: ARCH.width / ARCH.height,
  least: 140,
  widest: ARCH.width + 2 * ARCH.beside,
  files: [{ format: 'webp', width: ARCH.width + 2 * ARCH.beside }],
  opening: ARCH,
}
const icon: Form = { aspect: 1, least: 256, widest: 512, files: [{ format: 'webp', width: 512 }] }

export const PLACES: Record<Place, Form> = {
  icon,
  banner: desktop,
  drawing,
  cover_desktop: desktop,
  cover_phone: phone,
  screenshot_desktop: desktop,
  screenshot_phone: phone,
}
