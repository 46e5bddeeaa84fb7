import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'

/**
 * Sets `vary` before `compress` does: its way makes the answer anew, with a stream for a body, also
 * where nothing is compressed.
 */
const varyByEncoding: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  const vary = headers.get('vary') ?? ''
  const isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('content-type') ?? '')
  if (isCompressible && vary !== '*' && !vary.toLowerCase().includes('accept-encoding'))
    headers.append('vary', 'Accept-Encoding')
}

/** Compresses answers that are worth it. */
export const compressAnswers = (): [MiddlewareHandler, MiddlewareHandler] => [
  compress(),
  varyByEncoding,
]
