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

const WIDTH = 9
const LONGER = 30

/** Pads numbers so that they sort as text; those with more than nine digits sort last. */
const padded = (digits: string): string => {
  const bare = digits.replace(/^0+(?=\d)/, '')
  return bare.length <= WIDTH
    ? bare.padStart(WIDTH, '0')
    : '9'.repeat(WIDTH) + bare.slice(0, LONGER).padStart(LONGER, '0')
}

export const isPlainVersion = (version: string): boolean => /^\d+\.\d+\.\d+$/.test(version)

/**
 * A sort key for versions of any form (`collate "C"`): up to three numbers (a leading `v` is
 * ignored, missing ones are 0), further numbers, then the rest. A rest that begins with a word or
 * hyphen (`-beta.2`, `rc1`) sorts before the release, as in semver. Versions without a number sort
 * first, by `place`.
 */
export function versionOrder(version: string, place = 0): string {
  const match = /^v?\.?(\d+(?:\.\d+)*)(.*)$/is.exec(version)
  if (!match) return `${['0', '0', '0'].map(padded).join('.')}-!${padded(String(place))}`
  const [, numbers = '', rest = ''] = match
  const [major = '0', minor = '0', patch = '0', ...more] = numbers.split('.')
  const core = [major, minor, patch].map(padded).join('.')
  const further = more.map((number) => `~.${padded(number)}`).join('')
  // The build part (`+…`) is ignored.
  const after = rest
    .replace(/\+.*$/s, '')
    .toLowerCase()
    .replace(/^[-._\s]+/, '')
  return `${core}${further}${after === '' ? '~' : `-${after.replace(/\d+/g, padded)}`}`
}

export const OUTCOMES = ['none', 'update', 'works'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** `range` is that of the platform in question; null when the release is not for it. */
export interface Ranged {
  id: string
  version: string
  offered: boolean
  range: string | null
  os2: boolean | null
}

/**
 * What happens to an installation when its platform gets another version: it works, works after an
 * update to a stable release, or stops working. `all`: the item's releases, newest first.
 */
export function outcomeOf(
  all: readonly Ranged[],
  hasId: string,
  isOs2: boolean,
  fits: (range: string) => boolean,
): { outcome: Outcome; to: string | null } {
  const at = all.findIndex((one) => one.id === hasId)
  const has = all[at]
  if (has !== undefined && has.range !== null && fits(has.range))
    return { outcome: 'works', to: null }
  const to = all
    .slice(0, Math.max(at, 0))
    .find(
      (one) =>
        one.offered &&
        !isPreview(one.version) &&
        one.range !== null &&
        fits(one.range) &&
        (!isOs2 || one.os2 !== false),
    )
  return to ? { outcome: 'update', to: to.version } : { outcome: 'none', to: null }
}
