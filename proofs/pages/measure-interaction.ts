import type { Browser, Page } from 'playwright-core'
import type { Interaction } from './interactions.ts'

/** Within this a click feels as if it answered at once (`RAIL`: https://web.dev/articles/rail). */
export const INTERACTION_LIMIT_MS = 100
/** As Lighthouse slows a phone's processor down. */
export const SLOW = 4

export interface InteractionTimes {
  /**
   * From the press until the browser has painted its answer: the longest of the interaction's
   * events, in steps of 8 ms.
   */
  answersMs: number
  /** From the press until it has happened. */
  doneMs: number
}

/**
 * Presses once on a page that is hydrated; `slower`: how many times slower than this machine the
 * browser's processor is.
 */
export async function measureInteraction(
  browser: Browser,
  origin: string,
  { path, width, before, press, done }: Interaction,
  slower: number,
): Promise<InteractionTimes> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    hasTouch: width < 768,
    isMobile: width < 768,
    locale: 'tr-TR',
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchInteractions)
    await page.goto(`${origin}${path}${path.includes('?') ? '&' : '?'}hl=tr`, {
      waitUntil: 'networkidle',
    })
    await before?.(page)
    if (slower > 1)
      await (
        await context.newCDPSession(page)
      ).send('Emulation.setCPUThrottlingRate', { rate: slower })
    await painted(page)
    await page.evaluate(() => {
      interactions.length = 0
    })
    const start = performance.now()
    await press(page)
    await done(page)
    const doneMs = performance.now() - start
    await painted(page)
    const answersMs = Math.max(0, ...(await page.evaluate(() => interactions)))
    return { answersMs, doneMs }
  } finally {
    await context.close()
  }
}

/** Durations of what the browser counts as interactions, in ms. */
declare const interactions: number[]

function watchInteractions(): void {
  const durations: number[] = []
  Object.assign(globalThis, { interactions: durations })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) durations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Two pictures later what was painted has been told to those who watch. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))),
      ),
  )
