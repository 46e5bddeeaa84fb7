import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

/** Whoever leaves a page with text that is not saved is asked first. `mark` when something is typed; a new `saved` says that it was kept. */
export function useUnsaved(saved: unknown, question: string): { mark(): void } {
  const [dirty, setDirty] = useState(false)
  useEffect(() => setDirty(false), [saved])
  useBeforeUnload(event => { if (dirty) event.preventDefault() })
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty &&
    (currentLocation.pathname !== nextLocation.pathname || partOf(currentLocation.search) !== partOf(nextLocation.search)))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // oxlint-disable-next-line no-alert -- the browser's own question stops everything else, which is what is wanted
    if (window.confirm(question)) {
      setDirty(false)
      blocker.proceed()
    } else blocker.reset()
  }, [blocker, question])
  return { mark: () => { if (!dirty) setDirty(true) } }
}

const partOf = (search: string): string | null => new URLSearchParams(search).get('part')
