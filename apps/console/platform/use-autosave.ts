import { useRef, type FocusEvent } from 'react'
import { useFetcher } from 'react-router'
import type { FormAnswer } from '../read-form.ts'

/**
 * Saves a form when one of its changed fields is left. Without a script the button of the form
 * does; a mistake is shown at its field either way, and nothing else is lost.
 */
export function useAutosave() {
  const form = useRef<HTMLFormElement>(null)
  const isChanged = useRef(false)
  const fetcher = useFetcher<FormAnswer>()
  return {
    form,
    fetched: fetcher.data,
    saved: fetcher.state === 'idle' && fetcher.data?.done !== undefined,
    onChange: () => {
      isChanged.current = true
    },
    onBlur: (event: FocusEvent) => {
      // The button sends the form itself.
      if (!isChanged.current || event.relatedTarget instanceof HTMLButtonElement) return
      isChanged.current = false
      if (form.current) void fetcher.submit(form.current)
    },
  }
}
