import type { Context } from 'hono'
import { refuse } from '#lib/refusal.ts'

/** More than any form of ours has. Parsers take seconds for millions of empty parts. */
const MAX_PARTS = 300

/**
 * Screens read what is posted to them as a form. A body of another kind, or of several parts that
 * cannot be told apart, is the sender's fault (400) and is refused here, once for all screens.
 * `files`: whether forms of several parts are taken at all. Call it after the caller was admitted:
 * it reads the body.
 */
export async function requireReadableForm(
  c: Context,
  { files }: { files: boolean },
): Promise<void> {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return
  if (!files || !/^multipart\/form-data\b/i.test(type)) throw refuse('input.malformed')
  const bytes = Buffer.from(await c.req.raw.clone().arrayBuffer())
  if (hasTooManyParts(bytes, type)) throw refuse('input.malformed')
  try {
    await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw refuse('input.malformed')
  }
}

function hasTooManyParts(bytes: Buffer, type: string): boolean {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  const delimiter = `--${quoted ?? plain ?? ''}`
  if (delimiter === '--') return true
  let parts = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    parts += 1
    if (parts > MAX_PARTS) return true
  }
  return false
}
