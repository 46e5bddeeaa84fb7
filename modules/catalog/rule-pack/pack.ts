import { plainText } from '#lib/text.ts'
import { CODE_RULES } from './code-rules.ts'
import { LICENCE_RULES } from './licence-rules.ts'
import { NAME_RULES } from './name-rules.ts'
import { PACKAGE_RULES, PERMISSION_RULES } from './package-rules.ts'
import { PICTURE_RULES } from './picture-rules.ts'
import {
  CannotCheck,
  type Candidate,
  type Finding,
  type LooksAt,
  type Rule,
  type Severity,
  type Verdict,
} from './rule.ts'
import { HARM_RULES, SECRET_RULES } from './security-rules.ts'
import { TEXT_RULES } from './text-rules.ts'
import { THEME_RULES } from './theme-rules.ts'

/** All rules: for the command line, uploads and the review queue. */
export const RULES: readonly Rule[] = [
  ...PACKAGE_RULES,
  ...TEXT_RULES,
  ...PICTURE_RULES,
  ...LICENCE_RULES,
  ...SECRET_RULES,
  ...CODE_RULES,
  ...HARM_RULES,
  ...PERMISSION_RULES,
  ...NAME_RULES,
  ...THEME_RULES,
]

/** Rules that need only these inputs: the command line does not know the market's other names. */
export const rulesThatLookAt = (...what: LooksAt[]): Rule[] =>
  RULES.filter((rule) => what.includes(rule.looksAt))

export interface RuleReport {
  rule: string
  severity: Severity
  verdict: Verdict
  /** Empty unless the rule failed. */
  findings: Finding[]
  /** For engineers. */
  reason: string | null
}

const MAX_FINDINGS = 20

/** A report for every rule, in order. A rule that throws could not run. */
export const runRules = (rules: readonly Rule[], candidate: Candidate): RuleReport[] =>
  rules.map((rule) => runRule(rule, candidate))

function runRule({ id, severity, check }: Rule, candidate: Candidate): RuleReport {
  const report = { rule: id, severity, findings: [], reason: null }
  try {
    const findings = check(candidate)
    // A result that is not a list means that the rule did not run.
    if (!Array.isArray(findings)) throw new CannotCheck('the rule gave no answer')
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
 * The overall verdict (PKG-5): passed only if there are rules and each has a report that it passed.
 * A missing report or an unknown verdict counts as could_not_run.
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

/** PKG-7: whether a failed rule forbids giving the package to anybody. */
export const isQuarantined = (
  reports: readonly Pick<RuleReport, 'severity' | 'verdict'>[],
): boolean =>
  reports.some((report) => report.verdict === 'failed' && report.severity === 'quarantine')
