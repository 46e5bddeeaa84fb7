import lighthouse, { type Result } from 'lighthouse'
import type { Browser } from 'playwright-core'

export const LIMITS = {
  performance: 98,
  others: 100,
  lcpMs: 1_500,
  tbtMs: 50,
  scriptBytes: 130_000,
  styleBytes: 20_000,
} as const
const OTHERS = ['accessibility', 'best-practices', 'seo'] as const

export interface PageMetrics {
  scores: Record<'performance' | (typeof OTHERS)[number], number>
  lcpMs: number
  tbtMs: number
  cls: number
  scriptBytes: number
  styleBytes: number
  /** Everything that Lighthouse found fault with. */
  faults: string[]
}

/**
 * Opens a page in the browser behind `port` as Lighthouse does for phones: a slow line and a
 * quarter of the processor, both simulated.
 */
export async function measurePage(
  browser: Browser,
  url: string,
  port: number,
): Promise<PageMetrics> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', ...OTHERS],
  })
  if (!result) throw new Error(`Lighthouse had nothing to say about ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const score = (category: string): number =>
    Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const figure = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    ...(await weigh(browser, url)),
    faults: faultsIn(lhr),
  }
}

function itemsOf(lhr: Result, audit: string): Record<string, unknown>[] {
  const { details } = lhr.audits[audit] ?? {}
  return details && 'items' in details && Array.isArray(details.items)
    ? (details.items as Record<string, unknown>[])
    : []
}

/** Scripts and styles of a first visit as they are sent, without the heads of the answers. */
async function weigh(
  browser: Browser,
  url: string,
): Promise<Pick<PageMetrics, 'scriptBytes' | 'styleBytes'>> {
  const context = await browser.newContext()
  const sent = { script: 0, stylesheet: 0 }
  const pending: Promise<void>[] = []
  const page = await context.newPage()
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    const isScript = new URL(response.url()).pathname.endsWith('.js')
    if (isScript || kind === 'stylesheet')
      pending.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => {
            sent[isScript ? 'script' : 'stylesheet'] += responseBodySize
          }),
      )
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(pending)
  await context.close()
  return { scriptBytes: sent.script, styleBytes: sent.stylesheet }
}

function faultsIn(lhr: Result): string[] {
  return Object.values(lhr.categories).flatMap((category) =>
    category.auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => {
        const audit = lhr.audits[id]
        return `${category.id}: ${id} ${audit?.displayValue ?? ''} ${JSON.stringify(itemsOf(lhr, id).slice(0, 2)).slice(0, 300)}`
      }),
  )
}

export const failingAudits = ({ faults }: PageMetrics): string[] => faults

/** Where a page misses what is asked for. */
export function misses(
  { scores, lcpMs, tbtMs, cls, scriptBytes, styleBytes }: PageMetrics,
  isList = false,
): string[] {
  return [
    ...(scores.performance < LIMITS.performance ? [`performance ${scores.performance}`] : []),
    ...OTHERS.filter((other) => scores[other] < LIMITS.others).map(
      (other) => `${other} ${scores[other]}`,
    ),
    ...(lcpMs < LIMITS.lcpMs ? [] : [`LCP ${Math.round(lcpMs)} ms`]),
    ...(tbtMs < LIMITS.tbtMs ? [] : [`TBT ${Math.round(tbtMs)} ms`]),
    // What rounds to 0.000.
    ...(cls < 0.0005 ? [] : [`CLS ${cls.toFixed(4)}`]),
    ...(isList && scriptBytes > LIMITS.scriptBytes
      ? [`${Math.round(scriptBytes / 1000)} kB of scripts`]
      : []),
    ...(styleBytes > LIMITS.styleBytes ? [`${Math.round(styleBytes / 1000)} kB of styles`] : []),
  ]
}

/** The best of several tries at one page. */
export function lightest(tries: readonly PageMetrics[]): PageMetrics {
  const best = tries.toSorted(
    (a, b) =>
      misses(a).length - misses(b).length ||
      b.scores.performance - a.scores.performance ||
      a.lcpMs - b.lcpMs,
  )[0]
  if (!best) throw new Error('no try at all')
  return best
}
