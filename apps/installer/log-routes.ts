import { Hono } from 'hono'
import { z } from 'zod'
import {
  currentHead,
  listEntries,
  MAX_LOG_ENTRIES,
  proveConsistency,
  proveInclusion,
} from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'

const place = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 40)
const range = z.object({ from: place.default(0), to: place.optional() })
const proofQuery = z.union([
  z.strictObject({ index: place, size: place }),
  z.strictObject({ first: place, second: place }),
])

const refusal = (status: 400 | 404, code: string, message: string) => ({
  statusCode: status,
  code,
  message,
})

/**
 * The release log, for everybody (docs/protocols/release-log.md): its signed head, its entries, and
 * proofs that an entry stands in it and that it only grew. What was once given for an index or two
 * sizes never changes; only the head does.
 */
export function makeLogRoutes(services: Services): Hono {
  const app = new Hono()
  app.get('/head', async (c) => {
    c.header('cache-control', 'public, max-age=30')
    return c.json(await currentHead(services))
  })
  app.get('/entries', async (c) => {
    const query = range.safeParse(c.req.query())
    if (!query.success)
      return c.json(refusal(400, 'invalid_input', 'Say from and to, as whole numbers.'), 400)
    const { from, to = from + MAX_LOG_ENTRIES } = query.data
    const entries = await listEntries(services, from, to)
    // The end of the log grows: only a page that is full is for ever.
    c.header(
      'cache-control',
      entries.length === MAX_LOG_ENTRIES
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=30',
    )
    return c.json({ from, to: from + entries.length, entries })
  })
  app.get('/proof', async (c) => {
    const query = proofQuery.safeParse(c.req.query())
    if (!query.success)
      return c.json(
        refusal(400, 'invalid_input', 'Say index and size, or first and second, as whole numbers.'),
        400,
      )
    const asked = query.data
    const found =
      'index' in asked
        ? await proveInclusion(services, asked.index, asked.size)
        : await proveConsistency(services, asked.first, asked.second).then(
            (proof) => proof && { proof },
          )
    if (!found)
      return c.json(refusal(404, 'not_found', 'The log has no such entry or size yet.'), 404)
    c.header('cache-control', 'public, max-age=31536000, immutable')
    return c.json({ ...asked, ...found })
  })
  return app
}
