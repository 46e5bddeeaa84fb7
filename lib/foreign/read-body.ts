import { pipeline } from 'node:stream/promises'
import type { Readable, Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'

/** Requests ask for `identity`, but some servers compress anyway. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

export interface BodyLimits {
  /** The response's `content-encoding`; undefined when there is no body. */
  encoding: string | undefined
  /** Limit after decompression, because a decompression bomb is small before it. */
  maxBytes: number
  /** Return the first `maxBytes` of a longer body instead of `too_large`. */
  cut: boolean
  /** Aborts the exchange. */
  signal: AbortSignal
}

/**
 * Reads and decompresses a body up to its limit; nothing beyond is kept or decompressed. Throws the
 * errors of the streams, and for an unknown or nested encoding.
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
    // The request's signal ends the body itself; a pipeline would cost more than the rest.
    await (decoder ? pipeline(body, decoder(), collect, { signal }) : collect(body))
  } catch (error) {
    // Leaving the loop early makes unfinished streams fail; ignore that.
    if (size <= maxBytes) throw signal.aborted ? signal.reason : error
  }
  if (size > maxBytes && !cut) return 'too_large'
  return Buffer.concat(chunks, Math.min(size, maxBytes))
}
