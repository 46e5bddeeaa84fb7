import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, normalize, sep } from 'node:path'
import { disableTypes, imageSize } from 'image-size'
import { sha256Hex } from '#lib/ids.ts'
import type { RuleId } from './rules.ts'

const LARGEST_BYTES = 2 * 1024 * 1024
const LARGEST_SIDE = 8_000
const TYPES: Record<string, { end: string; type: string }> = {
  png: { end: 'png', type: 'image/png' },
  jpg: { end: 'jpg', type: 'image/jpeg' },
  webp: { end: 'webp', type: 'image/webp' },
  gif: { end: 'gif', type: 'image/gif' },
  avif: { end: 'avif', type: 'image/avif' },
}
disableTypes([
  'svg',
  'tiff',
  'psd',
  'icns',
  'ico',
  'cur',
  'bmp',
  'dds',
  'tga',
  'pnm',
  'ktx',
  'j2c',
  'jp2',
  'jxl',
  'jxl-stream',
])

export interface PictureFile {
  /** Where the market keeps it: a name made of its content. */
  name: string
  bytes: Buffer
  type: string
  width: number
  height: number
}

const isRemote = (said: string): boolean => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(said)

/**
 * A picture of the catalogue's own folder, inspected by its content; else the rule by which it is
 * left out.
 */
export async function readPicture(folder: string, said: string): Promise<PictureFile | RuleId> {
  if (isRemote(said)) return 'R-PICTURE-REMOTE'
  const path = normalize(said)
  if (
    said.includes('\0') ||
    said.includes('\\') ||
    isAbsolute(said) ||
    !path.startsWith(`pictures${sep}`)
  )
    return 'R-PICTURE-PATH'
  const full = join(folder, path)
  const real = await realpath(full).catch(() => undefined)
  if (real === undefined) return 'R-PICTURE-MISSING'
  // No link on the way, be it the file or a folder.
  if (real !== join(await realpath(folder), path)) return 'R-PICTURE-PATH'
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) return 'R-PICTURE-MISSING'
  try {
    const facts = await file.stat()
    if (!facts.isFile()) return 'R-PICTURE-MISSING'
    if (facts.size > LARGEST_BYTES) return 'R-PICTURE-SIZE'
    return look(await file.readFile())
  } finally {
    await file.close()
  }
}

function look(bytes: Buffer): PictureFile | RuleId {
  let facts: ReturnType<typeof imageSize>
  try {
    facts = imageSize(bytes)
  } catch {
    return 'R-PICTURE-TYPE'
  }
  const known = TYPES[facts.type ?? '']
  if (!known) return 'R-PICTURE-TYPE'
  const { width, height } = facts
  if (!(width >= 1 && height >= 1 && width <= LARGEST_SIDE && height <= LARGEST_SIDE))
    return 'R-PICTURE-SIZE'
  return {
    name: `imported/${sha256Hex(bytes).slice(0, 40)}.${known.end}`,
    bytes,
    type: known.type,
    width,
    height,
  }
}
