import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { type FormAnswer } from '../read-form.ts'

/**
 * Asks before leaving a page with unsaved text. Call `mark` on input and `sent` on submit,
 * synchronously in the event: text typed while the form is being saved must not count as sent. A
 * successful response clears the mark of what was sent.
 */
export function useUnsaved(answer: FormAnswer | undefined, question: string): Unsaved {
  const [seen, setSeen] = useState(answer)
  const [marked, setMarked] = useState<Readonly<Record<string, 'typed' | 'sent'>>>({})
  if (answer !== seen) {
    setSeen(answer)
    if (answer?.done && marked[answer.form] === 'sent')
      setMarked(Object.fromEntries(Object.entries(marked).filter(([form]) => form !== answer.form)))
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
    // oxlint-disable-next-line no-alert -- must block everything else until answered
    if (window.confirm(question)) {
      setMarked({})
      blocker.proceed()
    } else blocker.reset()
  }, [blocker, question])
  return {
    isMarked: (form) => form in marked,
    mark: (form) => setMarked((now) => (now[form] === 'typed' ? now : { ...now, [form]: 'typed' })),
    sent: (form) => setMarked((now) => (form in now ? { ...now, [form]: 'sent' } : now)),
  }
}

export interface Unsaved {
  mark(form: string): void
  sent(form: string): void
  isMarked(form: string): boolean
}

const partOf = (search: string): string | null => new URLSearchParams(search).get('part')
