import compare from 'semver/functions/compare.js'
import satisfies from 'semver/functions/satisfies.js'

/**
 * Versions of items and platforms: Semantic Versioning without build metadata, because two releases
 * that differ only there would have the same precedence. Ranges are the subset that manifests need.
 */
export const VERSION_PATTERN =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/
/** `*`, or comparators that must all hold: `>=2.1.0 <4.0.0`, `^1.2.0`, `~1.2.0`, `1.2.0`. */
export const RANGE_PATTERN =
  /^(?:\*|(?:(?:>=|<=|>|<|=|\^|~)?\d{1,9}\.\d{1,9}\.\d{1,9})(?: (?:>=|<=|>|<|=|\^|~)?\d{1,9}\.\d{1,9}\.\d{1,9})*)$/

/** A pre-release, such as `2.0.0-beta.1`. */
export const isPreview = (version: string): boolean => version.includes('-')

/** Longer texts are not parsed by semver. */
const MAX_LENGTH = 256
/** Accepts leading zeros in pre-release numbers (`-rc.01`), as VERSION_PATTERN does. */
const OPTIONS = { loose: true, includePrerelease: true }

const isVersion = (text: string): boolean => text.length <= MAX_LENGTH && VERSION_PATTERN.test(text)

/** Negative when `a` is older, 0 when equal. Text that is no version is older than every version. */
export function compareVersions(a: string, b: string): number {
  if (!isVersion(a) || !isVersion(b)) return Number(isVersion(a)) - Number(isVersion(b))
  return compare(a, b, OPTIONS)
}

/** Whether a platform's version satisfies a manifest's range. An invalid version satisfies only `*`. */
export const satisfiesRange = (version: string, range: string): boolean =>
  range === '*' ||
  (RANGE_PATTERN.test(range) && isVersion(version) && satisfies(version, range, OPTIONS))
