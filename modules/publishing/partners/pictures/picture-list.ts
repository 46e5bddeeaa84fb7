import { sha256Hex } from '#lib/ids.ts'
import type { ListingPicture } from '#modules/catalog/public.ts'

/** Of one listing, in all languages together. */
export const MOST_PICTURES = 60

/**
 * By what a picture of a draft is named: its file, where it stands, and the language that it is
 * for.
 */
export const pictureId = ({
  sources,
  role,
  locale,
}: Pick<ListingPicture, 'sources' | 'role' | 'locale'>): string =>
  sha256Hex(JSON.stringify([sources[0]?.path, role, locale])).slice(0, 20)

/** Screenshots are counted in their order; a cover stands alone in its place. */
export function placed(pictures: readonly ListingPicture[]): ListingPicture[] {
  let position = 0
  return pictures.map((one) => ({ ...one, position: one.role === 'cover' ? 0 : position++ }))
}
