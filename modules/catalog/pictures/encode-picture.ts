import { sha256Hex } from '#lib/ids.ts'
import { openSharp } from '#lib/open-sharp.ts'
import { refuse } from '../errors.ts'
import type { ListingPicture } from '../listing.ts'
import { PLACES, type Crop, type Place } from './places.ts'

/** More than any screen shows; a bomb has more. */
const MAX_SIDE = 12_000
const MAX_PIXELS = 50_000_000
const SECONDS = 30

export interface EncodedPicture {
  picture: Pick<ListingPicture, 'sources' | 'width' | 'height' | 'placeholder'>
  files: { path: string; bytes: Buffer }[]
}

let turn: Promise<unknown> = Promise.resolve()

/** One at a time: a decoded picture is large, whoever sends it. */
export function encodePicture(
  bytes: Uint8Array,
  place: Place,
  crop: Crop,
): Promise<EncodedPicture> {
  const mine = turn.then(() => encodeNow(bytes, place, crop))
  turn = mine.catch(() => {})
  return mine
}

/**
 * Decodes, crops and encodes anew for its place: nothing of the file as it was sent goes on.
 * Refuses with words what is no picture or does not do.
 */
async function encodeNow(bytes: Uint8Array, place: Place, crop: Crop): Promise<EncodedPicture> {
  const kind = kindOf(bytes)
  if (kind === 'svg') throw refuse('partners.picture_svg')
  if (kind === 'mixed') throw refuse('partners.picture_mixed')
  if (kind === 'unknown') throw refuse('partners.picture_unreadable')
  const sharp = await openSharp()
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).timeout({
      seconds: SECONDS,
    })
  const facts = await open()
    .metadata()
    .catch(() => {
      throw refuse('partners.picture_unreadable')
    })
  const { width, height } = facts.autoOrient ?? facts
  if (!width || !height) throw refuse('partners.picture_unreadable')
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw refuse('partners.picture_large', { params: { most: MAX_SIDE } })
  const { aspect, least, widest, files: wanted } = PLACES[place]
  const frame = frameOf(width, height, aspect, crop)
  if (frame.width < least)
    throw refuse('partners.picture_small', { params: { least, width: frame.width } })
  const cut = () => open().autoOrient().extract(frame)
  try {
    const files = await Promise.all(
      wanted.map(async ({ format, width: wide }) => {
        const sized = cut().resize({ width: Math.min(wide, frame.width), kernel: 'lanczos3' })
        const coded = await (
          format === 'avif'
            ? sized.avif({ quality: 50, effort: 2 })
            : sized.webp({ quality: 78, effort: 4 })
        ).toBuffer()
        return {
          path: `partners/${sha256Hex(coded).slice(0, 40)}-${wide}.${format}`,
          type: `image/${format}`,
          width: wide,
          bytes: coded,
        }
      }),
    )
    const tiny = await cut().resize({ width: 20 }).blur(0.6).webp({ quality: 40 }).toBuffer()
    const shown = Math.min(frame.width, widest)
    return {
      files: files.map(({ path, bytes: coded }) => ({ path, bytes: coded })),
      picture: {
        sources: files.map(({ path, type, width: wide }) => ({
          path: `/pictures/${path}`,
          type,
          width: wide,
        })),
        width: shown,
        height: Math.round(shown / aspect),
        placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
      },
    }
  } catch {
    // Its beginning was a picture's and the rest was not.
    throw refuse('partners.picture_unreadable')
  }
}

/**
 * The part that is kept: as large as the crop says, in the aspect of the place, inside of the
 * picture.
 */
export function frameOf(
  width: number,
  height: number,
  aspect: number,
  { x, y, size }: Crop,
): { left: number; top: number; width: number; height: number } {
  const largest = Math.min(width, height * aspect)
  const wide = Math.max(1, Math.floor((largest * size) / 1000))
  const high = Math.max(1, Math.min(height, Math.round(wide / aspect)))
  return {
    left: Math.round(((width - wide) * x) / 1000),
    top: Math.round(((height - high) * y) / 1000),
    width: wide,
    height: high,
  }
}

/**
 * What a file is by its own bytes, before anything decodes it: what it says of itself (name, type)
 * counts for nothing. A picture has one end, and nothing stands behind it: what is a picture and
 * something else besides is refused, though only what we encode anew is ever served.
 */
type FileKind = 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'mixed' | 'unknown'

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + from,
    Math.max(0, Math.min(to, bytes.length) - from),
  ).toString('latin1')
const PNG = '\x89PNG\r\n\x1a\n'
/** What other readers begin with, wherever they find it. */
const FOREIGN = /<script|<\?php|<!doctype|<html|%PDF-|PK\x03\x04/i

function kindOf(bytes: Uint8Array): FileKind {
  const head = latin(bytes, 0, 32)
  if (head.startsWith(PNG)) return endOfPng(bytes) === bytes.length ? 'png' : 'mixed'
  if (head.startsWith('\xff\xd8\xff')) return FOREIGN.test(behindJpeg(bytes)) ? 'mixed' : 'jpeg'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
    return riffEnd(bytes) === bytes.length ? 'webp' : 'mixed'
  if (head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(latin(bytes, 8, 32)))
    return FOREIGN.test(latin(bytes, Math.max(0, bytes.length - 65_536), bytes.length))
      ? 'mixed'
      : 'avif'
  const text = latin(bytes, 0, 4_096)
  return /^[\s\xef\xbb\xbf]*</.test(text) && /<svg[\s>]/i.test(text) ? 'svg' : 'unknown'
}

/** Where the chunk `IEND` ends; -1 when the chunks do not lead there. */
function endOfPng(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const next = at + 12 + view.getUint32(at)
    if (latin(bytes, at + 4, at + 8) === 'IEND') return next
    at = next
  }
  return -1
}

/** A RIFF file says how long it is; an odd length has one byte behind it. */
function riffEnd(bytes: Uint8Array): number {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true)
  return 8 + size + (size % 2)
}

/**
 * Cameras put small things behind a JPEG's end; they are read through for what is no such thing.
 */
function behindJpeg(bytes: Uint8Array): string {
  const text = latin(bytes, 0, bytes.length)
  return text.slice(text.lastIndexOf('\xff\xd9') + 2) + comments(text)
}

/**
 * The places of a JPEG that may hold anything: comments and application data before the picture
 * itself.
 */
const comments = (text: string): string => text.slice(0, Math.max(0, text.indexOf('\xff\xda')))
