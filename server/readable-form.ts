import type { Context } from 'hono'
import { refuse } from '#lib/refusal.ts'

/**
 * Screens read what is posted to them as a form. A body of another kind, or of several parts that cannot be told apart, is the sender's
 * fault (400) and is refused here, once for all screens. `files`: whether forms of several parts are taken at all.
 */
export async function requireReadableForm(c: Context, { files }: { files: boolean }): Promise<void> {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return
  if (!files || !/^multipart\/form-data\b/i.test(type)) throw refuse('input.malformed')
  try {
    await c.req.raw.clone().formData()
  } catch {
    throw refuse('input.malformed')
  }
}
