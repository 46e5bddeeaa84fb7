import type { FieldMessage } from './refusal.ts'

/** D8: the error format of the API and of the error page. */
export interface WireError {
  statusCode: number
  code: string
  message: string
  description?: string
  fields?: Record<string, string>
  incident?: string
}

/** An error as loaders and actions receive it. */
export interface ErrorFacts extends WireError {
  /** `fields` as untranslated messages: pages label their fields differently from the API. */
  fieldErrors?: Record<string, FieldMessage>
}

export type Attempt<T> = { ok: true; answer: T } | { ok: false; error: ErrorFacts }
