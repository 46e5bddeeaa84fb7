import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import {
  isFileOf,
  judgeStyle,
  placeOf,
  plainAddress,
  runsCode,
} from '../packages/content-addresses.ts'
import {
  elementsOf,
  isElsewhere,
  judgeAttribute,
  SVG_NAMESPACE,
} from '../packages/judge-content.ts'

/**
 * What the markup of an app's part runs, loads and links to. Names that the platform fills count as
 * files of the package.
 */
export interface Seen {
  index: number
  text: string
}

/** Elements that run code, or change the meaning of the rest of the page. */
const ACTIVE_ELEMENTS = new Set([
  'base',
  'object',
  'embed',
  'applet',
  'frame',
  'frameset',
  'portal',
  'foreignobject',
  'math',
])
const DATA_SCRIPT =
  /^application\/(?:ld\+)?json$|^text\/(?:plain|template|x-template)$|^importmap$|^speculationrules$/i

const read = (markup: string): Tree.Element[] =>
  elementsOf(parseFragment(markup, { sourceCodeLocationInfo: true })).filter(
    (node) => 'tagName' in node,
  )

const attributeOf = (element: Tree.Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name.toLowerCase() === name)?.value
const tagOf = (markup: string, element: Tree.Element): Seen => {
  const place = element.sourceCodeLocation
  const index = place?.startOffset ?? 0
  return {
    index,
    text: markup.slice(
      index,
      place && 'startTag' in place && place.startTag ? place.startTag.endOffset : index + 100,
    ),
  }
}
const isScript = (element: Tree.Element): boolean =>
  element.tagName === 'script' && !DATA_SCRIPT.test(attributeOf(element, 'type')?.trim() ?? '')
const addressOf = (element: Tree.Element): string | undefined =>
  attributeOf(element, 'src') ?? attributeOf(element, 'href') ?? attributeOf(element, 'xlink:href')

/** The contents of `<script>` elements. */
export const inlineScripts = (markup: string): { text: string; start: number }[] =>
  read(markup)
    .filter(isScript)
    .flatMap((element) =>
      element.childNodes.flatMap((child) =>
        'value' in child && child.value.trim() !== ''
          ? [{ text: child.value, start: child.sourceCodeLocation?.startOffset ?? 0 }]
          : [],
      ),
    )

/**
 * Inline code, which a shop's content security policy blocks: scripts without a file, `on…`
 * attributes and `javascript:` addresses.
 */
export function inlineCode(markup: string): Seen[] {
  return read(markup)
    .filter(
      (element) =>
        (isScript(element) && addressOf(element) === undefined) ||
        element.attrs.some(
          ({ name, value }) => /^on./i.test(name) || (isAddress(name) && runsCode(value)),
        ),
    )
    .map((element) => tagOf(markup, element))
}

const ADDRESSES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
  'xlink:href',
  'srcdoc',
  'to',
  'from',
  'by',
  'values',
  'ping',
])
const isAddress = (name: string): boolean => ADDRESSES.has(name.toLowerCase())

/**
 * Markup that gives the page to something else: `<base>`, `<object>`, a refresh, a frame with
 * `srcdoc`.
 */
export function activeMarkup(markup: string): Seen[] {
  return read(markup)
    .filter((element) => {
      if (ACTIVE_ELEMENTS.has(element.tagName.toLowerCase())) return true
      if (element.tagName === 'meta' && attributeOf(element, 'http-equiv') !== undefined)
        return true
      if (attributeOf(element, 'srcdoc') !== undefined) return true
      if (element.namespaceURI !== SVG_NAMESPACE) return false
      return element.attrs.some(
        ({ name, value }) => /attributename/i.test(name) && animatesAddress(value),
      )
    })
    .map((element) => tagOf(markup, element))
}

function animatesAddress(value: string): boolean {
  const found: Parameters<typeof judgeAttribute>[1] = []
  judgeAttribute(
    { element: 'set', attribute: 'attributeName', value, place: placeOf('', new Set()), index: 0 },
    found,
  )
  return found.length > 0
}

/** Scripts and style sheets from outside of the package and the shop. */
export function remoteLoads(markup: string, files: ReadonlySet<string>): Seen[] {
  const filled = (text: string) => text.replaceAll(/\{\{asset:([^{}\s]{1,200})\}\}/g, '$1')
  const place = placeOf('', files)
  return read(markup).flatMap((element) => {
    const tag = tagOf(markup, element)
    const address = addressOf(element)
    const loads =
      element.tagName === 'script' ||
      (element.tagName === 'link' &&
        /stylesheet|preload|script/i.test(
          `${attributeOf(element, 'rel')} ${attributeOf(element, 'as')}`,
        ))
    const styles = [
      attributeOf(element, 'style') ?? '',
      ...(element.tagName === 'style'
        ? element.childNodes.flatMap((child) => ('value' in child ? [child.value] : []))
        : []),
    ]
    const fromStyle = styles
      .flatMap((style) => judgeStyle(filled(style), place))
      .filter(({ detail }) => isElsewhere(detail) || !detail.startsWith('/'))
    const isRemote =
      loads &&
      address !== undefined &&
      isElsewhere(address) &&
      !isFileOf(plainAddress(filled(address)), place)
    return isRemote || fromStyle.length > 0 ? [tag] : []
  })
}
