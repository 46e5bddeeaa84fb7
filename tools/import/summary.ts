import type { ImportSummary } from './import-catalogue.ts'
import { RULES } from './rules.ts'

const number = (value: number): string => value.toLocaleString('en-US')

/** What a person reads when an import has ended. */
export function summaryWords(summary: ImportSummary, reportPath: string): string {
  const { report, source } = summary
  const { refused, leftAlone } = summary
  const rules = [...report.counts].sort(([, a], [, b]) => b - a)
    .map(([rule, times]) => `  ${number(times).padStart(9)}  ${rule.padEnd(20)} ${RULES[rule]}`)
  return [
    '', `${source}: ${number(summary.new)} new, ${number(summary.changed)} changed, ${number(summary.unchanged)} unchanged` +
      (refused > 0 ? `, ${number(refused)} refused` : '') +
      (leftAlone > 0 ? `; ${number(leftAlone)} of earlier imports are not in the files and were left alone.` : '.'),
    `${number(report.repaired)} lines repaired, ${number(report.skipped)} skipped.`, ...rules,
    ...rules.length > 0 ? ['', `Line by line: ${reportPath}`] : [], '',
  ].join('\n')
}

/** Whether there is anything of this catalogue on the market now. */
export const hasAnything = ({ new: fresh, changed, unchanged }: ImportSummary): boolean => fresh + changed + unchanged > 0
