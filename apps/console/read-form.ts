import type { ActionFunctionArgs } from 'react-router'
import type { InputGiven, Operation } from '#kernel/operation.ts'
import type { Attempt, ErrorFacts } from '#lib/wire-error.ts'
import { consoleContext } from './screen-context.ts'

// For actions: what was posted, and what a form is answered with. Runs on the server only.

/** The answer to a posted form: which form it was, what is wrong, what was typed. */
export interface FormAnswer {
  form: string
  error: ErrorFacts | null
  given: Record<string, string>
  done?: Record<string, unknown>
}

/** Never put back into a page. */
const SECRET = /password|code|token|credential/

/**
 * Reads what was posted to a page. `submit` runs an operation and answers the form that was posted;
 * a refusal is part of the answer, so that the form shows it beside its fields.
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

/** What was typed is put back whole, however long a field may be. */
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

/** Whether the box of `confirm` was ticked; what was not is refused by the operation. */
export const confirmedOf = (form: FormData): true => (form.get('confirmed') === 'yes') as true

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Where the frame of a `CropField` stands; without a script there is none, and the middle is kept.
 */
export const cropOf = (form: FormData): { x?: string; y?: string; size?: string } =>
  Object.fromEntries(
    ['x', 'y', 'size'].flatMap((name) => (form.has(name) ? [[name, textOf(form, name)]] : [])),
  )

/** The bytes of a chosen file; null when none was. */
export async function fileOf(form: FormData, name: string): Promise<Uint8Array | null> {
  const value = form.get(name)
  return value instanceof File && value.size > 0 ? new Uint8Array(await value.arrayBuffer()) : null
}
