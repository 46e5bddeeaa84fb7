import type { PageFigures } from './measure-page.ts'

const kB = (bytes: number): string => (bytes / 1000).toFixed(0)

/** The figures as a table in Markdown, for the terminal and for docs/bench.md. */
export function pageTable(results: readonly { name: string, best: PageFigures }[]): string[] {
  return [
    '| page | performance | accessibility | best practices | SEO | LCP | TBT | CLS | scripts | styles |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...results.map(({ name, best: { scores, lcpMs, tbtMs, cls, scriptBytes, styleBytes } }) => `| ${[
      name, scores.performance, scores.accessibility, scores['best-practices'], scores.seo, `${Math.round(lcpMs)} ms`, `${Math.round(tbtMs)} ms`, cls.toFixed(3),
      `${kB(scriptBytes)} kB`, `${kB(styleBytes)} kB`,
    ].join(' | ')} |`),
  ]
}
