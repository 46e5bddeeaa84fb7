import { useEffect } from 'react'

/**
 * Tells the page of what was typed and chosen before hydration, when no handler was attached yet:
 * masks (S5.6), suggestions, plans and filters see it as if it was entered now. Must be rendered
 * last, when all handlers are attached. A form with `data-early` reads its early choices itself.
 */
export function ReplayEdits(): null {
  useEffect(() => {
    for (const control of document.querySelectorAll('input, select, textarea'))
      if (!control.closest('form[data-early]')) replay(control)
  }, [])
  return null
}

function replay(control: Element): void {
  if (control instanceof HTMLSelectElement) {
    if (!control.multiple && control.selectedIndex !== startOf(control))
      control.dispatchEvent(changed())
  } else if (control instanceof HTMLTextAreaElement || isTyped(control)) {
    if (control.value === control.defaultValue) return
    control.dispatchEvent(new InputEvent('input', { bubbles: true }))
    if (document.activeElement !== control) control.dispatchEvent(changed())
  } else if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) {
    // The other radio, which is off now, says nothing.
    if (control.type === 'radio' && !control.checked) return
    // React compares with the value it has seen last: back to the rendered one, then a real click.
    control.checked = control.defaultChecked
    control.click()
  }
}

const changed = () => new Event('change', { bubbles: true })

const isTyped = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(text|tel|email|url|search)$/.test(control.type)

/** The option that the server rendered as chosen. */
const startOf = ({ options }: HTMLSelectElement): number =>
  Math.max(
    [...options].findIndex((option) => option.defaultSelected),
    0,
  )
