import type { Locale, Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Listing } from '../listing.ts'
import type { FileProblem } from '../packages/inspect-file.ts'
import type { Manifest } from '../packages/manifest.ts'
import type { PackageRefusalCode } from '../packages/problems.ts'

/**
 * Passed, failed, or nobody knows. The third is never the first (PKG-5): a guard that could not
 * look has seen nothing.
 */
export type Verdict = 'passed' | 'failed' | 'could_not_run'

/**
 * `quarantine`: the package is not handed to anybody else, not even to be looked at, and what
 * leaked is revoked where it is ours (PKG-7).
 */
export type Severity = 'reject' | 'quarantine'

/**
 * What a rule must have before it: `market` are the names of the market's other items, which only
 * the market itself knows.
 */
export type LooksAt = 'package' | 'listing' | 'market'

export type Words = Record<Locale, string>

/** One fault: where it is and what was seen there. */
export interface Finding {
  /** A file of the package; null when the fault is in the listing or in the package as a whole. */
  file: string | null
  line: number | null
  /** A place inside of the manifest or the listing: `texts.tr.tagline`, `design_blocks.0.html`. */
  place: string | null
  /** What was seen, short; card numbers and secrets in it are masked. */
  evidence: string | null
  /** What the rule's words are filled with; a text is filled in the reader's language. */
  params: Record<string, string | number | Text>
}

export interface Rule {
  id: `${string}.${string}`
  looksAt: LooksAt
  severity: Severity
  /** What is wrong; `{name}` is filled by the finding's params. */
  wrong: Words
  /** How to mend it. */
  mend: Words
  /** Pure. Nothing found is passed; throws `CannotLook` where it cannot tell. */
  check(candidate: Candidate): Finding[]
}

/** What is judged. A part that is not at hand is null: rules that need it could not run. */
export interface Candidate {
  package: ReadCandidate | null
  listing: ListingCandidate | null
  /** The names of all other items of the market (those of the same partner left out). */
  names: readonly KnownName[] | null
}

export interface KnownName {
  slug: string
  names: readonly string[]
}

/** As the listing is written (`listing.ts`): what of it people read and see. */
export type ListingCandidate = Pick<
  Listing,
  'prefix' | 'slug' | 'texts' | 'pictures' | 'credits'
> & { market: Market }

/** A package that was read whole, so that rules stay pure functions. */
export interface ReadCandidate {
  /** Why the reader refused the package; the rest is empty then. */
  refusal: { code: PackageRefusalCode; params: Record<string, string | number> } | null
  /** Bytes of the zip. */
  size: number
  manifestPath: string | null
  /** What is wrong with the manifest, by the schema's own words. */
  manifestProblems: readonly { place: string; message: string }[]
  /** Null while it has problems. */
  manifest: Manifest | null
  files: readonly CandidateFile[]
  /**
   * What the reader found in single files: types, contents that are not what their names say,
   * active content, addresses outside.
   */
  problems: readonly FileProblem[]
}

/**
 * `text` is looked through, `media` (pictures, fonts, sound, film) is not code, `executable` is,
 * and `unread` is too large to be looked through.
 */
export interface CandidateFile {
  path: string
  size: number
  kind: 'text' | 'media' | 'executable' | 'unread'
  text: string | null
}

/** What the rule is about is not there or cannot be read. */
export class CannotLook extends Error {
  override readonly name = 'CannotLook'
}

/** Names and values come from the sender: none is longer than a line. */
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
