import { PARTS } from '#modules/stores/platforms/kit/faults.ts'
import type { Result } from '#modules/stores/platforms/kit/run-kit.ts'

/** Where the protocol can be read; an anchor goes behind it. */
export const DOCUMENT = 'docs/protocols/store-connector.md'

const MARK = { kept: 'ok  ', broken: 'FAIL', not_tried: '-   ' } as const

/** One line of a check, and below it what was found. */
export function describeResult({ id, part, says, outcome, why, fault }: Result): string {
  const line = `${MARK[outcome]} ${part.padEnd(10)} ${id}: ${says}`
  if (fault)
    return `${line}\n       ${fault.words}\n       Asked for in section ${fault.section}: ${DOCUMENT}#${fault.anchor}`
  return why === undefined ? line : `${line}\n       not tried: ${why}`
}

export interface Summary {
  kept: number
  broken: number
  not_tried: number
}

export const summarize = (results: readonly Result[]): Summary => ({
  kept: results.filter((one) => one.outcome === 'kept').length,
  broken: results.filter((one) => one.outcome === 'broken').length,
  not_tried: results.filter((one) => one.outcome === 'not_tried').length,
})

/** The end of a run: how each way of looking went, and all in all. */
export function describeSummary(results: readonly Result[]): string {
  const lines = PARTS.flatMap((part) => {
    const {
      kept,
      broken,
      not_tried: skipped,
    } = summarize(results.filter((one) => one.part === part))
    return kept + broken + skipped === 0
      ? []
      : [`${part.padEnd(10)} ${kept} kept, ${broken} broken, ${skipped} not tried`]
  })
  const { kept, broken, not_tried: skipped } = summarize(results)
  return [
    ...lines,
    `Store Connector protocol, version 1: ${kept} kept, ${broken} broken, ${skipped} not tried`,
  ].join('\n')
}
