import type { Page } from 'playwright-core'

export interface PageFacts {
  lang: string
  dir: string
  title: string
  headings: number
  mains: number
  /** Sum of what moved while the page came, by no hand of the reader. */
  shift: number
  moved: string[]
  /** What runs although less motion was asked for. */
  running: number
  /** Everything that can be read, without samples of code. */
  text: string
}

/** Put in before a page's own scripts: counts what moves while it loads. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = { sum: 0, moved: [] as string[] }
    Object.assign(globalThis, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.sum += entry.value
        for (const { node } of entry.sources)
          if (node instanceof Element) seen.moved.push(node.outerHTML.slice(0, 120))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const readFacts = (page: Page): Promise<PageFacts> =>
  page.evaluate(() => {
    const { shifts } = globalThis as unknown as { shifts?: { sum: number; moved: string[] } }
    const body = document.body.cloneNode(true) as HTMLElement
    for (const element of body.querySelectorAll(
      'script, style, code, pre, textarea, template, noscript',
    ))
      element.remove()
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      title: document.title,
      headings: document.querySelectorAll('h1').length,
      mains: document.querySelectorAll('main').length,
      shift: shifts?.sum ?? 0,
      moved: shifts?.moved.slice(0, 3) ?? [],
      running: document.getAnimations().filter(({ playState }) => playState === 'running').length,
      text: body.textContent.replaceAll(/\s+/g, ' '),
    }
  })

/** Every picture is there and every font has come, those below the fold too. */
export const settle = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([
      document.fonts.ready,
      ...Array.from(document.images, (image) => image.decode().catch(() => undefined)),
    ])
  })

/** Pixels by which the page is wider than the window, and what sticks out. */
export const overflowOf = (page: Page): Promise<{ by: number; who: string }> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, dir } = document.documentElement
    const by = scrollWidth - clientWidth
    if (by <= 0) return { by, who: '' }
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (dir === 'rtl' ? left < -0.5 : right > clientWidth + 0.5)
    })
    return { by, who: (out.at(-1)?.outerHTML ?? '').slice(0, 160) }
  })

/**
 * Clamped text that shows more lines than it may, for it is taller than they are: it grows, is
 * padded or has a height of its own.
 */
export const brokenClamps = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('[class*="line-clamp-"]')].flatMap(
      (element) => {
        const style = getComputedStyle(element)
        const lines = Number(style.webkitLineClamp)
        if (!element.checkVisibility() || element.clientHeight === 0) return []
        if (!(lines > 0) || style.overflow !== 'hidden' || style.display === 'block')
          return [`is not clamped: ${element.outerHTML.slice(0, 120)}`]
        const { lineHeight } = style
        return element.clientHeight > lines * Number.parseFloat(lineHeight) + 1
          ? [
              `shows more than ${lines} lines (${element.clientHeight} px of ${lineHeight}): ${element.outerHTML.slice(0, 120)}`,
            ]
          : []
      },
    ),
  )

export interface Expected {
  lang: string
  /** All names of messages, which nobody should ever read. */
  keys: ReadonlySet<string>
}

/** What rounds to 0.000: a letter of another font, half a pixel wide. */
const LEAST_SHIFT = 0.001

/** What is wrong with a page's head and words. */
export function findingsOf(facts: PageFacts, { lang, keys }: Expected): string[] {
  const mistakes: string[] = []
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  if (facts.lang !== lang || facts.dir !== dir)
    mistakes.push(`is lang="${facts.lang}" dir="${facts.dir}", not ${lang} ${dir}`)
  if (facts.title.trim() === '') mistakes.push('has no title')
  if (facts.headings !== 1) mistakes.push(`has ${facts.headings} h1`)
  if (facts.mains !== 1) mistakes.push(`has ${facts.mains} main`)
  if (facts.shift >= LEAST_SHIFT)
    mistakes.push(`moves while it loads (${facts.shift.toFixed(4)}): ${facts.moved.join(' | ')}`)
  if (facts.running > 0)
    mistakes.push(`has ${facts.running} animations though less motion was asked for`)
  for (const [word] of facts.text.matchAll(/\b[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+/g))
    if (keys.has(word)) mistakes.push(`shows the message's name ${word}`)
  // `{shop}.panel.example` is how operators write a rule of hosts.
  for (const [word] of facts.text.matchAll(
    /\{[a-z_]+\}(?!\.[a-z])|\[object \w+\]|\bundefined\b|\bNaN\b/g,
  ))
    mistakes.push(`shows ${word}`)
  return [...new Set(mistakes)]
}
