/**
 * Number of typos between two words: insertions, deletions, substitutions and swaps of neighbors
 * (optimal string alignment).
 */
export function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]]
  let [before, last] = [[] as number[], b.map((_, j) => j + 1)]
  last.unshift(0)
  for (const [i, letter] of a.entries()) {
    const row = [i + 1]
    for (const [j, other] of b.entries()) {
      let least = Math.min(
        (last[j] ?? 0) + (letter === other ? 0 : 1),
        (last[j + 1] ?? 0) + 1,
        (row[j] ?? 0) + 1,
      )
      if (i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other)
        least = Math.min(least, (before[j - 1] ?? 0) + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
