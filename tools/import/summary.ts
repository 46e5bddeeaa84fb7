import type { ImportMode, ImportSummary } from './import-catalogue.ts'
import { RULES } from './rules.ts'

const number = (value: number): string => value.toLocaleString('en-US')

/** What a person reads when an import has ended. */
export function describeSummary(summary: ImportSummary, reportPath: string): string {
  const { report, source } = summary
  const { refused, retired } = summary
  const leftAlone = summary.leftAlone - (retired ?? 0)
  const rules = [...report.counts]
    .sort(([, a], [, b]) => b - a)
    .map(([rule, times]) => `  ${number(times).padStart(9)}  ${rule.padEnd(20)} ${RULES[rule]}`)
  return [
    '',
    `${source}: ${number(summary.new)} new, ${number(summary.changed)} changed, ${number(summary.unchanged)} unchanged` +
      (refused > 0 ? `, ${number(refused)} refused` : '') +
      (leftAlone > 0
        ? `; ${number(leftAlone)} of earlier imports are not in the files and ${summary.written ? 'were' : 'would be'} left alone.`
        : '.'),
    ...(retired === null
      ? [
          'Nothing was retired: lines of items could not be read, and may be the missing ones. Mend them first.',
        ]
      : []),
    ...(retired !== null && retired > 0
      ? [
          `${number(retired)} of earlier imports ${summary.written ? 'were' : 'would be'} taken off the market.`,
        ]
      : []),
    `${number(report.repaired)} lines repaired, ${number(report.skipped)} skipped.`,
    ...rules,
    ...(rules.length > 0 ? ['', `Line by line: ${reportPath}`] : []),
    '',
  ].join('\n')
}

/** How it ended, in a line. */
export function describeOutcome(summary: ImportSummary, mode: ImportMode): string {
  if (mode === 'dry') return 'Looked through; nothing was written'
  if (!summary.written)
    return 'Nothing was written: --strict takes no line that must be repaired or skipped'
  return hasAnything(summary) ? 'Imported' : 'Nothing could be imported'
}

/** Whether there is anything of this catalogue on the market now. */
export const hasAnything = ({ new: fresh, changed, unchanged }: ImportSummary): boolean =>
  fresh + changed + unchanged > 0
