import { pipeline } from 'node:stream/promises'
import type { Readable, Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'

/**
 * We ask for none of them (`accept-encoding: identity`), but some servers compress whatever one
 * asks for.
 */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

export interface BodyLimits {
  /** The answer's `content-encoding`; undefined where there is no body. */
  encoding: string | undefined
  /**
   * Of what comes out of decompression: a bomb is small before it. What goes in cannot be much
   * larger.
   */
  maxBytes: number
  /** Give the first `maxBytes` of what is longer, instead of `too_large`. */
  cut: boolean
  /** Ends the exchange, whatever it waits for. */
  signal: AbortSignal
}

/**
 * Reads a body to its end or to its limit, decompressing on the way; nothing past the limit is kept
 * or decompressed. Throws what the streams throw. An encoding that we do not know is an error, and
 * so is one inside another.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes, cut, signal }: BodyLimits,
): Promise<Buffer | 'too_large'> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  const decoder = DECODERS[name]
  if (!decoder && name !== 'identity' && name !== '') {
    body.on('error', () => {}).destroy()
    throw new Error('unknown content-encoding')
  }
  const chunks: Buffer[] = []
  let size = 0
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) return
    }
  }
  try {
    await (decoder
      ? pipeline(body, decoder(), collect, { signal })
      : pipeline(body, collect, { signal }))
  } catch (error) {
    // Leaving the loop early closes streams that were not at their end.
    if (size <= maxBytes) throw signal.aborted ? signal.reason : error
  }
  if (size > maxBytes && !cut) return 'too_large'
  return Buffer.concat(chunks, Math.min(size, maxBytes))
}
