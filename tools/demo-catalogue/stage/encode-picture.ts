import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Device } from './browser.ts'

export interface EncodedFile {
  name: string
  type: 'image/avif' | 'image/webp'
  width: number
  bytes: Buffer
}

export interface EncodedPicture {
  width: number
  height: number
  /** A blurred `data:` picture of some hundred bytes. */
  placeholder: string
  /** AVIF first, each from small to large. */
  files: EncodedFile[]
}

/** Widths in device pixels: a phone is shown at most 240 CSS pixels wide, a desktop at most 1110. */
const WIDTHS: Record<Device, readonly number[]> = { desktop: [640, 1280], phone: [240, 480] }

/** @param name without ending; a piece of the content's hash is added, so that a changed picture has another address. */
export async function encodePicture(png: Buffer, name: string, device: Device): Promise<EncodedPicture> {
  const { width, height } = await sharp(png).metadata()
  const files: EncodedFile[] = []
  for (const type of ['image/avif', 'image/webp'] as const) {
    for (const wide of WIDTHS[device]) {
      const sized = sharp(png).resize({ width: wide, kernel: 'lanczos3' })
      const bytes = await (
        type === 'image/avif' ? sized.avif({ quality: 52, effort: 4 }) : sized.webp({ quality: 76, effort: 5 })
      ).toBuffer()
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
      files.push({ name: `${name}-${wide}-${hash}.${type.slice('image/'.length)}`, type, width: wide, bytes })
    }
  }
  const tiny = await sharp(png).resize({ width: 20 }).blur(0.6).webp({ quality: 40, effort: 6 }).toBuffer()
  return { width, height, files, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}
