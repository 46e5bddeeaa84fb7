import { sha256Hex } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import { encodePicture, type EncodedPicture } from './encode-picture.ts'
import { keepFiles } from './file-data.ts'
import type { Crop, Place } from './places.ts'

/**
 * The one way a picture comes in: read, cropped and encoded anew, its files put where they are
 * served from, under names of their content. Outside of a transaction, before whatever names it is
 * written. Refuses with words what is no picture or does not do.
 */
export async function keepPicture(
  { db, blobs, clock }: Pick<Services, 'db' | 'blobs' | 'clock'>,
  upload: Uint8Array,
  place: Place,
  crop: Crop,
): Promise<EncodedPicture['picture']> {
  const { files, picture } = await encodePicture(upload, place, crop)
  // Written down first: what a refusal or a crash leaves behind is found by it.
  await keepFiles(
    db,
    files.map((file) => file.path),
    sha256Hex(Buffer.from(upload)),
    clock.now(),
  )
  for (const { path, bytes } of files) await blobs.putPicture(path, bytes)
  return picture
}
