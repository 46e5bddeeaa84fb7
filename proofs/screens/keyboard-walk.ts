import type { Page } from 'playwright-core'

/** More stops than any page has: a walk that long goes in circles. */
const MOST_STOPS = 400

interface Stop {
  /** Null when the focus has left the page. */
  who: string | null
  again: boolean
  backwards: boolean
  /** The stop before looked the same without the focus. */
  unseenBefore: boolean
  before: string
  hidden: boolean
}

/** Put into the page once: inspects where the focus stands, and at what it left behind. */
function installWatch(): void {
  interface Left {
    element: Element
    looks: string[]
    name: string
  }
  const seen = new Set<Element>()
  let left: Left | null = null
  const name = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 110)
  // The ring may be drawn by what stands around a control, or by its label.
  const around = (element: Element): Element[] => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      ...labels,
      ...labels.flatMap((label) => [...label.children]),
    ].filter((one): one is Element => one !== null && one !== undefined)
  }
  const looks = (element: Element): string[] =>
    around(element).flatMap((one) =>
      ['', '::before', '::after'].map((part) => {
        const style = getComputedStyle(one, part || null)
        return [
          style.outlineStyle,
          style.outlineWidth,
          style.outlineColor,
          style.boxShadow,
          style.borderColor,
          style.backgroundColor,
          style.color,
          style.textDecorationLine,
        ].join(';')
      }),
    )
  const fixed = (element: Element): boolean => {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return true
    return false
  }
  const covered = (element: Element): boolean => {
    const { left: x, top: y, width, height } = element.getBoundingClientRect()
    if (width < 4 || height < 4) return false
    if (y + height <= 0 || y >= innerHeight) return true
    const points = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.15],
      [0.5, 0.85],
    ].map(([a, b]) => [x + width * a!, Math.min(Math.max(y + height * b!, 1), innerHeight - 1)])
    return !points.some(([a, b]) => {
      const on = document.elementFromPoint(a!, b!)
      return (
        on !== null &&
        (element.contains(on) ||
          on.contains(element) ||
          around(element).some((one) => one.contains(on)))
      )
    })
  }
  Object.assign(globalThis, {
    inspectFocus(): Stop {
      const element = document.activeElement
      const previous = left
      // In a framed page the focus is shown by what has it there.
      const unseenBefore =
        previous !== null &&
        !(previous.element instanceof HTMLIFrameElement) &&
        previous.element !== element &&
        previous.element.isConnected &&
        looks(previous.element).join() === previous.looks.join()
      const before = previous?.name ?? ''
      if (element === null || element === document.body || element === document.documentElement) {
        left = null
        return { who: null, again: false, backwards: false, unseenBefore, before, hidden: false }
      }
      // The stops inside a framed page are its own, and a field for a day has one for each of its
      // parts: the same element for as long as they last.
      const hasStops =
        element instanceof HTMLIFrameElement ||
        (element instanceof HTMLInputElement && /^(date|time|month|week)/.test(element.type))
      const again = seen.has(element) && !(hasStops && previous?.element === element)
      const behind =
        previous !== null &&
        (previous.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
      let jumps = false
      if (previous && !fixed(element) && !fixed(previous.element)) {
        const here = element.getBoundingClientRect()
        const there = previous.element.getBoundingClientRect()
        const rtl = document.documentElement.dir === 'rtl'
        const nextColumn = rtl ? here.right <= there.left + 40 : here.left >= there.right - 40
        jumps = here.bottom < there.top - 60 && !nextColumn && here.width > 4 && there.width > 4
      }
      seen.add(element)
      // Of a field with stops of its own the frame is drawn at the first; at the last it is the
      // stop inside that shows.
      left = {
        element,
        looks: previous?.element === element ? previous.looks : looks(element),
        name: name(element),
      }
      return {
        who: name(element),
        again,
        backwards: behind || jumps,
        unseenBefore,
        before,
        hidden: covered(element),
      }
    },
  })
}

