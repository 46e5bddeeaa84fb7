import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldMessage } from '#lib/refusal.ts'

const NONE: FieldErrors = {}

/**
 * Checks a form while it is filled in (S5.8): on change, when a field is left, when the page
 * changes a value by itself (`model`), and whole by `submit`; never on input. `find` says all that
 * is wrong; `answer` is what the server said to the last press, the same until the next.
 */
export function useFormCheck({
  form,
  find,
  answer,
  model,
}: {
  form: RefObject<HTMLFormElement | null>
  find: (values: FormData) => FieldErrors
  answer: { mistakes: FieldErrors } | undefined
  /** What the page has put into the form; a new one is an update. */
  model?: unknown
}) {
  const [mistakes, setMistakes] = useState(answer?.mistakes ?? NONE)
  const [round, setRound] = useState(0)
  const told = useRef<Told>({})

  const tell = useEffectEvent((happening: Happening, name: string) => {
    if (!form.current) return
    const values = new FormData(form.current)
    setMistakes((shown) =>
      fieldErrorsAfter(happening, name, shown, () => withTold(find(values), told.current, values)),
    )
  })

  // A new answer takes the place of what was said before; what was typed stays.
  useEffect(() => {
    if (!answer) return
    told.current = form.current ? tellOf(answer.mistakes, new FormData(form.current)) : {}
    setMistakes(answer.mistakes)
    setRound((count) => count + 1)
  }, [answer, form])

  useEffect(
    () =>
      form.current ? listen(form.current, (happening, name) => tell(happening, name)) : undefined,
    [form],
  )
  useEffect(() => tell('update', ''), [model])

  return {
    mistakes,
    /** Counts what is said to all of the form: the list of mistakes takes the focus with each. */
    round,
    announce: useCallback(() => setRound((count) => count + 1), []),
    /** Says everything that is wrong; true when nothing is. */
    submit(): boolean {
      if (!form.current) return true
      told.current = {}
      const found = find(new FormData(form.current))
      setMistakes(found)
      if (Object.keys(found).length === 0) return true
      setRound((count) => count + 1)
      return false
    },
  }
}

/** The browser's own events: React's `onChange` is the browser's `input`. */
function listen(
  form: HTMLFormElement,
  tell: (happening: Happening, name: string) => void,
): () => void {
  let pressing = false
  let waiting: (() => void)[] = []
  const nameOf = (event: Event) => (event.target as EventTarget & { name?: string }).name ?? ''

  function onChange(event: Event) {
    if (nameOf(event)) soon(() => tell('change', nameOf(event)))
  }
  function onLeave(event: FocusEvent) {
    // Looking at another window is not leaving the field.
    if (nameOf(event) && document.activeElement !== event.target)
      soon(() => tell('blur', nameOf(event)))
  }
  // A message moves what stands below it: not while a button there is being pressed, or the press
  // would miss it.
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

/** Field name → what is wrong with it, in the order of the page. */
export type FieldErrors = Readonly<Record<string, FieldMessage>>

/** Ids in the page, so that the list of mistakes can lead to the fields. */
export const fieldId = (name: string): string => `field-${name.replace(/\W/g, '-')}`

/** What can happen in a form. `update`: a value was changed by the page itself. */
type Happening = 'input' | 'change' | 'blur' | 'update' | 'submit'

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
type Told = Readonly<Record<string, { message: FieldMessage; value: string }>>

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
