import { z } from 'zod'
import { CENTRE } from './places.ts'

const thousandths = (least: number, usual: number) =>
  z.coerce.number().int().min(least).max(1000).default(usual)

/** Position and size of the cropped part. */
export const cropQuery = z.object({
  x: thousandths(0, CENTRE.x).describe(
    'where the part that is kept stands, 0 to 1000; 500 is the middle',
  ),
  y: thousandths(0, CENTRE.y),
  size: thousandths(100, CENTRE.size).describe('of the largest part that fits the place'),
})
export const PICTURE_UPLOAD = {
  maxBytes: 12 * 1024 * 1024,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'application/octet-stream'],
}
export const PICTURE_REFUSALS = [
  'partners.picture_svg',
  'partners.picture_mixed',
  'partners.picture_unreadable',
  'partners.picture_large',
  'partners.picture_small',
  'body.too_large',
]
