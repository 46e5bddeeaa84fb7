import { Hono } from 'hono'
import { findItemLook } from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'
import { sha256Hex } from '#lib/ids.ts'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import { refuse } from '#lib/refusal.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import type { Site } from './context.ts'
import { drawSharePicture } from './draw-share-picture.ts'

/** Part of every tag: raised when the drawing changes. */
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
 * `/share/{slug}.jpg`: drawn when first asked for, kept by what it shows, so that a new cover is a
 * new picture.
 */
export function sharePictures({
  services,
  site,
  pictureFolder,
  mostBytes = MOST_BYTES,
}: ShareOptions): Hono {
  const app = new Hono()
  const draw = drawer(mostBytes)
  app.get('/share/:file{[a-z0-9-]{1,120}\\.jpg}', async (c) => {
    const locale = readLocale(c.req.query('hl')) ?? DEFAULT_LOCALE
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
 * Keeps pictures up to so many bytes, the ones that were asked for last; draws each once for all
 * who wait, and a few at a time.
 */
function drawer(mostBytes: number) {
  const kept = new Map<string, Buffer>()
  const flights = new Map<string, Promise<Buffer>>()
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
    const flight = flights.get(key) ?? drawNow(key, draw).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
}
