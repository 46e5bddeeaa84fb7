import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import type { FormAnswer } from '../forms.tsx'

/** Whoever leaves a page with text that is not saved is asked first. `mark` when something is typed into a form of it; the answer that says that it was saved takes the mark away. */
export function useUnsaved(answer: FormAnswer | undefined, question: string): { mark(form: string): void } {
  const [seen, setSeen] = useState(answer)
  const [marked, setMarked] = useState<readonly string[]>([])
  if (answer !== seen) {
    setSeen(answer)
    if (answer?.done) setMarked(marked.filter(form => form !== answer.form))
  }
  const dirty = marked.length > 0
  useBeforeUnload(event => { if (dirty) event.preventDefault() })
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty &&
    (currentLocation.pathname !== nextLocation.pathname || partOf(currentLocation.search) !== partOf(nextLocation.search)))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // oxlint-disable-next-line no-alert -- the browser's own question stops everything else, which is what is wanted
    if (window.confirm(question)) {
      setMarked([])
      blocker.proceed()
    } else blocker.reset()
  }, [blocker, question])
  return { mark: form => { if (!marked.includes(form)) setMarked([...marked, form]) } }
}

const partOf = (search: string): string | null => new URLSearchParams(search).get('part')
