import { createHash } from 'node:crypto'
import type { PackageRefusalCode } from '#modules/catalog/packages/problems.ts'
import {
  RULES,
  type RuleReport,
  isQuarantined,
  overallVerdict,
  rulesThatLookAt,
  runRules,
} from '#modules/catalog/rule-pack/pack.ts'
import { readCandidate } from '#modules/catalog/rule-pack/read-candidate.ts'
import type { ReadCandidate, Rule, Verdict } from '#modules/catalog/rule-pack/rule.ts'
import { isRefusal } from '#lib/refusal.ts'
import { readListing } from './listing-file.ts'
import { openProject } from './project.ts'

export interface Checked {
  verdict: Verdict
  quarantine: boolean
  /** Null where it could not be packed. */
  sha256: string | null
  rules: readonly Rule[]
  reports: RuleReport[]
  /** Rules that nobody can run here, or was asked to. */
  left: Rule[]
  listing: string | null
}

/**
 * The rule pack on a folder or a zip. What needs the market's other names is left to the market.
 */
export async function check(
  path: string,
  { listing, packageOnly }: { listing?: string | undefined; packageOnly: boolean },
): Promise<Checked> {
  const project = await openProject(path)
  const listingFile = listing ?? project.listing
  const rules = packageOnly ? rulesThatLookAt('package') : rulesThatLookAt('package', 'listing')
  const { candidate, sha256 } = await pack(project.packed)
  const read = packageOnly ? null : await readListing(listingFile)
  const reports = runRules(rules, {
    package: candidate,
    listing: read,
    names: null,
    language: null,
  })
  return {
    verdict: overallVerdict(rules, reports),
    quarantine: isQuarantined(reports),
    sha256,
    rules,
    reports,
    left: RULES.filter((rule) => !rules.includes(rule)),
    listing: read ? listingFile : null,
  }
}

async function pack(
  packed: () => Promise<Buffer>,
): Promise<{ candidate: ReadCandidate; sha256: string | null }> {
  try {
    const bytes = await packed()
    return {
      candidate: await readCandidate({ bytes }),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const refusal = { code: error.code as PackageRefusalCode, params: error.details.params ?? {} }
    return {
      candidate: {
        refusal,
        size: 0,
        manifestPath: null,
        manifestProblems: [],
        manifest: null,
        files: [],
        problems: [],
      },
      sha256: null,
    }
  }
}
