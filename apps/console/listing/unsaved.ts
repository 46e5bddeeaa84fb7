import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker, useNavigation } from 'react-router'
import { type FormAnswer } from '../read-form.ts'

/**
 * Whoever leaves a page with text that is not saved is asked first. `mark` when something is typed
 * into a form of it; the answer that says that the form was saved takes the mark away, but not from
 * what was typed after it was sent.
 */
export function useUnsaved(
  answer: FormAnswer | undefined,
  question: string,
): { mark(form: string): void; isMarked(form: string): boolean } {
  const sending = useNavigation().formData?.get('form') ?? null
  const [seen, setSeen] = useState({ answer, sending })
  const [marked, setMarked] = useState<Readonly<Record<string, 'typed' | 'sent'>>>({})
  if (answer !== seen.answer || sending !== seen.sending) {
    setSeen({ answer, sending })
    setMarked(
      Object.fromEntries(
        Object.entries(marked).flatMap(([form, mark]) => {
          if (answer !== seen.answer && answer?.done && answer.form === form && mark === 'sent')
            return []
          return [[form, sending === form && sending !== seen.sending ? 'sent' : mark]]
        }),
      ),
    )
  }
  const dirty = Object.keys(marked).length > 0
  useBeforeUnload((event) => {
    if (dirty) event.preventDefault()
  })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      (currentLocation.pathname !== nextLocation.pathname ||
        partOf(currentLocation.search) !== partOf(nextLocation.search)),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // oxlint-disable-next-line no-alert -- the browser's own question stops everything else, which is what is wanted
    if (window.confirm(question)) {
      setMarked({})
      blocker.proceed()
    } else blocker.reset()
  }, [blocker, question])
  return {
    isMarked: (form) => form in marked,
    mark: (form) => {
      if (marked[form] !== 'typed') setMarked({ ...marked, [form]: 'typed' })
    },
  }
}

const partOf = (search: string): string | null => new URLSearchParams(search).get('part')
