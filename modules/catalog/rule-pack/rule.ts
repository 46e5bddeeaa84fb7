import type { Locale, Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Listing } from '../listing.ts'
import type { FileProblem } from '../packages/inspect-file.ts'
import type { Manifest } from '../packages/manifest.ts'
import type { PackageRefusalCode } from '../packages/problems.ts'

/** `could_not_run` never counts as passed (PKG-5). */
export type Verdict = 'passed' | 'failed' | 'could_not_run'

/**
 * `quarantine`: nobody gets the package, not even for review, and leaked tokens of ours are revoked
 * (PKG-7).
 */
export type Severity = 'reject' | 'quarantine'

/** What a rule needs; `market`: the names of the market's other items. */
export type LooksAt = 'package' | 'listing' | 'market'

/** A violation of a rule. */
export interface Finding {
  /** Null for the listing, or the package as a whole. */
  file: string | null
  line: number | null
  /** A path in the manifest or the listing: `texts.tr.tagline`, `design_blocks.0.html`. */
  place: string | null
  /** A short quotation; card numbers and secrets are masked. */
  evidence: string | null
  /** Fill the rule's texts; a text in several languages uses the reader's. */
  params: Record<string, string | number | Text>
}

/** Its texts are `rules.<id>.wrong` and `.mend` in `locales/`; findings fill their places. */
export interface Rule {
  id: `${string}.${string}`
  looksAt: LooksAt
  severity: Severity
  /** Pure. No findings means passed; throws `CannotCheck` when it cannot tell. */
  check(candidate: Candidate): Finding[]
}

/** The subject of the rules. A missing part is null: rules that need it could not run. */
export interface Candidate {
  package: ReadCandidate | null
  listing: ListingCandidate | null
  /** Names of the market's other items, without those of the same partner. */
  names: readonly KnownName[] | null
  /** The market's default language, which a listing must have; null when no market is known. */
  language: Locale | null
}

export interface KnownName {
  slug: string
  names: readonly string[]
}

/** What people see of a listing. */
export type ListingCandidate = Pick<
  Listing,
  'prefix' | 'slug' | 'texts' | 'pictures' | 'credits'
> & { market: Market }

/** A package in memory, so that rules are pure functions. */
export interface ReadCandidate {
  /** The reader's refusal; the rest is empty then. */
  refusal: { code: PackageRefusalCode; params: Record<string, string | number> } | null
  /** Bytes of the zip. */
  size: number
  manifestPath: string | null
  /** Problems found by the manifest's schema. */
  manifestProblems: readonly { place: string; message: string }[]
  /** Null if it has problems. */
  manifest: Manifest | null
  files: readonly CandidateFile[]
  /** Problems that the reader found in single files. */
  problems: readonly FileProblem[]
}

/**
 * `text` is searched; `media` (pictures, fonts, sound, film) is no code; `unread` is too large to
 * be searched.
 */
export interface CandidateFile {
  path: string
  size: number
  kind: 'text' | 'media' | 'executable' | 'unread'
  text: string | null
}

/** The rule's subject is missing or unreadable. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
}

/** The sender's names and values are cut to this length. */
const LONGEST = 300

export const finding = ({
  place = null,
  params = {},
  ...given
}: Partial<Finding> = {}): Finding => ({
  file: null,
  line: null,
  evidence: null,
  ...given,
  place: place?.slice(0, LONGEST) ?? null,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST) : value,
    ]),
  ),
})
