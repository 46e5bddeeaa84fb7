import { plainText } from '#lib/plain-text.ts'
import {
  CannotLook,
  type Candidate,
  type Finding,
  type Rule,
  type Severity,
  type Verdict,
} from './rule.ts'

export interface RuleReport {
  rule: string
  severity: Severity
  verdict: Verdict
  /** Empty unless the rule failed. */
  findings: Finding[]
  /** Why it could not run, for engineers. */
  reason: string | null
}

/** More of the same tells nobody more. */
const MAX_FINDINGS = 20

/**
 * A report for every rule, in their order. A rule that throws could not run, whatever it throws.
 */
export const runRules = (rules: readonly Rule[], candidate: Candidate): RuleReport[] =>
  rules.map((rule) => runRule(rule, candidate))

function runRule({ id, severity, check }: Rule, candidate: Candidate): RuleReport {
  const report = { rule: id, severity, findings: [], reason: null }
  try {
    const findings = check(candidate)
    // A rule that answers anything but a list has not looked.
    if (!Array.isArray(findings)) throw new CannotLook('the rule gave no answer')
    return findings.length === 0
      ? { ...report, verdict: 'passed' }
      : { ...report, verdict: 'failed', findings: findings.slice(0, MAX_FINDINGS) }
  } catch (error) {
    return {
      ...report,
      verdict: 'could_not_run',
      reason: plainText(error instanceof Error ? error.message : String(error)).slice(0, 300),
    }
  }
}

/**
 * One verdict of many (PKG-5): passed only when there are rules and each of them has one report,
 * that it passed. A rule without a report, a verdict that is none of the three and no rules at all
 * could not run.
 */
export function overallVerdict(
  rules: readonly Pick<Rule, 'id'>[],
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
): Verdict {
  if (reports.some((report) => report.verdict === 'failed')) return 'failed'
  const passed = (id: string) => {
    const mine = reports.filter((report) => report.rule === id)
    return mine.length > 0 && mine.every((report) => report.verdict === 'passed')
  }
  const others = reports.every((report) => report.verdict === 'passed')
  return rules.length > 0 && others && rules.every((rule) => passed(rule.id))
    ? 'passed'
    : 'could_not_run'
}

/** PKG-7: does a failed rule demand that nobody else gets the package? */
export const isQuarantined = (
  reports: readonly Pick<RuleReport, 'severity' | 'verdict'>[],
): boolean =>
  reports.some((report) => report.verdict === 'failed' && report.severity === 'quarantine')
