const WIDTH = 9
const LONGER = 30

/**
 * As text the longer number must be the greater one; what is beyond nine digits stands above all
 * that is not.
 */
const padded = (digits: string): string => {
  const bare = digits.replace(/^0+(?=\d)/, '')
  return bare.length <= WIDTH
    ? bare.padStart(WIDTH, '0')
    : '9'.repeat(WIDTH) + bare.slice(0, LONGER).padStart(LONGER, '0')
}

/** Three numbers, and nothing else. */
export const isPlainVersion = (version: string): boolean => /^\d+\.\d+\.\d+$/.test(version)

/**
 * A text by which versions of any form sort, as their signs stand (`collate "C"`): up to three
 * numbers in front (a `v` before them does not count, missing ones are 0), further ones after
 * these, then the rest: one that begins with a word or a hyphen (`-beta.2`, `b3`, `rc1`) stands
 * before the release without it, as in semver. A version without a number in front stands below all
 * others, by its place in the source.
 */
export function versionOrder(version: string, place = 0): string {
  const match = /^v?\.?(\d+(?:\.\d+)*)(.*)$/is.exec(version)
  if (!match) return `${['0', '0', '0'].map(padded).join('.')}-!${padded(String(place))}`
  const [, numbers = '', rest = ''] = match
  const [major = '0', minor = '0', patch = '0', ...more] = numbers.split('.')
  const core = [major, minor, patch].map(padded).join('.')
  const further = more.map((number) => `~.${padded(number)}`).join('')
  // A build part (`+…`) does not count.
  const after = rest
    .replace(/\+.*$/s, '')
    .toLowerCase()
    .replace(/^[-._\s]+/, '')
  return `${core}${further}${after === '' ? '~' : `-${after.replace(/\d+/g, padded)}`}`
}
