import { type Locale, LOCALES } from '#lib/locale.ts'
import type { ActionFunctionArgs } from 'react-router'
import type { InputGiven, Operation } from '#kernel/operation.ts'
import type { Attempt, ErrorFacts } from '#lib/wire-error.ts'
import { consoleContext } from './screen-context.ts'

// For actions: reads posted forms and builds their responses. Runs on the server only.

/** The response to a posted form: which form, its errors, the typed values. */
export interface FormAnswer {
  form: string
  error: ErrorFacts | null
  given: Record<string, string>
  done?: Record<string, unknown>
}

/** Fields that are never sent back to the page. */
const SECRET = /password|code|token|credential|secret/

/**
 * Reads a posted form. `submit` runs an operation and returns the response for the form; a refusal
 * is part of it, so that the form shows it at its fields.
 */
export async function readForm(context: ActionFunctionArgs['context'], request: Request) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const text = (name: string): string => textOf(form, name)
  return {
    screen,
    form,
    text,
    submit: async <T extends Operation>(operation: T, input?: InputGiven<T>) =>
      answerOf(text('form'), form, await screen.attempt(operation, input)),
  }
}

/** Typed values are returned in full length. */
export function answerOf(
  name: string,
  form: FormData,
  result: Attempt<unknown> | ErrorFacts,
): FormAnswer {
  const given = Object.fromEntries(
    [...form].flatMap(([key, value]) =>
      typeof value === 'string' && !SECRET.test(key) ? [[key, value.slice(0, 12_000)]] : [],
    ),
  )
  if (!('ok' in result)) return { form: name, error: result, given }
  return result.ok
    ? { form: name, error: null, given: {}, done: result.answer as Record<string, unknown> }
    : { form: name, error: result.error, given }
}

/** Whether the checkbox of `confirm` was ticked; otherwise the operation refuses. */
export const confirmedOf = (form: FormData): true => (form.get('confirmed') === 'yes') as true

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The frame of a `CropField`; without a script there is none, and the server uses the center. */
export const cropOf = (form: FormData): { x?: string; y?: string; size?: string } =>
  Object.fromEntries(
    ['x', 'y', 'size'].flatMap((name) => (form.has(name) ? [[name, textOf(form, name)]] : [])),
  )

/** The bytes of an uploaded file; null when none was chosen. */
export async function fileOf(form: FormData, name: string): Promise<Uint8Array | null> {
  const value = form.get(name)
  return value instanceof File && value.size > 0 ? new Uint8Array(await value.arrayBuffer()) : null
}

/** The fields of a form by language: `notes_tr`, `notes_en` … */
export const localeFieldsOf = <N extends string>(
  form: FormData,
  name: N,
): Partial<Record<`${N}_${Locale}`, string>> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) =>
      form.has(`${name}_${locale}`)
        ? [[`${name}_${locale}`, textOf(form, `${name}_${locale}`)]]
        : [],
    ),
  ) as Partial<Record<`${N}_${Locale}`, string>>
