import type { DiffLine } from '#modules/installs/ui/diff-lines.ts'

/** A line with its numbers in the published and in the submitted file, from 1. */
export interface NumberedLine extends DiffLine {
  before: number | null
  after: number | null
}

/** Lines that belong together; `isFolded`: they are the same, and far from what differs. */
export interface Stretch {
  isFolded: boolean
  lines: NumberedLine[]
}

/** Lines shown around a difference. */
const AROUND = 3
/** Fewer are not worth a fold. */
const LEAST_FOLDED = 5

export function numberLines(lines: readonly DiffLine[]): NumberedLine[] {
  let [before, after] = [0, 0]
  return lines.map((line) => {
    if (line.what !== 'new') before += 1
    if (line.what !== 'gone') after += 1
    return {
      ...line,
      before: line.what === 'new' ? null : before,
      after: line.what === 'gone' ? null : after,
    }
  })
}

/** `shown`: lines of the submitted file that stay open although they are the same. */
export function foldLines(
  lines: readonly NumberedLine[],
  shown: ReadonlySet<number> = new Set(),
): Stretch[] {
  const near = new Set<number>()
  for (const [index, line] of lines.entries())
    if (line.what !== 'same' || (line.after !== null && shown.has(line.after)))
      for (let at = index - AROUND; at <= index + AROUND; at += 1) near.add(at)
  const stretches: Stretch[] = []
  for (const [index, line] of lines.entries()) {
    const isFolded = !near.has(index)
    const last = stretches.at(-1)
    if (last?.isFolded === isFolded) last.lines.push(line)
    else stretches.push({ isFolded, lines: [line] })
  }
  return stretches.map((one) =>
    one.lines.length < LEAST_FOLDED ? { ...one, isFolded: false } : one,
  )
}

/** Stretches on pages of at most so many open lines; a folded one counts as one line. */
export function pagesOf(stretches: readonly Stretch[], most: number): Stretch[][] {
  const pages: Stretch[][] = [[]]
  let room = most
  const put = (stretch: Stretch, size: number) => {
    pages.at(-1)?.push(stretch)
    room -= size
  }
  for (const stretch of stretches) {
    let rest = stretch.lines
    while (rest.length > 0) {
      if (room <= 0) {
        pages.push([])
        room = most
      }
      const taken = stretch.isFolded ? rest : rest.slice(0, room)
      put({ ...stretch, lines: taken }, stretch.isFolded ? 1 : taken.length)
      rest = rest.slice(taken.length)
    }
  }
  return pages
}

/** The page that shows a line of the submitted file, from 1. */
export const pageOfLine = (pages: readonly Stretch[][], line: number): number =>
  Math.max(
    1,
    pages.findIndex((page) =>
      page.some((stretch) => stretch.lines.some((one) => one.after === line)),
    ) + 1,
  )

/**
 * What a reviewer must see as it is: marks that turn letters around or cannot be seen are written
 * out, and long lines cut.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
const LONGEST = 600

export const visibleText = (text: string): string => {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return cut.replaceAll(
    HIDDEN,
    (mark) => `\\u{${mark.codePointAt(0)?.toString(16).padStart(4, '0')}}`,
  )
}
