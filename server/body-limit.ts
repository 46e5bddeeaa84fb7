import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { refuse } from '#lib/refusal.ts'

/** Refuses a body beyond `bytes`, also one that does not say how long it is, without reading it to its end (SRV-6). */
export const limitBody = (bytes: number): MiddlewareHandler => bodyLimit({ maxSize: bytes, onError: () => { throw refuse('body.too_large') } })
