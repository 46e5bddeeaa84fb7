import { RULES, rulesThatLookAt, type Rule, type RuleReport } from '#modules/catalog/public.ts'
import { SCRATCH_CHECKS } from './scratch-checks.ts'

/**
 * That a listing alone fits its package needs no look: prefix and kind are the item's own, and no
 * draft changes them.
 */
const LISTING_ALONE = rulesThatLookAt('listing', 'market').filter(
  ({ id }) => !id.startsWith('manifest.'),
)

/** What of the rule pack judges a submission. */
export const rulesFor = ({ version }: { version: string | null }): readonly Rule[] =>
  version === null ? LISTING_ALONE : RULES

/**
 * Which checks must all have passed: of a listing alone only those that look at listings, of a
 * release those on the scratch shop, too.
 */
export const requiredOf = ({ version }: { version: string | null }): readonly Pick<Rule, 'id'>[] =>
  version === null ? LISTING_ALONE : [...RULES, ...SCRATCH_CHECKS]

const WORDS = new Map<string, Pick<Rule, 'wrong' | 'mend'>>(
  [...RULES, ...SCRATCH_CHECKS].map((rule) => [rule.id, rule]),
)
export const ruleOf = (id: string): Pick<Rule, 'wrong' | 'mend'> | undefined => WORDS.get(id)

/** Required checks without a report that they passed, and reports of anything else that did not. */
export function notPassed(
  row: { version: string | null },
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
): Pick<RuleReport, 'rule' | 'verdict'>[] {
  const missing = requiredOf(row)
    .filter(({ id }) => !reports.some((report) => report.rule === id))
    .map(({ id }) => ({ rule: id, verdict: 'could_not_run' as const }))
  return [...reports.filter((report) => report.verdict !== 'passed'), ...missing]
}

/**
 * A shop that was not at hand, or no browser: a person can try it by hand. What the rule pack could
 * not read nobody can.
 */
export const mayBeLookedAt = ({ rule, verdict }: Pick<RuleReport, 'rule' | 'verdict'>): boolean =>
  verdict === 'could_not_run' && rule.startsWith('scratch.')
