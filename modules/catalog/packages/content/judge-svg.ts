import { Parser } from 'htmlparser2'
import { judgeAddress, runsCode, type ContentProblem, type Place } from './addresses.ts'
import { judgeStyle } from './style-addresses.ts'

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
/**
 * Namespaces whose elements browsers run or show. Others (of drawing programs) are data, and so are
 * their attributes.
 */
const LIVE_NAMESPACES =
  /^http:\/\/www\.w3\.org\/(?:1999\/xhtml|2001\/xml-events|1998\/Math\/MathML|1999\/XSL\/|TR\/)|xbl|^http:\/\/www\.mozilla\.org\//i

/**
 * Elements that only draw. What is not in the list is refused: `script`, `foreignObject`,
 * `handler`, `iframe` and whatever comes next.
 */
export const DRAWING_ELEMENTS = new Set(
  (
    'a animate animatecolor animatemotion animatetransform circle clippath color-profile cursor defs desc ellipse feblend fecolormatrix fecomponenttransfer fecomposite ' +
    'feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode ' +
    'femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter font font-face font-face-format font-face-name font-face-src font-face-uri ' +
    'g glyph glyphref hatch hatchpath hkern image line lineargradient marker mask mesh meshgradient meshpatch meshrow metadata missing-glyph mpath path pattern polygon polyline ' +
    'radialgradient rect set solidcolor stop style svg switch symbol text textpath title tref tspan use view vkern'
  ).split(' '),
)

/**
 * `<?xml version="1.0" encoding="UTF-8"?>` and nothing that a reader would need another parser for.
 */
const XML_DECLARATION =
  /^<\?xml version=(?:"1\.[01]"|'1\.[01]')(?: {1,3}encoding=(?:"utf-8"|'utf-8'))?(?: {1,3}standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/i
/** Without entities of its own: those could say anything later. */
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
 * What a drawing would run or load. Namespaces are resolved, so a prefix hides nothing; what is no
 * well-formed XML is refused.
 */
export function judgeSvg(source: string, place: Place): ContentProblem[] {
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
        // Namespaces are inherited by copying: what nobody draws must not make that expensive.
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
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/**
 * The parent's, with what the element declares itself; the same object where it declares nothing.
 */
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

/** Of an element of a drawing, in a file of its own or inside of markup. */
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
  // It would change what every other address means.
  if (name === 'base') return active()
  if (name === 'attributename' && isDangerousTarget(value)) return active()
  if (runsCode(value)) return active()
  // Animations give several addresses at once: `values="#a;javascript:…"`.
  if (value.includes(';') && value.split(';').some(runsCode)) return active()
  if (name === 'href' || name === 'src') found.push(...judgeAddress(value, index, place))
  else if (name === 'style' || (element !== 'style' && /[(\\]/.test(value)))
    found.push(...judgeStyle(value, place).map((problem) => ({ ...problem, index })))
}

/** Animating these gives an address or a script to an element that had none. */
const isDangerousTarget = (value: string): boolean => {
  const target = localName(value.trim())
  return target === 'href' || target === 'src' || target === 'base' || target.startsWith('on')
}
