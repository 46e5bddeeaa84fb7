import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Hono } from 'hono'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { WORDPRESS } from '#modules/stores/platforms/public.ts'
import type { Site } from './context.ts'

const PLUGIN = 'arasta-connector'
const FOLDER = join(import.meta.dirname, '../connectors/wordpress', PLUGIN)

/**
 * The plugin as WordPress takes it at Plugins, Add new, Upload: one folder in a zip, the same bytes
 * each time.
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
export function connectorPlugin(site: Pick<Site, 'platformId'>): Hono {
  const app = new Hono()
  let zip: Promise<Buffer> | undefined
  app.get(`/connect/wordpress/${PLUGIN}.zip`, async (c, next) => {
    if (site.platformId !== WORDPRESS) return next()
    zip ??= zipPlugin()
    return c.body(new Uint8Array(await zip), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${PLUGIN}.zip"`,
      'cache-control': 'public, max-age=300',
    })
  })
  return app
}
