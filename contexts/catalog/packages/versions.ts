/**
 * Versions of items and platforms: three numbers and an optional pre-release (semver.org, sections 9–11; no build part,
 * because two releases that differ only there would have the same rank). Ranges are the small part that manifests need.
 */
export const VERSION_PATTERN = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/
/** `*`, or comparators that must all hold: `>=2.1.0 <4.0.0`, `^1.2.0`, `~1.2.0`, `1.2.0`. */
export const RANGE_PATTERN =
  /^(?:\*|(?:(?:>=|<=|>|<|=|\^|~)?\d{1,9}\.\d{1,9}\.\d{1,9})(?: (?:>=|<=|>|<|=|\^|~)?\d{1,9}\.\d{1,9}\.\d{1,9})*)$/

/** A version that is tried out before: `2.0.0-beta.1`. */
export const isPreview = (version: string): boolean => version.includes('-')

interface Version {
  numbers: [number, number, number]
  pre: string[]
}

function parse(text: string): Version | null {
  const match = VERSION_PATTERN.exec(text)
  if (!match) return null
  return { numbers: [Number(match[1]), Number(match[2]), Number(match[3])], pre: match[4]?.split('.') ?? [] }
}

/** Below 0 when `a` is older, 0 when equal, above 0 when newer. Text that is no version is older than every version. */
export function compareVersions(a: string, b: string): number {
  const left = parse(a)
  const right = parse(b)
  if (!left || !right) return Number(Boolean(left)) - Number(Boolean(right))
  for (const index of [0, 1, 2] as const) {
    const difference = left.numbers[index] - right.numbers[index]
    if (difference !== 0) return difference
  }
  return comparePre(left.pre, right.pre)
}

function comparePre(a: string[], b: string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const left = a[index]
    const right = b[index]
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1
    if (left === right) continue
    const leftIsNumber = /^\d+$/.test(left)
    const rightIsNumber = /^\d+$/.test(right)
    if (leftIsNumber && rightIsNumber) return Number(left) - Number(right)
    if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1
    return left < right ? -1 : 1
  }
  return 0
}

/** Does a platform of this version satisfy a manifest's range? A version that cannot be read satisfies only `*`. */
export function satisfiesRange(version: string, range: string): boolean {
  if (range === '*') return true
  if (!RANGE_PATTERN.test(range) || !parse(version)) return false
  return range.split(' ').every(comparator => satisfiesOne(version, comparator))
}

function satisfiesOne(version: string, comparator: string): boolean {
  const match = /^(>=|<=|>|<|=|\^|~)?(.+)$/.exec(comparator)
  const bound = match?.[2] ?? ''
  const order = compareVersions(version, bound)
  switch (match?.[1]) {
    case '>=':
      return order >= 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '<':
      return order < 0
    case '^':
      return order >= 0 && compareVersions(version, caretEnd(bound)) < 0
    case '~':
      return order >= 0 && compareVersions(version, tildeEnd(bound)) < 0
    default:
      return order === 0
  }
}

/** `^` keeps the first number that is not zero. */
function caretEnd(bound: string): string {
  const [major = 0, minor = 0, patch = 0] = bound.split('.').map(Number)
  if (major > 0) return `${major + 1}.0.0-0`
  return minor > 0 ? `0.${minor + 1}.0-0` : `0.0.${patch + 1}-0`
}

function tildeEnd(bound: string): string {
  const [major = 0, minor = 0] = bound.split('.').map(Number)
  return `${major}.${minor + 1}.0-0`
}
