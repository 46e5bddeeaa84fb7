import { useCallback, useEffect, useRef } from 'react'
import { boxOf, focusRow, rowsOf, selectRow, useKeys } from '../list-keys.ts'

/** The key of each act. */
export const ACTS = { assign: 'A', snooze: 'S', done: 'E', back: 'E' } as const

/**
 * X selects the row that the keys have reached, ⇧X all rows from the last selected one; A, S and E
 * press the button of the act for the selected rows, or for this one; Z undoes. Afterwards the row
 * that has come to the same place has the focus. `loaded`: what changes with the rows.
 */
export function useInboxKeys(formId: string, loaded: unknown): void {
  const place = useRef<number | null>(null)
  const lastSelected = useRef(0)
  const pressed = useCallback(
    (key: string, event: KeyboardEvent): boolean => {
      if (key === 'x') return selectRow(event.shiftKey, lastSelected)
      const rows = rowsOf()
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const button = key === 'z' ? undoButton() : actButton(formId, key)
      const box = boxOf(rows[at])
      const isTicked = rows.some((row) => boxOf(row)?.checked)
      if (!button || (key !== 'z' && !box && !isTicked)) return false
      if (box && !isTicked && key !== 'z') box.checked = true
      place.current = Math.max(at, 0)
      button.click()
      return true
    },
    [formId],
  )
  useKeys(pressed)
  useEffect(() => {
    if (place.current === null) return
    const rows = rowsOf()
    focusRow(rows[Math.min(place.current, rows.length - 1)])
    place.current = null
  }, [loaded])
}

const undoButton = () => document.querySelector<HTMLButtonElement>('[data-undo] button')

const actButton = (formId: string, key: string): HTMLButtonElement | undefined =>
  [...(document.forms.namedItem(formId)?.elements ?? [])].find(
    (one): one is HTMLButtonElement =>
      one instanceof HTMLButtonElement &&
      one.name === 'act' &&
      ACTS[one.value as keyof typeof ACTS].toLowerCase() === key,
  )
