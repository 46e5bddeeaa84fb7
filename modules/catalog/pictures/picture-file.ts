/**
 * What a file is by its own bytes, before anything decodes it: what it says of itself (name, type)
 * counts for nothing. A picture has one end, and nothing stands behind it: what is a picture and
 * something else besides is refused, though only what we encode anew is ever served.
 */
export type FileKind = 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'mixed' | 'unknown'

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + from,
    Math.max(0, Math.min(to, bytes.length) - from),
  ).toString('latin1')
const PNG = '\x89PNG\r\n\x1a\n'
/** What other readers begin with, wherever they find it. */
const FOREIGN = /<script|<\?php|<!doctype|<html|%PDF-|PK\x03\x04/i

export function kindOf(bytes: Uint8Array): FileKind {
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
