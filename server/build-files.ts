import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { relative } from 'node:path'

const NOT_FOUND = { statusCode: 404, code: 'not_found', message: 'No such build' }

/**
 * S7.35, S7.36, below `/builds`: what is known of a build never changes and is kept for ever; which
 * one is the latest, and the inventory of its scripts, is asked anew each time, and read from the
 * disk each time, so that a build that is put in this one's place is announced.
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
