/**
 * Kinds of classes that a caller may override (position, size, type, background), by the part
 * before the last dash; the later class of a kind wins. Only these: a table of all Tailwind classes
 * would cost 5 kB on every page.
 */
const KINDS = new Set(
  (
    'p px py ps pe pt pb m mx my ms me mt mb gap gap-x gap-y size w h min-w max-w min-h max-h basis grid-cols col-span items justify self' +
    ' type bg rounded rounded-t rounded-b font'
  ).split(' '),
)
/** Kinds whose classes are complete words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...'block inline-block inline flex inline-flex grid inline-grid contents hidden'
    .split(' ')
    .map((word) => [word, 'display'] as const),
  ...'static fixed absolute relative sticky'.split(' ').map((word) => [word, 'position'] as const),
  ...'start center end'.split(' ').map((word) => [`text-${word}`, 'text-align'] as const),
  ...'balance pretty nowrap wrap ellipsis'
    .split(' ')
    .map((word) => [`text-${word}`, 'text-wrap'] as const),
])
/** Kinds that a class of these kinds overrides besides its own. */
const COVERS: Readonly<Record<string, string>> = {
  p: 'px py ps pe pt pb',
  px: 'ps pe',
  py: 'pt pb',
  m: 'mx my ms me mt mb',
  mx: 'ms me',
  my: 'mt mb',
  size: 'w h',
  rounded: 'rounded-t rounded-b',
  gap: 'gap-x gap-y',
}

/** Null for classes that cannot be overridden: they stay. */
function kindOf(name: string): string | null {
  const word = WORDS.get(name)
  if (word) return word
  if (name.startsWith('text-')) return name[5] === '[' ? 'text-size' : 'color'
  // the longest match: `min-w-0` is a `min-w`, `gap-x-4` a `gap-x`
  for (let dash = name.search(/\[|\(|$/); (dash = name.lastIndexOf('-', dash - 1)) > 0;) {
    const kind = name.slice(name[0] === '-' ? 1 : 0, dash)
    if (KINDS.has(kind)) return kind
  }
  return null
}

/** Variants (`md:hover:`), then the class. Colons in brackets do not separate. */
const PARTS = /^(.*:)?([^:[\]()]*(?:[[(].*)?)$/

/** S9.7: size of the cache. */
export const MAX_CACHED_RESULTS = 500
const kept = new Map<string, string>()

/** Merges a component's classes with its caller's; later ones win: `classes('mt-4', className)`. */
export function classes(...parts: readonly (string | 0 | 0n | false | null | undefined)[]): string {
  const all = parts.filter(Boolean).join(' ')
  const known = kept.get(all)
  if (known !== undefined) return known
  const taken = new Set<string>()
  const left = all
    .split(/\s+/)
    .reverse()
    .filter((one) => {
      const [, where = '', name = ''] = PARTS.exec(one) ?? []
      const kind = kindOf(name)
      if (kind === null) return one !== ''
      if (taken.has(where + kind)) return false
      for (const covered of [kind, ...(COVERS[kind]?.split(' ') ?? [])]) taken.add(where + covered)
      return true
    })
  const result = left.reverse().join(' ')
  if (kept.size >= MAX_CACHED_RESULTS) kept.delete(kept.keys().next().value ?? '')
  kept.set(all, result)
  return result
}

/** Current number of cached results. */
export const cachedResults = (): number => kept.size
