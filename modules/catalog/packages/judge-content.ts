import { Parser } from 'htmlparser2'
import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import {
  judgeAddress,
  judgeStyle,
  placeOf,
  plainAddress,
  runsCode,
  type ContentProblem,
  type Place,
} from './content-addresses.ts'

const JUDGES: Record<string, (text: string, place: Place) => ContentProblem[]> = {
  svg: judgeSvg,
  html: judgeHtml,
  css: judgeStyle,
}

const judgeOf = (path: string) => JUDGES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]

/** Types of files that are checked whole, so that a large one cannot hide anything at its end. */
export const isJudged = (path: string): boolean => judgeOf(path) !== undefined
export const MOST_JUDGED_BYTES = 4 * 1024 * 1024

/**
 * What a file would run in a browser, or load from outside of its package. Scripts are checked by
 * the rule pack.
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

/** What drawings in `data:` addresses would run; they can load nothing. */
function judgeDrawings({ drawings }: Place): ContentProblem[] {
  const found: ContentProblem[] = []
  // The list grows with drawings inside of drawings.
  for (const { svg, index, depth } of drawings) {
    const inside: Place = { path: '', files: new Set(), depth, drawings: [] }
    found.push(...judgeSvg(svg, inside).map((problem) => ({ ...problem, index })))
    drawings.push(...inside.drawings.map((drawing) => ({ ...drawing, index })))
  }
  return found
}

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'

/** Elements that only show something; all others are refused. */
const SHOWING_ELEMENTS = new Set(
  (
    'html head body title abbr address article aside b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s samp ' +
    'search section select small source span strong style sub summary sup table tbody td textarea tfoot th thead time tr track u ul var video audio wbr button fieldset form a'
  ).split(' '),
)
/** Attributes that load something. */
const LOADS = new Set(['src', 'poster', 'background', 'data', 'lowsrc', 'dynsrc', 'cite-src'])
const LIST_LOADS = new Set(['srcset', 'imagesrcset'])
/** Forms may be sent to the page's own site only. */
const SENDS = new Set(['action', 'formaction', 'ping'])

/** All elements, also of templates. Not recursive, because markup may be nested deeply. */
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

