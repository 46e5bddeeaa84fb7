import { Hono } from 'hono'
import { type ItemLook, findItemLook } from '#modules/catalog/public.ts'
import { type Services, defaultLanguage } from '#kernel/context.ts'
import { sha256Hex } from '#lib/ids.ts'
import { readLocale } from '#lib/locale.ts'
import { refuse } from '#lib/refusal.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import type { Site } from './context.ts'
import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import type { OverlayOptions, Sharp } from 'sharp'
import { type MakeSharp, openSharp } from '#lib/open-sharp.ts'

/** Part of every ETag: increment when the drawing changes. */
const DRAWING = 1
const MOST_BYTES = 8 * 1024 * 1024
const AT_ONCE = 2
const MOST_WAITING = 24

interface ShareOptions {
  services: Services
  site: Site
  pictureFolder: string
  mostBytes?: number
}

/**
 * `/share/{slug}.jpg`: drawn on first request and cached by content, so that a new cover gives a
 * new picture.
 */
export function sharePictures({
  services,
  site,
  pictureFolder,
  mostBytes = MOST_BYTES,
}: ShareOptions): Hono {
  const app = new Hono()
  const draw = createDrawer(mostBytes)
  app.get('/share/:file{[a-z0-9-]{1,120}\\.jpg}', async (c) => {
    const locale = readLocale(c.req.query('hl'), services.languages) ?? defaultLanguage(services)
    const look = await findItemLook(
      services,
      site.market,
      c.req.param('file').slice(0, -'.jpg'.length),
      locale,
    )
    if (!look) throw refuse('not_found')
    const tag = `"${sha256Hex(JSON.stringify([DRAWING, look])).slice(0, 32)}"`
    const headers = {
      etag: tag,
      'cache-control': 'public, max-age=3600',
      'content-type': 'image/jpeg',
    }
    if (
      c.req
        .header('if-none-match')
        ?.split(',')
        .some((one) => one.trim().replace(/^W\//, '') === tag)
    )
      return c.body(null, 304, headers)
    const picture = await draw(tag, () => drawSharePicture(look, pictureFolder))
    return c.body(new Uint8Array(picture), 200, headers)
  })
  return app
}

/**
 * LRU cache of pictures within a byte budget; draws each once for all waiting requests, few at a
 * time.
 */
function createDrawer(mostBytes: number) {
  const kept = new Map<string, Buffer>()
  const pending = new Map<string, Promise<Buffer>>()
  const inTurn = createTurnstile({ most: AT_ONCE, waiting: MOST_WAITING })
  let bytes = 0

  function keep(key: string, picture: Buffer): void {
    kept.set(key, picture)
    bytes += picture.length
    for (const [oldest, one] of kept) {
      if (bytes <= mostBytes) break
      kept.delete(oldest)
      bytes -= one.length
    }
  }
  const drawNow = (key: string, draw: () => Promise<Buffer>): Promise<Buffer> =>
    inTurn(async () => {
      const picture = await draw()
      keep(key, picture)
      return picture
    })
  return async (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const drawing = pending.get(key) ?? drawNow(key, draw).finally(() => pending.delete(key))
    pending.set(key, drawing)
    return drawing
  }
}

/** Size that networks request for shared pages. */
const SHARE_WIDTH = 1200
const SHARE_HEIGHT = 630
/** More than any picture of the catalog has; guards against decompression bombs. */
const MAX_PIXELS = 60_000_000
const SECONDS = 10

/**
 * Draws an item's picture for shared links as JPEG: screenshot or icon on the item's own
 * background. Contains no text, so no fonts are needed. Unreadable files are left out.
 */
async function drawSharePicture(look: ItemLook, pictureFolder: string): Promise<Buffer> {
  const sharp = await openSharp()
  const read = async (path: string | null): Promise<Sharp | null> => {
    const bytes = path === null ? null : await readPicture(pictureFolder, path)
    // Density makes small vector drawings large enough to scale.
    return (
      bytes &&
      sharp(bytes, { limitInputPixels: MAX_PIXELS, density: 300 }).timeout({ seconds: SECONDS })
    )
  }
  const [desktop, phone, icon] = [
    await framed(sharp, await read(look.desktop), {
      width: 820,
      height: 504,
      radius: 18,
      cut: true,
    }),
    await framed(sharp, await read(look.phone), {
      width: 244,
      height: 420,
      radius: 28,
      border: 7,
      cut: true,
    }),
    await framed(
      sharp,
      await read(look.icon),
      look.desktop
        ? { width: 132, height: 132, radius: 30 }
        : { width: 300, height: 300, radius: 66 },
    ),
  ]
  const layers: OverlayOptions[] = []
  if (desktop) layers.push({ input: desktop, left: phone ? 320 : 190, top: 126 })
  if (desktop && phone) layers.push({ input: phone, left: 88, top: 210 })
  if (desktop && icon && phone) layers.push({ input: icon, left: 88, top: 50 })
  if (!desktop)
    layers.push(
      icon
        ? { input: icon, left: 450, top: 200 }
        : { input: Buffer.from(DOORWAY), left: 420, top: 150 },
    )
  return sharp(Buffer.from(groundOf(look.ground)))
    .composite(layers)
    .jpeg({ quality: 84, mozjpeg: true })
    .timeout({ seconds: SECONDS })
    .toBuffer()
}

/**
 * Scales a picture, keeps its top and rounds the corners (only the upper ones when `cut`); null
 * when it cannot be read.
 */
async function framed(
  sharp: MakeSharp,
  picture: Sharp | null,
  {
    width,
    height,
    radius,
    border = 0,
    cut = false,
  }: { width: number; height: number; radius: number; border?: number; cut?: boolean },
): Promise<Buffer | null> {
  if (picture === null) return null
  try {
    const inside = await picture
      .resize(width, height, { fit: 'cover', position: 'top' })
      .png()
      .toBuffer()
    const tall = height + (cut ? 2 * radius : 0)
    const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${tall}" rx="${radius}"/></svg>`
    const edge = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${border / 2}" y="${border / 2}" width="${width - border}"
      height="${tall - border}" rx="${radius - border / 2}" fill="none" stroke="#0c1720" stroke-width="${border}"/></svg>`
    return await sharp(inside)
      .composite([
        { input: Buffer.from(shape), blend: 'dest-in' },
        ...(border > 0 ? [{ input: Buffer.from(edge) }] : []),
      ])
      .png()
      .toBuffer()
  } catch {
    return null
  }
}

const round = (n: number) => Math.round(n * 100) / 100

/** The brand's arch, as in `ui/arches.tsx`. */
function arch(w: number, h: number, s: number, x: number, y: number): string {
  const at = (px: number, py: number) => `${round(x + px)} ${round(y + py)}`
  return `M${at(0, h)}V${round(y + s)}C${at(0, 0.4 * s)} ${at(0.23 * w, 0.125 * s)} ${at(0.5 * w, 0)}C${at(0.77 * w, 0.125 * s)} ${at(w, 0.4 * s)} ${at(w, s)}V${round(y + h)}Z`
}

const groundOf = (
  colour: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">
  <rect width="100%" height="100%" fill="${colour}"/>
  <g fill="#fff" opacity=".13">${[-112, 378, 868].map((x) => `<path d="${arch(444, 640, 250, x, 46)}"/>`).join('')}</g></svg>`

/** Placeholder for an item without a picture. */
const DOORWAY = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="480">
  <path d="${arch(360, 480, 150, 0, 0)}" fill="#fff" opacity=".9"/><path d="${arch(232, 396, 100, 64, 84)}" fill="#000" opacity=".28"/></svg>`

/** Reads only inside the folder. */
async function readPicture(folder: string, path: string): Promise<Buffer | null> {
  const name = normalize(path.replace(/^\/pictures\//, ''))
  if (!path.startsWith('/pictures/') || name.startsWith('..') || name.startsWith('/')) return null
  return readFile(join(folder, name)).catch(() => null)
}
