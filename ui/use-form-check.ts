import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldMessage } from '#lib/refusal.ts'

const NONE: FieldErrors = {}

/**
 * Validates a form while it is filled in (S5.8): on change, on blur, when the page changes a value
 * (`model`), and as a whole in `submit`; never on input. `find` returns all field errors of the
 * current values; `answer` is the server's last response, with a new identity for each.
 */
export function useFormCheck({
  form,
  find,
  told = (found) => found,
  answer,
  model,
}: {
  form: RefObject<HTMLFormElement | null>
  find: (values: FormData) => FieldErrors
  /** Of all errors, what is shown when the form is sent. */
  told?: (found: FieldErrors) => FieldErrors
  answer: { fieldErrors: FieldErrors } | undefined
  /** What the page itself put into the form; a new identity triggers a check. */
  model?: unknown
}) {
  const [fieldErrors, setFieldErrors] = useState(answer?.fieldErrors ?? NONE)
  const [round, setRound] = useState(0)
  const serverErrors = useRef<ServerErrors>({})

  const recheck = useEffectEvent((happening: Happening, name: string) => {
    if (!form.current) return
    const values = new FormData(form.current)
    setFieldErrors((shown) =>
      fieldErrorsAfter(happening, name, shown, () =>
        withServerErrors(find(values), serverErrors.current, values),
      ),
    )
  })

  // A new response replaces the messages shown before; typed values stay.
  useEffect(() => {
    if (!answer) return
    serverErrors.current = form.current
      ? serverErrorsOf(answer.fieldErrors, new FormData(form.current))
      : {}
    setFieldErrors(answer.fieldErrors)
    setRound((count) => count + 1)
  }, [answer, form])

  useEffect(
    () =>
      form.current
        ? listen(form.current, (happening, name) => recheck(happening, name))
        : undefined,
    [form],
  )
  useEffect(() => recheck('update', ''), [model])

  return {
    fieldErrors,
    /** Incremented with each error summary, which takes the focus when it changes. */
    round,
    announce: useCallback(() => setRound((count) => count + 1), []),
    /** Shows all field errors; returns true when there are none. */
    submit(): boolean {
      if (!form.current) return true
      serverErrors.current = {}
      const found = told(find(new FormData(form.current)))
      setFieldErrors(found)
      if (Object.keys(found).length === 0) return true
      setRound((count) => count + 1)
      return false
    },
  }
}

/** Listens to native events, because React's `onChange` is the native `input`. */
function listen(
  form: HTMLFormElement,
  onEvent: (happening: Happening, name: string) => void,
): () => void {
  let pressing = false
  let waiting: (() => void)[] = []
  const nameOf = (event: Event) => (event.target as EventTarget & { name?: string }).name ?? ''

  function onChange(event: Event) {
    if (nameOf(event)) soon(() => onEvent('change', nameOf(event)))
  }
  function onLeave(event: FocusEvent) {
    // Switching to another window is not leaving the field.
    if (nameOf(event) && document.activeElement !== event.target)
      soon(() => onEvent('blur', nameOf(event)))
  }
  // A new message shifts the layout. Wait for the pointer to be released, or a click on a button
  // below would miss it.
  function soon(work: () => void) {
    if (pressing) waiting.push(work)
    else work()
  }
  const onDown = () => {
    pressing = true
  }
  const onUp = () => {
    pressing = false
    setTimeout(() => {
      for (const work of waiting.splice(0)) work()
    })
  }
  form.addEventListener('change', onChange)
  form.addEventListener('focusout', onLeave)
  window.addEventListener('pointerdown', onDown, true)
  window.addEventListener('pointerup', onUp, true)
  window.addEventListener('pointercancel', onUp, true)
  return () => {
    waiting = []
    form.removeEventListener('change', onChange)
    form.removeEventListener('focusout', onLeave)
    window.removeEventListener('pointerdown', onDown, true)
    window.removeEventListener('pointerup', onUp, true)
    window.removeEventListener('pointercancel', onUp, true)
  }
}

/** Field name → its error, in page order. */
export type FieldErrors = Readonly<Record<string, FieldMessage>>

/** DOM id of a field, the link target of the error summary. */
export const fieldId = (name: string): string => `field-${name.replace(/\W/g, '-')}`

/** What triggers a check. `update`: the page itself changed a value. */
type Happening = 'input' | 'change' | 'blur' | 'update' | 'submit'

/**
 * S5.8: the errors to show after an event; `found` returns all current errors. Input changes
 * nothing. A change or blur shows the errors of that field and hides those that no longer apply
 * elsewhere (another country has other fields). Submit shows all.
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

/** The server's error for a field, with the value that it refused. */
type ServerErrors = Readonly<Record<string, { message: FieldMessage; value: string }>>

const valueOf = (form: FormData, name: string) => JSON.stringify(form.getAll(name))

export const serverErrorsOf = (fieldErrors: FieldErrors, form: FormData): ServerErrors =>
  Object.fromEntries(
    Object.entries(fieldErrors).map(([name, message]) => [
      name,
      { message, value: valueOf(form, name) },
    ]),
  )

/** The page's own errors, and the server's for values that have not changed since. */
export function withServerErrors(
  found: FieldErrors,
  serverErrors: ServerErrors,
  form: FormData,
): FieldErrors {
  const still = Object.entries(serverErrors).filter(
    ([name, { value }]) => !(name in found) && valueOf(form, name) === value,
  )
  return { ...found, ...Object.fromEntries(still.map(([name, { message }]) => [name, message])) }
}
