import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import {
  overallVerdict,
  sayFinding,
  type RuleReport,
  type Verdict,
} from '#modules/catalog/public.ts'
import type { check, submissionFacts } from './contract.ts'
import { findSubmission, type SubmissionRow } from './data.ts'
import { requiredOf, ruleOf } from './required.ts'

/** What of a submission the audit log keeps, before and after. */
export const auditOfSubmission = {
  kind: 'submission',
  read: async (db: Db, id: string) => {
    const row = await findSubmission(db, { id })
    return (
      row && {
        item: row.item_id,
        state: row.state,
        version: row.version,
        sha256: row.package_sha256,
        with_listing: row.with_listing,
        claimed_by: row.claimed_by,
        grounds: row.grounds,
        rule: row.rule,
        looked_at: row.looked_at,
        notes: row.notes,
      }
    )
  },
}

/** Of all checks together (PKG-5); null before the first one ran. */
export const verdictOf = (
  row: Pick<SubmissionRow, 'version'>,
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
): Verdict | null => (reports.length === 0 ? null : overallVerdict(requiredOf(row), reports))

export function presentSubmission(
  row: SubmissionRow,
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
  names: ReadonlyMap<string, string>,
): z.input<typeof submissionFacts> {
  return {
    id: row.id,
    item: row.item_id,
    state: row.state,
    version: row.version,
    channel: row.channel,
    notes: row.notes,
    with_listing: row.with_listing,
    sha256: row.package_sha256,
    size: row.package_size,
    submitted_at: row.submitted_at.toISOString(),
    submitted_by: names.get(row.submitted_by) ?? '',
    waiting_at: row.waiting_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    verdict: verdictOf(row, reports),
    quarantined: row.quarantined,
    rejection:
      row.grounds !== null && row.rule !== null && row.reasons !== null
        ? { grounds: row.grounds, rule: row.rule, reasons: row.reasons }
        : null,
  }
}

/** What a rule said, for people. A rule that is no more says nothing. */
export function presentCheck(
  { rule, severity, verdict, findings, reason }: RuleReport,
  locale: Locale,
): z.input<typeof check> {
  const words = ruleOf(rule)
  return {
    rule,
    severity,
    verdict,
    reason,
    findings: words ? findings.map((one) => sayFinding(words, one, locale)) : [],
  }
}
