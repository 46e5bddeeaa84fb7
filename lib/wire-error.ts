import type { FieldMessage } from './refusal.ts'

/** D8: the one form of an error, on the wire and on the error page. */
export interface WireError {
  statusCode: number
  code: string
  message: string
  description?: string
  fields?: Record<string, string>
  incident?: string
}

/** The same as a page gets it. */
export interface ErrorFacts extends WireError {
  /**
   * The same as `fields` before it was put into words: a page names its fields otherwise than the
   * wire.
   */
  mistakes?: Record<string, FieldMessage>
}

export type Attempt<T> = { ok: true; answer: T } | { ok: false; error: ErrorFacts }
