import type { PageMetrics } from './measure-page.ts'
import type { InteractionTimes } from './measure-interaction.ts'

const kB = (bytes: number): string => (bytes / 1000).toFixed(0)

/** The figures as a table in Markdown, for the terminal and for docs/bench.md. */
export function pageTable(results: readonly { name: string; best: PageMetrics }[]): string[] {
  return [
    '| page | performance | accessibility | best practices | SEO | LCP | TBT | CLS | scripts | styles |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...results.map(
      ({ name, best: { scores, lcpMs, tbtMs, cls, scriptBytes, styleBytes } }) =>
        `| ${[
          name,
          scores.performance,
          scores.accessibility,
          scores['best-practices'],
          scores.seo,
          `${Math.round(lcpMs)} ms`,
          `${Math.round(tbtMs)} ms`,
          cls.toFixed(3),
          `${kB(scriptBytes)} kB`,
          `${kB(styleBytes)} kB`,
        ].join(' | ')} |`,
    ),
  ]
}

export interface InteractionRow {
  name: string
  best: InteractionTimes
  slow: InteractionTimes
}

const ms = (value: number): string => (value < 16 ? 'under 16 ms' : `${Math.round(value)} ms`)

/** What is clicked, how soon that is seen, and how soon it is done. */
export function interactionTable(rows: readonly InteractionRow[], slower: number): string[] {
  return [
    `| press | answers | done | answers, ${slower} times slower | done |`,
    '|---|---|---|---|---|',
    ...rows.map(
      ({ name, best, slow }) =>
        `| ${[name, ms(best.answersMs), ms(best.doneMs), ms(slow.answersMs), ms(slow.doneMs)].join(' | ')} |`,
    ),
  ]
}
