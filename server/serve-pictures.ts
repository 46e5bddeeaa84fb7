import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { mkdir } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Services } from '#kernel/context.ts'

/**
 * `/pictures/…`: what the catalogue shows. Brought to this machine when it is asked for; whatever
 * is in a file, it runs nothing.
 */
export async function servePictures(
  app: Hono,
  services: Pick<Services, 'blobs'>,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  app.get(
    '/pictures/*',
    async (c, next) => {
      await services.blobs.bringPicture(c.req.path.slice('/pictures/'.length))
      c.header('cache-control', 'public, max-age=86400')
      c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      return next()
    },
    serveStatic({
      root: relative(process.cwd(), folder) || '.',
      rewriteRequestPath: (path) => path.replace(/^\/pictures/, ''),
    }),
  )
}
