import { placeOf, type ContentProblem, type Place } from './addresses.ts'
import { judgeHtml } from './judge-html.ts'
import { judgeSvg } from './judge-svg.ts'
import { judgeStyle } from './style-addresses.ts'

const JUDGES: Record<string, (text: string, place: Place) => ContentProblem[]> = {
  svg: judgeSvg,
  html: judgeHtml,
  css: judgeStyle,
}

const judgeOf = (path: string) => JUDGES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]

/**
 * Files of these types are judged whole, so that a large one cannot hide what stands at its end.
 */
export const isJudged = (path: string): boolean => judgeOf(path) !== undefined
export const MOST_JUDGED_BYTES = 4 * 1024 * 1024

/**
 * What a file would run in a browser, and what it would load that is no file of its package.
 * Scripts are the rule pack's business.
 */
export function judgeContent(
  text: string,
  path: string,
  files: ReadonlySet<string>,
): ContentProblem[] {
  const place = placeOf(path, files)
  const found = judgeOf(path)?.(text, place) ?? []
  return [...found, ...judgeDrawings(place)]
}

/**
 * What drawings in `data:` addresses would run. Nothing can be loaded beside an address: only what
 * the drawing itself holds.
 */
export function judgeDrawings({ drawings }: Place): ContentProblem[] {
  const found: ContentProblem[] = []
  // Grows while it is gone through, by drawings in drawings.
  for (const { svg, index, depth } of drawings) {
    const inside: Place = { path: '', files: new Set(), depth, drawings: [] }
    found.push(...judgeSvg(svg, inside).map((problem) => ({ ...problem, index })))
    drawings.push(...inside.drawings.map((drawing) => ({ ...drawing, index })))
  }
  return found
}
