import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { nameWork } from '#lib/telemetry.ts'
import { newIncident } from './errors.ts'

/**
 * Comes first in every app: gives the request its number, and a name to what was not named as an
 * operation or a page: the pattern of its route (`/packages/:file`), never its path.
 */
export const beginRequest: MiddlewareHandler = async (c, next) => {
  c.set('incident' as never, newIncident() as never)
  await next()
  nameWork(routePath(c))
}
