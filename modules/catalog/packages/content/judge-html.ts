import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import {
  judgeAddress,
  plainAddress,
  runsCode,
  type ContentProblem,
  type Place,
} from './addresses.ts'
import { DRAWING_ELEMENTS, judgeAttribute, SVG_NAMESPACE } from './judge-svg.ts'
import { judgeStyle } from './style-addresses.ts'

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'

/** Elements that show something and do nothing. What is not in the list is refused. */
const SHOWING_ELEMENTS = new Set(
  (
    'html head body title abbr address article aside b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s samp ' +
    'search section select small source span strong style sub summary sup table tbody td textarea tfoot th thead time tr track u ul var video audio wbr button fieldset form a'
  ).split(' '),
)
/** Attributes from which something is loaded. */
const LOADS = new Set(['src', 'poster', 'background', 'data', 'lowsrc', 'dynsrc', 'cite-src'])
const LIST_LOADS = new Set(['srcset', 'imagesrcset'])
/** Attributes that lead somewhere when a person presses something. */
const LEADS = new Set(['href', 'action', 'formaction', 'ping'])
/** Forms may go to the page's own site only. */
const SENDS = new Set(['action', 'formaction', 'ping'])

/**
 * Everything that a browser would make of a text; also what is in templates. Without recursion:
 * markup may be nested as deeply as its author likes.
 */
export function elementsOf(root: Tree.Node): (Tree.Element | Tree.CommentNode)[] {
  const found: (Tree.Element | Tree.CommentNode)[] = []
  const waiting: Tree.Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) found.push(node)
    else if (node.nodeName === '#comment') found.push(node as Tree.CommentNode)
    if ('childNodes' in node)
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1)
        waiting.push(node.childNodes[at] as Tree.Node)
    if ('content' in node) waiting.push(node.content)
  }
  return found
}

/** What a template would run or load, read as a page and as a part of one. */
export function judgeHtml(text: string, place: Place): ContentProblem[] {
  const found: ContentProblem[] = []
  for (const root of [
    parseFragment(text, { sourceCodeLocationInfo: true }),
    parse(text, { sourceCodeLocationInfo: true }),
  ]) {
    for (const node of elementsOf(root)) {
      if ('tagName' in node) judgeElement(node, place, found)
      else judgeComment(node, place, found)
    }
  }
  const seen = new Set<string>()
  return found.filter(
    ({ code, detail, index }) =>
      !seen.has(`${code} ${detail} ${index}`) && seen.add(`${code} ${detail} ${index}`),
  )
}

function judgeElement(node: Tree.Element, place: Place, found: ContentProblem[]): void {
  const index = node.sourceCodeLocation?.startOffset ?? 0
  const name = node.tagName.toLowerCase()
  const isDrawing = node.namespaceURI === SVG_NAMESPACE
  const isKnown = isDrawing
    ? DRAWING_ELEMENTS.has(name)
    : node.namespaceURI === HTML_NAMESPACE && SHOWING_ELEMENTS.has(name)
  if (!isKnown) found.push({ code: 'package.active_content', detail: `<${name}>`, index })
  if (name === 'style')
    for (const child of node.childNodes)
      if ('value' in child)
        found.push(...judgeStyle(child.value, place).map((problem) => ({ ...problem, index })))
  for (const { name: attribute, value, prefix } of node.attrs) {
    if (isDrawing)
      judgeAttribute(
        {
          element: name,
          attribute: prefix ? `${prefix}:${attribute}` : attribute,
          value,
          place,
          index,
        },
        found,
      )
    else judgeHtmlAttribute(attribute.toLowerCase(), value, place, index, found)
  }
}

function judgeHtmlAttribute(
  name: string,
  value: string,
  place: Place,
  index: number,
  found: ContentProblem[],
): void {
  const problem = (code: ContentProblem['code']) => {
    found.push({ code, detail: `${name}="${value}"`.slice(0, 200), index })
  }
  if (name.startsWith('on') || name === 'srcdoc' || name === 'http-equiv' || name === 'base')
    return problem('package.active_content')
  if (runsCode(value)) return problem('package.active_content')
  if (LOADS.has(name)) found.push(...judgeAddress(value, index, place))
  else if (LIST_LOADS.has(name))
    for (const address of sourcesOf(value)) found.push(...judgeAddress(address, index, place))
  else if (SENDS.has(name) && isElsewhere(value)) problem('package.outside_address')
  else if (name === 'style')
    found.push(...judgeStyle(value, place).map((one) => ({ ...one, index })))
}

export const leadsSomewhere = (name: string): boolean => LEADS.has(name)

/** The addresses of a `srcset`: each up to a space, or up to the comma behind it. */
export function sourcesOf(value: string): string[] {
  return value
    .split(/[\s,]+/)
    .filter((part) => part !== '' && !/^\d[\d.e+-]{0,20}[wxh],?$/i.test(part))
}

/** Does the address name another site? */
export function isElsewhere(value: string): boolean {
  const address = plainAddress(value)
  return /^[a-z][a-z0-9+.-]{0,40}:|^[\\/]{2}/i.test(address)
}

/** A block of WordPress says what it shows in a comment: `<!-- wp:image {"url":"…"} -->`. */
function judgeComment(
  { data, sourceCodeLocation }: Tree.CommentNode,
  place: Place,
  found: ContentProblem[],
): void {
  const index = sourceCodeLocation?.startOffset ?? 0
  const begin = data.indexOf('{')
  if (!data.trimStart().startsWith('wp:') || begin === -1) return
  let said: unknown
  try {
    said = JSON.parse(data.slice(begin, data.lastIndexOf('}') + 1))
  } catch {
    found.push({ code: 'package.broken_markup', detail: data.trim().slice(0, 200), index })
    return
  }
  for (const text of textsOf(said)) {
    if (runsCode(text))
      found.push({ code: 'package.active_content', detail: text.slice(0, 200), index })
    else if (text.includes('<'))
      found.push(...judgeHtml(text, place).map((problem) => ({ ...problem, index })))
  }
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsOf(inner)
}
