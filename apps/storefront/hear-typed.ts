import { useEffect } from 'react'

/**
 * What was typed before the page was awake was heard by nobody: masks (S5.6), the brand of a card and suggestions hear it now. Stands behind
 * everything else, so that all of it listens already.
 */
export function HearTyped(): null {
  useEffect(() => {
    for (const field of document.querySelectorAll('input')) {
      if (/^(text|tel|email|url|search)$/.test(field.type) && field.value !== field.defaultValue) field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, [])
  return null
}
