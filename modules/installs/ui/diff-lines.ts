/** A line that stays, goes or comes. */
export interface DiffLine {
  what: 'same' | 'gone' | 'new'
  text: string
}

/**
 * Larger sources are shown whole, as removed and added: a comparison would be slow and unreadable.
 */
const MOST_LINES = 1500

const linesOf = (source: string): string[] => (source === '' ? [] : source.split('\n'))

/**
 * The fewest lines to remove and add so that `before` becomes `after` (longest common subsequence).
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  if (old.length * now.length > MOST_LINES * MOST_LINES) {
    return [
      ...old.map((text): DiffLine => ({ what: 'gone', text })),
      ...now.map((text): DiffLine => ({ what: 'new', text })),
    ]
  }
  // common[i][j]: how many lines old[i…] and now[j…] have in common, in order
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i]![j] =
        old[i] === now[j]
          ? common[i + 1]![j + 1]! + 1
          : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ what: 'same', text: old[i]! })
      i += 1
      j += 1
    } else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ what: 'gone', text: old[i]! })
      i += 1
    } else {
      lines.push({ what: 'new', text: now[j]! })
      j += 1
    }
  }
  return lines
}