const inspectFocus = (page: Page): Promise<Stop> =>
  page.evaluate(() => (globalThis as unknown as { inspectFocus: () => Stop }).inspectFocus())

/**
 * Goes through the whole page by Tab: the focus is seen at every stop, never jumps back, is never
 * caught; the first stop skips to the content.
 */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  const findings = new Set<string>()
  await page.evaluate(() => {
    // Tab continues from where the focus was last, even after a blur.
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus()
    start.remove()
    scrollTo(0, 0)
    // What can be reached on another party's page inside a preview is the shop's own affair, and
    // there may be very much of it.
    for (const frame of document.querySelectorAll<HTMLElement>('iframe[sandbox]'))
      frame.inert = true
  })
  await page.evaluate(installWatch)
  let stops = 0
  for (; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await inspectFocus(page)
    if (stop.unseenBefore) findings.add(`the focus cannot be seen on ${stop.before}`)
    if (stop.who === null) break
    if (stop.again) {
      findings.add(`the focus is caught: it comes to ${stop.who} again`)
      break
    }
    if (stop.backwards) findings.add(`the focus jumps back from ${stop.before} to ${stop.who}`)
    if (stop.hidden) findings.add(`the focus is covered or out of sight on ${stop.who}`)
  }
  if (stops === MOST_STOPS) findings.add('the walk by Tab does not end')
  if (stops === 0) findings.add('nothing can be reached by Tab')
  findings.delete('')
  return [...findings, ...(await trySkipLink(page))]
}

async function trySkipLink(page: Page): Promise<string[]> {
  const skip = page.locator('a[href="#main"]').first()
  if ((await skip.count()) === 0) return ['has no skip link']
  await skip.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const inside = await page.evaluate(() => {
    const main = document.querySelector('main')
    const element = document.activeElement
    // A page whose main part has nothing to stop at goes on behind it.
    return (
      main !== null &&
      (element === document.body ||
        main.contains(element) ||
        (main.compareDocumentPosition(element!) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    )
  })
  return inside ? [] : ['the skip link does not lead to the content']
}

export const OPENED = ':popover-open, dialog[open], details[open]'
const OPENERS =
  ':is([popovertarget]:not([popovertargetaction=hide]), [commandfor], [aria-haspopup], summary):visible'

/**
 * Opens by Enter each thing that opens, once for all pages of the run: `done` holds those that were
 * tried. `look` is called with it open; Escape (Enter for a `<details>`) must close it and bring
 * the focus back.
 */
export async function tryOpeners(
  page: Page,
  done: Set<string>,
  look: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const findings: string[] = []
  // Behind a modal dialog nothing can be opened.
  const isModal = (await page.locator(':modal').count()) > 0
  const openers = page.locator(isModal ? `:modal ${OPENERS}` : OPENERS)
  const count = await openers.count()
  for (let index = 0; index < count; index += 1) {
    const opener = openers.nth(index)
    const name = await opener.evaluate((element) =>
      [
        element.tagName,
        element.getAttribute('popovertarget') ?? element.getAttribute('commandfor'),
        (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60),
      ].join(' '),
    )
    const key = name.replaceAll(/[\d«»_]+/g, '#')
    if (done.has(key) || (await page.locator(OPENED).and(opener.locator('..')).count()) > 0)
      continue
    done.add(key)
    const before = await page.locator(OPENED).count()
    await opener.press('Enter')
    if ((await page.locator(OPENED).count()) <= before) {
      findings.push(`"${name}" opens nothing`)
      continue
    }
    findings.push(...(await look(name)))
    const isDetails = await opener.evaluate((element) => element.tagName === 'SUMMARY')
    if (isDetails) await opener.press('Enter')
    else await page.keyboard.press('Escape')
    if ((await page.locator(OPENED).count()) > before) findings.push(`"${name}" does not close`)
    else if (!(await opener.evaluate((element) => element === document.activeElement)))
      findings.push(`"${name}" does not get the focus back`)
  }
  return findings
}
