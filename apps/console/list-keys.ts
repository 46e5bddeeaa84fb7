import { useEffect } from 'react'

/** Where the person switched single letters off (WCAG 2.1.4). */
const OFF = 'console-keys-off'

export const areKeysOff = (): boolean => localStorage.getItem(OFF) !== null
export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, 'yes')
}

/** A letter that is typed into a field is no command. */
const isTyped = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  (event.target instanceof Element &&
    event.target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !==
      null)

/**
 * Keys of the console, on every page. `pressed` is told the key in lower case and returns whether
 * it did something with it.
 */
export function useKeys(pressed: (key: string, event: KeyboardEvent) => boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      const isCommand = (event.metaKey || event.ctrlKey) && key === 'k'
      // Turkish and German keyboards have brackets on AltGr, which some systems report as Ctrl+Alt.
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey
      const isLetter = (isPlain || event.getModifierState('AltGraph')) && key.length === 1
      if (document.querySelector('dialog[open]')) return
      if (!isCommand && (!isLetter || isTyped(event) || areKeysOff())) return
      if (pressed(isCommand ? 'search' : key, event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [pressed])
}

/** Rows of all lists of the page, in order. */
export const rowsOf = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main tbody tr, main [data-row]'),
]

/** Moves the focus to the next or previous row of the page's lists; ↵ then opens it. */
export function moveRow(by: 1 | -1): boolean {
  const rows = rowsOf()
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  return focusRow(rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)])
}

/** The first link of the row has the focus, or the row itself. */
export function focusRow(row: HTMLElement | undefined): boolean {
  if (!row) return false
  const link = row.querySelector<HTMLElement>('a[href]')
  if (!link) row.tabIndex = -1
  const target = link ?? row
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** The box that selects a row, on lists whose rows can be selected. */
export const boxOf = (row: Element | undefined) =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox][name=row]')

/** Selects the row that the keys have reached; a range: all from the one that was last selected. */
export function selectRow(isRange: boolean, last: { current: number }): boolean {
  const rows = rowsOf()
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const box = boxOf(rows[at])
  if (!box) return false
  box.checked = isRange || !box.checked
  const [from, to] = isRange ? [Math.min(at, last.current), Math.max(at, last.current)] : [at, at]
  for (const row of rows.slice(from, to)) {
    const one = boxOf(row)
    if (one) one.checked = box.checked
  }
  last.current = at
  // Whoever counts the selected rows hears of it as of a click.
  box.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}
