import type { ContentProblem, Place } from './addresses.ts'
import { judgeHtml } from './judge-html.ts'
import { judgeSvg } from './judge-svg.ts'
import { judgeStyle } from './style-addresses.ts'

const JUDGES: Record<string, (text: string, place: Place) => ContentProblem[]> = { svg: judgeSvg, html: judgeHtml, css: judgeStyle }

const judgeOf = (path: string) => JUDGES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]

/** Files of these types are judged whole, so that a large one cannot hide what stands at its end. */
export const isJudged = (path: string): boolean => judgeOf(path) !== undefined
export const MOST_JUDGED_BYTES = 4 * 1024 * 1024

/** What a file would run in a browser, and what it would load that is no file of its package. Scripts are the rule pack's business. */
export const judgeContent = (text: string, place: Place): ContentProblem[] => judgeOf(place.path)?.(text, place) ?? []
