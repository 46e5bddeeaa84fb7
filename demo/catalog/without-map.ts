const MARKS = ['//# sourceMappingURL=', '/*# sourceMappingURL=']

/**
 * A script or a style sheet without the source map that its last line names; as it is where there
 * is none.
 */
export function withoutMap(text: string): string {
  const end = text.trimEnd()
  const at = Math.max(...MARKS.map((mark) => end.lastIndexOf(mark)))
  const named = end.slice(at + 2)
  const isLast =
    at !== -1 &&
    (end.startsWith('//', at)
      ? !/\s/.test(named.slice(MARKS[0]!.length - 2))
      : named.indexOf('*') === named.length - 2 && named.endsWith('*/'))
  return isLast ? `${end.slice(0, at).trimEnd()}\n` : text
}
