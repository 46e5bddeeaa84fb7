import type { Services } from '#kernel/context.ts'
import { UPLOAD_BYTES } from './limits.ts'

/**
 * The bytes of a package that is kept; null when they are not to be had, or are more than anybody
 * may hand in.
 */
export async function readBytes(
  { blobs }: Pick<Services, 'blobs'>,
  sha256: string,
): Promise<Buffer | null> {
  const blob = await blobs.read(sha256)
  if (!blob) return null
  if (blob.size > UPLOAD_BYTES) {
    blob.stream.destroy()
    return null
  }
  const chunks: Buffer[] = []
  for await (const chunk of blob.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
