import type { ReactNode } from 'react'
import { TextLink } from '#ui/link.tsx'

/**
 * S2.33: an error's description may contain a little markup. It is parsed into React elements,
 * never passed to the browser as HTML: unknown tags are dropped and their text kept; the only
 * attribute read is a link's.
 */
const ALLOWED = new Set(['b', 'i', 'em', 'strong', 'p', 'a'])
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: '\u00a0',
}
const LONGEST = 4_000

interface Open {
  tag: string
  href?: string
  children: ReactNode[]
}

export function SafeMarkup({ markup }: { markup: string }) {
  return <>{readMarkup(markup)}</>
}

/**
 * The markup as React nodes. Unclosed tags end with the text; unmatched closing tags are dropped.
 */
export function readMarkup(markup: string): ReactNode[] {
  const stack: Open[] = [{ tag: '', children: [] }]
  const top = () => stack.at(-1)!
  const close = () => {
    const done = stack.pop()!
    top().children.push(element(done, top().children.length))
  }
  const text = markup.slice(0, LONGEST)
  let position = 0
  for (const match of text.matchAll(TOKEN)) {
    addText(top().children, text.slice(position, match.index))
    position = match.index + match[0].length
    const [, slash, name = '', attributes = ''] = match
    const tag = name.toLowerCase()
    if (tag === 'br') top().children.push(<br key={top().children.length} />)
    if (!ALLOWED.has(tag)) continue
    if (!slash) stack.push({ tag, href: safeHref(attributes), children: [] })
    else if (stack.some((open) => open.tag === tag)) {
      while (top().tag !== tag) close()
      close()
    }
  }
  addText(top().children, text.slice(position))
  while (stack.length > 1) close()
  return top().children
}

function addText(children: ReactNode[], text: string) {
  if (text) children.push(withoutEntities(text))
}

const withoutEntities = (text: string) =>
  text.replace(/&(#39|[a-z]+);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)

/** Only `https:` URLs and paths of this site; `//elsewhere` and `/\elsewhere` are not. */
function safeHref(attributes: string): string | undefined {
  const found = HREF.exec(attributes)
  const href = withoutEntities(found?.[1] ?? found?.[2] ?? '').trim()
  return /^(https:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/i.test(href) ? href : undefined
}

function element({ tag, href, children }: Open, key: number): ReactNode {
  if (tag === 'a')
    return href ? (
      <TextLink key={key} href={href} rel="noreferrer">
        {children}
      </TextLink>
    ) : (
      <span key={key}>{children}</span>
    )
  const Tag = tag as 'b'
  return <Tag key={key}>{children}</Tag>
}
