import { Hono } from 'hono'
import { drawLogo, PLATFORMS } from '#modules/stores/platforms/public.ts'

/** S3.7: the platforms' signs, drawn by us. */
export function platformLogos(): Hono {
  const app = new Hono()
  app.get('/pictures/platforms/:file{[a-z-]{1,40}\\.svg}', (c, next) => {
    const known = PLATFORMS.find((one) => `${one.key}.svg` === c.req.param('file'))
    if (!known) return next()
    return c.body(drawLogo(known), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  })
  return app
}
