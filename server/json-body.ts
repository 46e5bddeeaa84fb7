import type { Context } from 'hono'
import { refuse } from '#lib/refusal.ts'

/** JSON or nothing; how much is limited before anybody reads it (`limitBody`). */
export async function readJsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? ''))
    throw refuse('input.malformed')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw refuse('input.malformed')
  }
}
