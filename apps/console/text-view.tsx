import { fillIn, type Places } from '#apps/storefront/articles/article.ts'
import { readTextBody, type TextPart } from '#lib/text-page.ts'
import { DIRECTIONS } from './merchandising-fields.tsx'
import type { Locale } from '#lib/locale.ts'

/** A page of text as stores will read it. */
export function TextView({
  title,
  lead,
  body,
  places,
  language,
}: {
  title: string
  lead: string
  body: string
  places: Places
  language: Locale
}) {
  const article = fillIn({ title, lead, parts: readTextBody(body) }, places)
  return (
    <div lang={language} dir={DIRECTIONS[language]} className="max-w-[68ch] min-w-0">
      <p className="type-d3">{article.title}</p>
      <p className="type-lg mt-2 text-ink2">{article.lead}</p>
      {article.parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  )
}

function Part({
  part: { heading, paragraphs = [], list, table, code, links },
}: {
  part: TextPart
}) {
  return (
    <section className="mt-6">
      {heading !== '' && <h3 className="type-d4">{heading}</h3>}
      {paragraphs.map((text, index) => (
        <p key={index} className="prose mt-2 wrap-anywhere-safe">
          {text}
        </p>
      ))}
      {list && (
        <ul className="prose mt-2 list-disc space-y-1 ps-5">
          {list.map((text, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      {table && (
        <div className="mt-3 overflow-x-auto">
          <table className="type-sm w-full border-collapse text-start">
            <thead>
              <tr>
                {table.head.map((name, index) => (
                  <th
                    key={index}
                    scope="col"
                    className="border-b border-line2 py-2 pe-5 text-start type-label"
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, index) => (
                    <td key={index} className="border-b border-line py-2 pe-5 align-top">
                      <bdi>{cell}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {code !== undefined && (
        <pre
          dir="ltr"
          tabIndex={0}
          className="type-sm mt-3 overflow-x-auto rounded-card border border-line bg-stone p-4 font-mono"
        >
          <code>{code}</code>
        </pre>
      )}
      {links && (
        <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-link">
          {links.map((link) => (
            <span key={link.href}>{link.name}</span>
          ))}
        </p>
      )}
    </section>
  )
}
