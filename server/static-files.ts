import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { join, relative, sep } from 'node:path'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import type { Services } from '#kernel/context.ts'
import { drawLogo, findLogo, requirePlatform } from '#modules/stores/platforms/public.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import type { Site } from './context.ts'

const NOT_FOUND = { statusCode: 404, code: 'not_found', message: 'No such build' }

/**
 * S7.35, S7.36, below `/builds`: files of a build are immutable. The latest build and its script
 * inventory are revalidated and read from disk each time, so that a new build is announced.
 */
export function buildFiles(folder: string): Hono {
  const builds = new Hono()
  const files = serveStatic({
    root: relative(process.cwd(), folder) || '.',
    rewriteRequestPath: (path) => path.replace(/^\/builds/, ''),
  })
  builds.use(etag())
  builds.get('/:file{(latest|scripts)\\.json}', async (c, next) => {
    c.header('cache-control', 'no-cache')
    return files(c, next)
  })
  builds.get('/meta/:file{[\\w-]+\\.json}', async (c, next) => {
    c.header('cache-control', 'public, max-age=31536000, immutable')
    return files(c, next)
  })
  builds.all('*', (c) => {
    c.header('cache-control', 'no-store')
    return c.json(NOT_FOUND, 404)
  })
  return builds
}

/**
 * `/pictures/…`: the catalog's pictures, fetched to this machine on request. The policy keeps them
 * from running anything.
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

/** S3.7: the platforms' logos, drawn by us. */
export function platformLogos({ db }: Pick<Services, 'db'>): Hono {
  const app = new Hono()
  app.get('/pictures/platforms/:file{[a-z0-9-]{1,40}\\.svg}', async (c, next) => {
    const platform = await findLogo(db, c.req.param('file').slice(0, -'.svg'.length))
    if (!platform) return next()
    return c.body(drawLogo(platform), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  })
  return app
}

const PLUGIN = 'arasta-connector'
const FOLDER = join(import.meta.dirname, '../connectors/wordpress', PLUGIN)

/**
 * The plugin as a zip that WordPress accepts (Plugins, Add new, Upload), with the same bytes each
 * time.
 */
async function zipPlugin(): Promise<Buffer> {
  const files = (await readdir(FOLDER, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return writePackage(
    await Promise.all(
      files.map(async (file) => ({
        path: `${PLUGIN}/${relative(FOLDER, file).replaceAll(sep, '/')}`,
        bytes: await readFile(file),
      })),
    ),
  )
}

/** The connector plugin, for owners of WordPress sites (D4). */
export function connectorPlugin(services: Services, site: Pick<Site, 'platformId'>): Hono {
  const app = new Hono()
  let zip: Promise<Buffer> | undefined
  app.get(`/connect/wordpress/${PLUGIN}.zip`, async (c, next) => {
    if ((await requirePlatform(services, site.platformId)).entry !== 'wordpress') return next()
    zip ??= zipPlugin()
    return c.body(new Uint8Array(await zip), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${PLUGIN}.zip"`,
      'cache-control': 'public, max-age=300',
    })
  })
  return app
}
