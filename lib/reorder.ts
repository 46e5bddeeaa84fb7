/**
 * The list after a move: `2:0` puts the third entry first, `2:` removes it. Anything else changes
 * nothing.
 */
export function reorder<T>(list: readonly T[], move: string): T[] {
  const [, from, to] = /^(\d{1,4}):(\d{0,4})$/.exec(move) ?? []
  const index = Number(from)
  if (from === undefined || to === undefined || index >= list.length) return [...list]
  if (to === '') return list.toSpliced(index, 1)
  if (Number(to) >= list.length) return [...list]
  return list.toSpliced(index, 1).toSpliced(Number(to), 0, ...list.slice(index, index + 1))
}
