import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { encodingFor } from './page-cache/read-request.ts'

type Compress = (page: Buffer, options: object) => Promise<Buffer<ArrayBuffer>>
const brotli = promisify(brotliCompress) as Compress
const deflate = promisify(gzip) as Compress

/** A page for one reader: as small as gzip's default makes it, in less than half its time. */
const BROTLI_QUALITY = 2
const BROTLI_WINDOW = 18
const GZIP_LEVEL = 2
const MIN_BYTES = 1024

/**
 * A rendered page, compressed in one go; other responses are returned with their stream. `init`
 * replaces status and headers.
 */
export async function compressPage(
  response: Response,
  acceptEncoding: string | undefined,
  init: Pick<ResponseInit, 'status'> = {},
): Promise<Response> {
  const headers = new Headers(response.headers)
  const status = init.status ?? response.status
  if (!headers.get('content-type')?.startsWith('text/html'))
    return new Response(response.body, { status, headers })
  const page = await bytesOf(response)
  const encoding = page.length < MIN_BYTES ? 'identity' : encodingFor(acceptEncoding ?? '')
  headers.append('vary', 'accept-encoding')
  if (encoding === 'identity') return new Response(page, { status, headers })
  headers.set('content-encoding', encoding)
  const body =
    encoding === 'gzip'
      ? await deflate(page, { level: GZIP_LEVEL })
      : await brotli(page, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
            [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
          },
        })
  return new Response(body, { status, headers })
}

/** `html` is set where one of our builds has rendered the page (`ui/render-page.ts`). */
type PageResponse = Response & { html?: string }

async function bytesOf(response: PageResponse): Promise<Buffer<ArrayBuffer>> {
  return response.html === undefined
    ? Buffer.from(await response.arrayBuffer())
    : Buffer.from(response.html)
}

export const textOf = async (response: PageResponse): Promise<string> =>
  response.html ?? response.text()
