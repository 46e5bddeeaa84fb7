import type { MiddlewareHandler } from 'hono'
import type { Services } from '#kernel/context.ts'
import { localeOf, translatorOf } from './translator.ts'

const PAGE_METHODS: readonly string[] = ['GET', 'HEAD', 'POST']

/**
 * Stands before pages and files: any other method is refused in a line, before a session is looked
 * up or a `Request` is made, which cannot hold TRACE.
 */
export const pageMethods =
  (services: Services): MiddlewareHandler =>
  async (c, next) => {
    if (PAGE_METHODS.includes(c.req.method)) return next()
    const words = translatorOf(localeOf(c), services.faces.both.name)('errors.method.not_allowed')
    return c.text(words, 405, { allow: PAGE_METHODS.join(', '), 'cache-control': 'no-store' })
  }
