import type { Page } from 'playwright-core'

/** More stops than any page has between two things. */
const MOST_STOPS = 90

export interface Focus {
  /** What it is called; empty where nothing has the focus. */
  name: string
  /** Its element, e.g. `input`; `body` where nothing has the focus. */
  tag: string
  /** It lies in the window, with something drawn around it. */
  seen: boolean
}

/** What has the focus, in whichever frame of the page it is. */
export async function focusOf(page: Page): Promise<Focus> {
  // The innermost of the frames that have it is the last one.
  for (const frame of page.frames().toReversed()) {
    const found = await frame
      .evaluate((): Focus | null => {
        const element = document.activeElement
        if (!document.hasFocus() || element === null || element instanceof HTMLIFrameElement)
          return null
        const textOf = (id: string) => document.getElementById(id)?.innerText ?? ''
        const labels =
          element instanceof HTMLInputElement || element instanceof HTMLSelectElement
            ? [...(element.labels ?? [])].map((label) => label.innerText)
            : []
        const named = element.getAttribute('aria-labelledby')?.split(' ').map(textOf).join(' ')
        const name =
          named ||
          element.getAttribute('aria-label') ||
          labels.join(' ') ||
          (element instanceof HTMLElement && element !== document.body ? element.innerText : '')
        // The ring may be drawn by what stands around a control, or by its label.
        const around: Element[] = []
        for (let one: Element | null = element; one && around.length < 5; one = one.parentElement)
          around.push(one)
        if (element instanceof HTMLInputElement) around.push(...(element.labels ?? []))
        const drawn = around.some(
          (one) =>
            getComputedStyle(one).outlineStyle !== 'none' ||
            getComputedStyle(one).boxShadow !== 'none',
        )
        const { top, bottom } = element.getBoundingClientRect()
        return {
          name: name.replaceAll(/\s+/g, ' ').trim(),
          tag: element.localName,
          seen: drawn && bottom > 0 && top < innerHeight,
        }
      })
      .catch(() => null)
    if (found) return found
  }
  return { name: '', tag: 'body', seen: false }
}

/** Once the page has scrolled to it. */
async function settledFocus(page: Page): Promise<Focus> {
  for (let look = 0; ; look += 1) {
    const focus = await focusOf(page)
    if (focus.seen || focus.tag === 'body' || look === 8) return focus
    await page.waitForTimeout(50)
  }
}

/**
 * Goes on by Tab (`back`: by Shift and Tab) until the focus is on what is called so; says where it
 * went when it does not come there. Each stop must be seen.
 */
export async function tabTo(
  page: Page,
  name: RegExp,
  { back = false }: { back?: boolean } = {},
): Promise<void> {
  const way: string[] = []
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const focus = await settledFocus(page)
    way.push(focus.name.slice(0, 40))
    if (focus.tag !== 'body' && !focus.seen)
      throw new Error(`the focus is not seen on "${focus.name}" (${focus.tag})`)
    if (name.test(focus.name)) return
  }
  throw new Error(`${String(name)} is not reached by Tab: ${way.join(' → ')}`)
}

/** Tab to what is called so, and a key there. */
export async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

/** Tab to a field, and the text typed as a hand types it. */
export async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}
