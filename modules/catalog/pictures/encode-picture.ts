import type { Sharp } from 'sharp'
import { sha256Hex } from '#lib/ids.ts'
import { openSharp } from '#lib/open-sharp.ts'
import { refuse } from '../errors.ts'
import type { ListingPicture } from '../listing.ts'
import { PLACES, type Crop, type Form, type Place } from './places.ts'

/** Larger pictures may be decompression bombs. */
const MAX_SIDE = 12_000
const MAX_PIXELS = 50_000_000
const SECONDS = 30

export interface EncodedPicture {
  picture: Pick<ListingPicture, 'sources' | 'width' | 'height' | 'placeholder'>
  files: { path: string; bytes: Buffer }[]
}

let turn: Promise<unknown> = Promise.resolve()

/** One at a time, because a decoded picture needs much memory. */
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
 * Decodes, crops and encodes again, so that no byte of the upload is served. Refuses files that are
 * no usable picture.
 */
async function encodeNow(bytes: Uint8Array, place: Place, crop: Crop): Promise<EncodedPicture> {
  const { open, width, height } = await openPicture(bytes)
  const { aspect, least, widest, files: wanted, opening } = PLACES[place]
  const frame = frameOf(width, height, aspect, crop)
  if (frame.width < least)
    throw refuse('partners.picture_small', { params: { least, width: frame.width } })
  const cut = () => open().autoOrient().extract(frame)
  if (opening) return encodeInOpening(cut, opening)
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
    // Only its beginning was a picture.
    throw refuse('partners.picture_unreadable')
  }
}

/** One file, transparent around the opening. */
async function encodeInOpening(
  cut: () => Sharp,
  { width, height, beside, above, path: outline }: NonNullable<Form['opening']>,
): Promise<EncodedPicture> {
  const whole = { width: width + 2 * beside, height: height + above }
  const mask = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" viewBox="0 0 ${whole.width / 2} ${whole.height / 2}"><path d="${outline}"/></svg>`,
  )
  try {
    const bytes = await cut()
      .resize({ width, height, fit: 'fill', kernel: 'lanczos3' })
      .ensureAlpha()
      .extend({ top: above, left: beside, right: beside, background: '#0000' })
      .composite([{ input: mask, blend: 'dest-in' }])
      .webp({ quality: 80, effort: 4 })
      .toBuffer()
    const path = `partners/${sha256Hex(bytes).slice(0, 40)}-${whole.width}.webp`
    return {
      files: [{ path, bytes }],
      picture: {
        sources: [{ path: `/pictures/${path}`, type: 'image/webp', width: whole.width }],
        ...whole,
        placeholder: null,
      },
    }
  } catch {
    // Only its beginning was a picture.
    throw refuse('partners.picture_unreadable')
  }
}

/** A picture that can be decoded, and its size as it is seen. Refuses all other files. */
async function openPicture(bytes: Uint8Array) {
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
  return { open, width, height }
}

const PHOTO_SIDE = 1280

export interface EncodedPhoto {
  bytes: Buffer
  width: number
  height: number
}

/** A photograph in its own proportions, as one WebP without metadata; smaller where it is large. */
export function encodePhoto(bytes: Uint8Array): Promise<EncodedPhoto> {
  const mine = turn.then(() => encodePhotoNow(bytes))
  turn = mine.catch(() => {})
  return mine
}

async function encodePhotoNow(bytes: Uint8Array): Promise<EncodedPhoto> {
  const { open } = await openPicture(bytes)
  try {
    const { data, info } = await open()
      .autoOrient()
      .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76, effort: 4 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    throw refuse('partners.picture_unreadable')
  }
}

/** The cropped part, in the aspect ratio of its place. */
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
 * The type of a file by its bytes, before anything decodes it; name and declared type are ignored.
 * A picture with other data after its end is refused.
 */
type FileKind = 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'mixed' | 'unknown'

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + from,
    Math.max(0, Math.min(to, bytes.length) - from),
  ).toString('latin1')
const PNG = '\x89PNG\r\n\x1a\n'
/** How other formats begin. */
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

/** The end of the chunk `IEND`, or -1. */
function endOfPng(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const next = at + 12 + view.getUint32(at)
    if (latin(bytes, at + 4, at + 8) === 'IEND') return next
    at = next
  }
  return -1
}

/** RIFF declares its length and pads an odd one. */
function riffEnd(bytes: Uint8Array): number {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true)
  return 8 + size + (size % 2)
}

/** Cameras append data to a JPEG; it is searched for other formats, like its metadata. */
function behindJpeg(bytes: Uint8Array): string {
  const text = latin(bytes, 0, bytes.length)
  return text.slice(text.lastIndexOf('\xff\xd9') + 2) + comments(text)
}

/** Comments and application data before the picture itself. */
const comments = (text: string): string => text.slice(0, Math.max(0, text.indexOf('\xff\xda')))
