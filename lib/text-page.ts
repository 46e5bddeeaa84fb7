/**
 * Parses the small Markdown of text pages: `## ` begins a part, `- ` a list item, `| a | b |` a
 * table row (the first is the head), three backticks a code block; a line of links `[name](/where)`
 * is shown at the end of its part. Anything else is a paragraph. The result is data, never HTML, so
 * nothing needs sanitizing.
 */
export interface TextPart {
  heading: string
  paragraphs?: string[]
  list?: string[]
  table?: { head: string[]; rows: string[][] }
  /** A code block, left to right. */
  code?: string
  links?: { href: string; name: string }[]
}

/** A text page in one language. */
export interface Article {
  title: string
  /** One or two sentences below the title; also the description for search engines. */
  lead: string
  parts: TextPart[]
}

const LINK = /\[([^[\]\n]{1,200})\]\(([^()\s]{1,500})\)/g
const ONLY_LINKS = /^(?:\[[^[\]\n]{1,200}\]\([^()\s]{1,500}\)[\s·,]*)+$/
/** Our own paths, https URLs and mail links. */
const SAFE = /^(?:\/(?![/\\])[^\\]*|https:\/\/[^\\]+|mailto:[^\\]+)$/

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
const isRule = (line: string) => /^\|?[\s:|-]+\|?$/.test(line) && line.includes('-')

/** The parts of a body. Text before the first heading is a part without one. */
export function readTextBody(body: string): TextPart[] {
  const parts: TextPart[] = []
  const here = (): TextPart => parts.at(-1) ?? (parts.push({ heading: '' }), parts[0] as TextPart)
  const lines = body.replace(/\r\n?/g, '\n').split('\n')
  let paragraph: string[] = []
  const close = () => {
    if (paragraph.length > 0)
      here().paragraphs = [...(here().paragraphs ?? []), paragraph.join(' ')]
    paragraph = []
  }
  // The list whose last item the next indented line goes on.
  let open: string[] | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]?.trim() ?? ''
    if (open && line !== '' && lines[index]?.startsWith('  ')) {
      open.push(`${open.pop()} ${line}`)
      continue
    }
    open = undefined
    if (line.startsWith('```')) {
      close()
      const end = lines.findIndex((one, place) => place > index && one.trim().startsWith('```'))
      const until = end === -1 ? lines.length : end
      here().code = [here().code, lines.slice(index + 1, until).join('\n')]
        .filter(Boolean)
        .join('\n\n')
      index = until
    } else if (/^#{1,6} /.test(line)) {
      close()
      parts.push({ heading: line.replace(/^#{1,6} /, '').trim() })
    } else if (/^[-*] /.test(line)) {
      close()
      open = here().list = [...(here().list ?? []), line.slice(2).trim()]
    } else if (line.startsWith('|')) {
      close()
      const table = here().table
      if (!table) here().table = { head: cellsOf(line), rows: [] }
      else if (!isRule(line)) here().table = { ...table, rows: [...table.rows, cellsOf(line)] }
    } else if (ONLY_LINKS.test(line)) {
      close()
      const links = [...line.matchAll(LINK)].flatMap(([, name = '', href = '']) =>
        SAFE.test(href) ? [{ href, name }] : [],
      )
      here().links = [...(here().links ?? []), ...links]
    } else if (line === '') close()
    else paragraph.push(line)
  }
  close()
  return parts
}

/** The inverse of `readTextBody`, to edit an existing text. */
export const writeTextBody = (parts: readonly TextPart[]): string =>
  parts
    .map((part) =>
      [
        ...(part.heading === '' ? [] : [`## ${part.heading}`]),
        ...(part.paragraphs ?? []),
        ...(part.list ? [part.list.map((line) => `- ${line}`).join('\n')] : []),
        ...(part.table
          ? [
              [part.table.head, part.table.head.map(() => '---'), ...part.table.rows]
                .map((cells) => `| ${cells.join(' | ')} |`)
                .join('\n'),
            ]
          : []),
        ...(part.code === undefined ? [] : [`\`\`\`\n${part.code}\n\`\`\``]),
        ...(part.links ? [part.links.map((link) => `[${link.name}](${link.href})`).join(' ')] : []),
      ].join('\n\n'),
    )
    .join('\n\n')

/** A file of `locales/<language>/articles`: `# title`, a paragraph that is the lead, the body. */
export function readTextFile(text: string): Article {
  const [title = '', lead = '', ...body] = text.split('\n\n')
  return {
    title: title.replace(/^# /, ''),
    lead: lead.replaceAll('\n', ' '),
    parts: readTextBody(body.join('\n\n')),
  }
}

/** Values of placeholders such as `{operator}`. */
export type Places = Readonly<Record<string, string>>
/** Placeholders without a value stay as they are. */
export const fillPlaces = (text: string, places: Places): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place)

/** Fills the placeholders of an article. */
export function fillArticle(article: Article, places: Places): Article {
  const fill = (text: string) => fillPlaces(text, places)
  return {
    title: fill(article.title),
    lead: fill(article.lead),
    parts: article.parts.map((part) => ({
      ...part,
      heading: fill(part.heading),
      ...(part.paragraphs && { paragraphs: part.paragraphs.map(fill) }),
      ...(part.list && { list: part.list.map(fill) }),
      ...(part.table && {
        table: { ...part.table, rows: part.table.rows.map((row) => row.map(fill)) },
      }),
    })),
  }
}
