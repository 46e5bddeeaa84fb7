import type { FieldMessage } from '#lib/refusal.ts'

/** Field name → what is wrong with it, in the order of the page. */
export type FieldErrors = Readonly<Record<string, FieldMessage>>

/** Ids in the page, so that the list of mistakes can lead to the fields. */
export const fieldId = (name: string): string => `field-${name.replace(/\W/g, '-')}`

/** What can happen in a form. `update`: a value was changed by the page itself. */
export type Happening = 'input' | 'change' | 'blur' | 'update' | 'submit'

/**
 * S5.8: which mistakes a form shows after something happened. `found` is all that is wrong with it
 * now. While somebody types nothing is said or taken back. A change, or leaving a field, says what
 * is wrong with this field, and takes back elsewhere what is wrong no more (another country asks
 * for other fields). A press of the button says everything.
 */
export function fieldErrorsAfter(
  happening: Happening,
  name: string,
  shown: FieldErrors,
  found: () => FieldErrors,
): FieldErrors {
  if (happening === 'input') return shown
  const now = found()
  if (happening === 'submit') return now
  const left = Object.entries(now).filter(
    ([one]) => one in shown || (one === name && happening !== 'update'),
  )
  return Object.fromEntries(left)
}

/** What the server said of a field, and the value it said it of. */
export type Told = Readonly<Record<string, { message: FieldMessage; value: string }>>

const valueOf = (form: FormData, name: string) => JSON.stringify(form.getAll(name))

export const tellOf = (mistakes: FieldErrors, form: FormData): Told =>
  Object.fromEntries(
    Object.entries(mistakes).map(([name, message]) => [
      name,
      { message, value: valueOf(form, name) },
    ]),
  )

/** What the page finds itself, and what the server has said of values that stand there still. */
export function withTold(found: FieldErrors, told: Told, form: FormData): FieldErrors {
  const still = Object.entries(told).filter(
    ([name, { value }]) => !(name in found) && valueOf(form, name) === value,
  )
  return { ...found, ...Object.fromEntries(still.map(([name, { message }]) => [name, message])) }
}