/** Parsed as a page and as a fragment, because they differ. */
function judgeHtml(text: string, place: Place): ContentProblem[] {
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

/** The addresses of a `srcset`. */
function sourcesOf(value: string): string[] {
  return value
    .split(/[\s,]+/)
    .filter((part) => part !== '' && !/^\d[\d.e+-]{0,20}[wxh],?$/i.test(part))
}

/** Whether the address names another site. */
export function isElsewhere(value: string): boolean {
  const address = plainAddress(value)
  return /^[a-z][a-z0-9+.-]{0,40}:|^[\\/]{2}/i.test(address)
}

/** WordPress blocks have addresses in comments: `<!-- wp:image {"url":"…"} -->`. */
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

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
/** Namespaces that browsers run or show. Elements of others (of drawing programs) are only data. */
const LIVE_NAMESPACES =
  /^http:\/\/www\.w3\.org\/(?:1999\/xhtml|2001\/xml-events|1998\/Math\/MathML|1999\/XSL\/|TR\/)|xbl|^http:\/\/www\.mozilla\.org\//i

/** Elements that only draw; all others (`script`, `foreignObject`, `iframe` …) are refused. */
const DRAWING_ELEMENTS = new Set(
  (
    'a animate animatecolor animatemotion animatetransform circle clippath color-profile cursor defs desc ellipse feblend fecolormatrix fecomponenttransfer fecomposite ' +
    'feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode ' +
    'femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter font font-face font-face-format font-face-name font-face-src font-face-uri ' +
    'g glyph glyphref hatch hatchpath hkern image line lineargradient marker mask mesh meshgradient meshpatch meshrow metadata missing-glyph mpath path pattern polygon polyline ' +
    'radialgradient rect set solidcolor stop style svg switch symbol text textpath title tref tspan use view vkern'
  ).split(' '),
)

/** `<?xml version="1.0" encoding="UTF-8"?>`, which needs no other parser. */
const XML_DECLARATION =
  /^<\?xml version=(?:"1\.[01]"|'1\.[01]')(?: {1,3}encoding=(?:"utf-8"|'utf-8'))?(?: {1,3}standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/i
/** Without own entities, which could contain anything. */
const DOCTYPE = /^!doctype svg(?: public "[^"<>[\]]{1,200}"\s{1,40}"[^"<>[\]]{1,200}")?\s?$/i

const MOST_DEPTH = 500
const MOST_ATTRIBUTES = 200
class TooDeep extends Error {}

interface Open {
  name: string
  namespaces: Readonly<Record<string, string>>
  style: string | null
}

/**
 * Checks an SVG file. Namespaces are resolved, so a prefix hides nothing; malformed XML is refused.
 */
function judgeSvg(source: string, place: Place): ContentProblem[] {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const declaration = XML_DECLARATION.exec(text)?.[0] ?? ''
  const found: ContentProblem[] = []
  const open: Open[] = []
  let roots = 0
  const refuse = (code: ContentProblem['code'], detail: string) => {
    found.push({
      code,
      detail: detail.slice(0, 200),
      index: parser.startIndex + declaration.length,
    })
  }
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (name.toLowerCase() === '!doctype' && open.length === 0 && DOCTYPE.test(data)) return
        refuse('package.active_content', `<${data}>`)
      },
      onopentag(name, attributes) {
        if (open.length === 0) roots += 1
        // Limits the cost of copying namespaces.
        if (open.length === MOST_DEPTH || Object.keys(attributes).length > MOST_ATTRIBUTES)
          throw new TooDeep()
        const namespaces = withDeclared(open.at(-1)?.namespaces ?? {}, attributes)
        const local = localName(name)
        const namespace = namespaces[prefixOf(name)] ?? ''
        const isDrawing = namespace === SVG_NAMESPACE || namespace === ''
        if (isDrawing ? !DRAWING_ELEMENTS.has(local) : LIVE_NAMESPACES.test(namespace))
          refuse('package.active_content', `<${name}>`)
        open.push({ name, namespaces, style: isDrawing && local === 'style' ? '' : null })
        for (const [attribute, value] of Object.entries(attributes))
          judgeAttribute(
            {
              element: local,
              attribute,
              value,
              place,
              index: parser.startIndex + declaration.length,
            },
            found,
          )
      },
      ontext(data) {
        const inside = open.at(-1)
        if (inside?.style != null) inside.style += data
        else if (!inside && data.trim() !== '') refuse('package.broken_markup', data.trim())
      },
      onclosetag(name, isImplied) {
        const closed = open.pop()
        if (isImplied && !text.slice(0, parser.endIndex + declaration.length + 1).endsWith('/>'))
          refuse('package.broken_markup', `<${name}>`)
        if (closed?.style)
          found.push(
            ...judgeStyle(closed.style, place).map((problem) => ({
              ...problem,
              index: parser.startIndex + declaration.length,
            })),
          )
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  try {
    parser.end(text.slice(declaration.length))
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    refuse('package.broken_markup', 'nested too deeply')
  }
  if (roots !== 1 || open.length > 0) refuse('package.broken_markup', 'not one <svg> element')
  return found
}

const prefixOf = (name: string): string =>
  name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Namespaces of the parent and those that the element declares. */
function withDeclared(
  inherited: Open['namespaces'],
  attributes: Record<string, string>,
): Open['namespaces'] {
  const declared = Object.entries(attributes).filter(
    ([name]) => name === 'xmlns' || name.startsWith('xmlns:'),
  )
  if (declared.length === 0) return inherited
  return {
    ...inherited,
    ...Object.fromEntries(
      declared.map(([name, value]) => [name === 'xmlns' ? '' : name.slice(6), value.trim()]),
    ),
  }
}

interface Attribute {
  element: string
  attribute: string
  value: string
  place: Place
  index: number
}

/** For SVG elements, in a file or inside of markup. */
export function judgeAttribute(
  { element, attribute, value, place, index }: Attribute,
  found: ContentProblem[],
): void {
  if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) return
  const name = localName(attribute)
  const seen = `${attribute}="${value}"`.slice(0, 200)
  const active = () => {
    found.push({ code: 'package.active_content', detail: seen, index })
  }
  if (name.startsWith('on')) return active()
  // It would change the meaning of all other addresses.
  if (name === 'base') return active()
  if (name === 'attributename' && isDangerousTarget(value)) return active()
  if (runsCode(value)) return active()
  // Animations have several addresses: `values="#a;javascript:…"`.
  if (value.includes(';') && value.split(';').some(runsCode)) return active()
  if (name === 'href' || name === 'src') found.push(...judgeAddress(value, index, place))
  else if (name === 'style' || (element !== 'style' && /[(\\]/.test(value)))
    found.push(...judgeStyle(value, place).map((problem) => ({ ...problem, index })))
}

/** Animating these attributes adds an address or a script to an element. */
const isDangerousTarget = (value: string): boolean => {
  const target = localName(value.trim())
  return target === 'href' || target === 'src' || target === 'base' || target.startsWith('on')
}
