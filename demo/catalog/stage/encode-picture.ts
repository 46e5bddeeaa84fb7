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

/**
 * Widths in device pixels: a phone is shown at most 240 CSS pixels wide, a desktop at most 1110.
 */
const WIDTHS: Record<Device, { avif: readonly number[]; webp: readonly number[] }> = {
  desktop: { avif: [640, 1280], webp: [960] },
  phone: { avif: [240, 480], webp: [360] },
}

/**
 * @param name without ending; a piece of the content's hash is added, so that a changed picture has
 *   another address.
 */
export async function encodePicture(
  png: Buffer,
  name: string,
  device: Device,
): Promise<EncodedPicture> {
  const { width, height } = await sharp(png).metadata()
  const files: EncodedFile[] = []
  for (const format of ['avif', 'webp'] as const) {
    const type = `image/${format}` as const
    for (const wide of WIDTHS[device][format]) {
      const sized = sharp(png).resize({ width: wide, kernel: 'lanczos3' })
      const bytes = await (
        format === 'avif'
          ? sized.avif({ quality: 50, effort: 2 })
          : sized.webp({ quality: 72, effort: 5 })
      ).toBuffer()
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
      files.push({ name: `${name}-${wide}-${hash}.${format}`, type, width: wide, bytes })
    }
  }
  const tiny = await sharp(png)
    .resize({ width: 20 })
    .blur(0.6)
    .webp({ quality: 40, effort: 6 })
    .toBuffer()
  return { width, height, files, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}
