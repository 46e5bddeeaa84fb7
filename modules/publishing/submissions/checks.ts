import {
  RULES,
  type Rule,
  type RuleReport,
  type Verdict,
  rulesThatLookAt,
} from '#modules/catalog/public.ts'

/** Checks on the scratch shop, in the form of rules of the rule pack. */
export type ScratchCheck = Pick<Rule, 'id' | 'severity'>

/** The malware scan, in the form of a rule; of packages, where a scanner is configured. */
export const SCAN_CHECK = { id: 'scan.malware', severity: 'quarantine' } as const satisfies Pick<
  Rule,
  'id' | 'severity'
>

const SCRATCH_CHECKS = [
  {
    id: 'scratch.install',
    severity: 'reject',
  },
  {
    id: 'scratch.pages',
    severity: 'reject',
  },
  {
    id: 'scratch.uninstall',
    severity: 'reject',
  },
  {
    id: 'scratch.pictures',
    severity: 'reject',
  },
] as const satisfies readonly ScratchCheck[]
export type ScratchId = (typeof SCRATCH_CHECKS)[number]['id']

/** One report per scratch check; untried ones "could not run" for the reason `otherwise`. */
export function scratchReports(
  results: Partial<
    Record<
      ScratchId,
      { verdict: Verdict; reason?: string; params?: Record<string, string | number> }
    >
  >,
  otherwise: string,
): RuleReport[] {
  return SCRATCH_CHECKS.map(({ id, severity }) => {
    const {
      verdict,
      reason = null,
      params = {},
    } = results[id] ?? { verdict: 'could_not_run' as const, reason: otherwise }
    const findings =
      verdict === 'failed' ? [{ file: null, line: null, place: null, evidence: null, params }] : []
    return { rule: id, severity, verdict, findings, reason: reason?.slice(0, 300) ?? null }
  })
}

/**
 * Prefix and kind are the item's own and no draft changes them, so `manifest.*` rules are skipped
 * for a listing alone.
 */
const LISTING_ALONE = rulesThatLookAt('listing', 'market').filter(
  ({ id }) => !id.startsWith('manifest.'),
)

/** The rules that apply to a submission. */
export const rulesFor = ({ version }: { version: string | null }): readonly Rule[] =>
  version === null ? LISTING_ALONE : RULES

/**
 * Checks that must pass: for a listing alone the listing rules; for a release also the scratch
 * shop's.
 */
export const requiredOf = ({ version }: { version: string | null }): readonly Pick<Rule, 'id'>[] =>
  version === null ? LISTING_ALONE : [...RULES, ...SCRATCH_CHECKS]

/** A package can be installed once the rule pack has passed it. */
export const canBeTried = (row: { version: string | null; quarantined: boolean }): boolean =>
  row.version !== null && !row.quarantined

const KNOWN: ReadonlySet<string> = new Set(
  [...RULES, ...SCRATCH_CHECKS, SCAN_CHECK].map((rule) => rule.id),
)
/** Reports of rules that were removed are kept without findings: they have no texts any more. */
export const isKnownRule = (id: string): boolean => KNOWN.has(id)

/**
 * Required checks without a passing report, and other reports that did not pass. `isScanned`:
 * packages are scanned here, so that one without a report of the scan cannot be approved.
 */
export function notPassed(
  row: { version: string | null },
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
  isScanned: boolean,
): Pick<RuleReport, 'rule' | 'verdict'>[] {
  const required = requiredOf(row)
  const missing = (isScanned && row.version !== null ? [SCAN_CHECK, ...required] : required)
    .filter(({ id }) => !reports.some((report) => report.rule === id))
    .map(({ id }) => ({ rule: id, verdict: 'could_not_run' as const }))
  return [...reports.filter((report) => report.verdict !== 'passed'), ...missing]
}

/**
 * Checks on the scratch shop can be done by hand when no shop or browser was available; rule pack
 * checks cannot.
 */
export const canCheckByHand = ({ rule, verdict }: Pick<RuleReport, 'rule' | 'verdict'>): boolean =>
  verdict === 'could_not_run' && rule.startsWith('scratch.')
