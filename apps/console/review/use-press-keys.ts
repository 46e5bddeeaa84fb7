import { useCallback } from 'react'
import { useKeys } from '../list-keys.ts'

/**
 * Keys that press what is on the page: `data-key="f"` on a link or a button, `data-key="shift+a"`
 * for one that decides. So the key and what it does stand in one place.
 */
export function usePressKeys(): void {
  const pressed = useCallback((key: string, event: KeyboardEvent): boolean => {
    const name = event.shiftKey ? `shift+${key}` : key
    const target = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(name)}"]`)
    if (!target) return false
    target.click()
    return true
  }, [])
  useKeys(pressed)
}
