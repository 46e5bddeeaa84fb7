import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createRequire } from 'node:module'
import { dirname, relative } from 'node:path'

const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The docs page of the calls: Swagger UI from our own origin, over `/api/openapi.json`. */
export function apiDocs(title: () => string): Hono {
  const docs = new Hono()
  docs.use(async (c, next) => {
    await next()
    // Swagger UI writes style attributes of its own; nothing from outside is loaded.
    c.header(
      'content-security-policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    )
  })
  docs.get('/', (c) =>
    c.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title()}</title>
<link rel="stylesheet" href="/api/docs/files/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/files/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`),
  )
  docs.get('/start.js', (c) =>
    c.body(
      "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, supportedSubmitMethods: ['get'] })",
      200,
      { 'content-type': 'text/javascript; charset=utf-8' },
    ),
  )
  docs.get(
    '/files/:file{swagger-ui(-bundle)?\\.(css|js)}',
    serveStatic({
      root: relative(process.cwd(), FOLDER) || '.',
      rewriteRequestPath: (path) => path.replace(/^.*\/files\//, '/'),
    }),
  )
  return docs
}
