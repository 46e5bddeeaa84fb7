import { QuoteType, Tokenizer } from 'htmlparser2'

export interface HtmlAttribute {
  /** In lower case. */
  name: string
  /** As written: entities are not decoded. */
  value: string
  isQuoted: boolean
}

/**
 * An opening tag as a browser would see it: not in comments, scripts, styles or other attributes.
 */
export interface HtmlTag {
  /** In lower case. */
  name: string
  attributes: HtmlAttribute[]
  /** As written. */
  text: string
  from: number
  to: number
}

const NOTHING = () => {}

/**
 * The opening tags of a text, in order, in linear time. Does not match closing tags; skips
 * unterminated tags.
 */
export function readTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = []
  let tag: { name: string; attributes: HtmlAttribute[]; from: number } | null = null
  let name = ''
  let value: { from: number; to: number } | null = null
  const end = (at: number) => {
    if (tag) tags.push({ ...tag, text: html.slice(tag.from, at + 1), to: at + 1 })
    tag = null
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (from, to) => {
        tag = { name: html.slice(from, to).toLowerCase(), attributes: [], from: from - 1 }
      },
      onattribname: (from, to) => {
        name = html.slice(from, to).toLowerCase()
        value = null
      },
      onattribdata: (from, to) => {
        value = { from: value?.from ?? from, to }
      },
      onattribend: (quote) =>
        void tag?.attributes.push({
          name,
          value: value ? html.slice(value.from, value.to) : '',
          isQuoted: quote === QuoteType.Single || quote === QuoteType.Double,
        }),
      onopentagend: end,
      onselfclosingtag: end,
      onattribentity: NOTHING,
      oncdata: NOTHING,
      onclosetag: NOTHING,
      oncomment: NOTHING,
      ondeclaration: NOTHING,
      onend: NOTHING,
      onprocessinginstruction: NOTHING,
      ontext: NOTHING,
      ontextentity: NOTHING,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return tags
}

/**
 * The decoded value of an attribute; undefined when missing. The first of several with the same
 * name counts. Decodes only the entities of HTML's special characters.
 */
export const attributeOf = ({ attributes }: HtmlTag, name: string): string | undefined => {
  const written = attributes.find((one) => one.name === name)?.value
  return written
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
