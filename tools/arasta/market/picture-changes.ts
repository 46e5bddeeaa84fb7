import type { ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import { LOCALES, type Locale, forEachLocale } from '#lib/locale.ts'
import { plainText } from '#lib/text.ts'
import { sha256Hex } from '#lib/ids.ts'
import { readPictureFile, type ListingFile } from '../listing-file.ts'
import type { ListingChange } from './listing-changes.ts'

type RemotePicture = ListingAnswer['content']['pictures'][number]
type Alt = Partial<Record<Locale, string>>
interface LocalPicture {
  role: 'cover' | 'screenshot'
  device: 'desktop' | 'phone'
  locale: Locale | null
  file: string
  alt: Alt
  bytes: Buffer
  origin: string
}

/**
 * What brings the market's pictures to what the folder says: first off, then up in their order,
 * then described.
 */
export interface PictureWork {
  remove: string[]
  put: { place: string; locale: Locale | null; bytes: Buffer }[]
  /** Of every picture that the folder has; found again by where it stands and what was sent. */
  described: { alt: Record<Locale, string>; is: (there: RemotePicture) => boolean }[]
  changes: ListingChange[]
}

const placeOf = ({
  role,
  device,
  locale,
}: Pick<LocalPicture, 'role' | 'device' | 'locale'>): string =>
  `pictures.${role}.${device}${locale === null ? '' : `.${locale}`}`
const isSame = (here: LocalPicture, there: RemotePicture): boolean =>
  here.role === there.role &&
  here.device === there.device &&
  here.locale === there.locale &&
  here.origin === there.origin
export const altOf = (alt: Alt): Record<Locale, string> =>
  forEachLocale((locale) => plainText(alt[locale] ?? ''))

/**
 * A file that is sent again is known by the hash of what was sent, whatever the market has made of
 * it.
 */
export async function pictureWork(
  listing: string,
  file: ListingFile,
  { content }: ListingAnswer,
): Promise<PictureWork> {
  const work: PictureWork = { remove: [], put: [], described: [], changes: [] }
  await addIcon(work, listing, file, content)
  if (!file.pictures) return work
  const here = await Promise.all(
    file.pictures.map(async (one): Promise<LocalPicture> => {
      const bytes = await readPictureFile(listing, one.file)
      return { ...one, bytes, origin: sha256Hex(bytes) }
    }),
  )
  const put = (one: LocalPicture, before: RemotePicture | undefined) => {
    work.put.push({ place: `${one.role}_${one.device}`, locale: one.locale, bytes: one.bytes })
    work.changes.push({ place: placeOf(one), before: before?.origin ?? null, after: one.file })
  }
  const remove = (one: RemotePicture) => {
    work.remove.push(one.id)
    work.changes.push({ place: placeOf(one), before: one.origin ?? one.id, after: null })
  }
  for (const one of here.filter((each) => each.role === 'cover')) {
    const known = content.pictures.find(
      (there) =>
        there.role === 'cover' && there.device === one.device && there.locale === one.locale,
    )
    if (!known || !isSame(one, known)) put(one, known)
  }
  for (const there of content.pictures.filter((one) => one.role === 'cover'))
    if (
      !here.some(
        (one) => one.role === 'cover' && one.device === there.device && one.locale === there.locale,
      )
    )
      remove(there)
  // Screenshots stand in an order: what fits from the beginning on stays, the rest is put anew.
  const [shots, known] = [
    here.filter((one) => one.role === 'screenshot'),
    content.pictures.filter((one) => one.role === 'screenshot'),
  ]
  const firstOther = shots.findIndex((one, index) => !known[index] || !isSame(one, known[index]))
  const kept = firstOther === -1 ? shots.length : firstOther
  for (const there of known.slice(kept)) remove(there)
  for (const one of shots.slice(kept)) put(one, undefined)
  for (const one of here) {
    const there = content.pictures.find((picture) => isSame(one, picture))
    const alt = altOf(one.alt)
    work.described.push({ alt, is: (picture) => isSame(one, picture) })
    for (const locale of LOCALES) {
      const before = plainText(there?.alt[locale] ?? '')
      if (before !== alt[locale])
        work.changes.push({ place: `${placeOf(one)}.alt.${locale}`, before, after: alt[locale] })
    }
  }
  return work
}

async function addIcon(
  work: PictureWork,
  listing: string,
  file: ListingFile,
  content: ListingAnswer['content'],
): Promise<void> {
  if (file.icon === undefined) return
  const bytes = await readPictureFile(listing, file.icon)
  if (sha256Hex(bytes) === content.icon_origin) return
  work.put.push({ place: 'icon', locale: null, bytes })
  work.changes.push({ place: 'icon', before: content.icon_origin, after: file.icon })
}
