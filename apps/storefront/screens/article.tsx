import { Page } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { findArticle } from '../articles/find-article.ts'
import type { ArticlePart } from '../articles/article.ts'
import { PageHead } from '../page-head.tsx'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/article.ts'

/** S1.6, D21: pages of text. The words are the page's data, so that one language of one page travels and no more. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const article = findArticle(url.pathname.replace(/\/$/, ''), screen.locale, screen.operator)
  if (!article) throw screen.refusal('not_found')
  return { article }
}

export default function ArticlePage({ loaderData: { article } }: Route.ComponentProps) {
  return (
    <Page className="pt-8 md:pt-12">
      <PageHead title={article.title} description={article.lead} />
      <article className="max-w-[68ch]">
        <h1 className="type-title text-balance">{article.title}</h1>
        <p className="type-lg mt-4 text-ink2">{article.lead}</p>
        {article.parts.map(part => (
          <Part key={part.heading} part={part} />
        ))}
      </article>
    </Page>
  )
}

function Part({ part: { heading, paragraphs = [], list, table, code, links } }: { part: ArticlePart }) {
  return (
    <section className="mt-9">
      <h2 className="type-d3">{heading}</h2>
      {paragraphs.map(text => (
        <p key={text} className="prose mt-3 wrap-anywhere-safe">
          {text}
        </p>
      ))}
      {list && (
        <ul className="prose mt-3 list-disc space-y-2 ps-5 marker:text-turquoise">
          {list.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {table && <Table {...table} label={heading} />}
      {code && (
        <pre dir="ltr" tabIndex={0} className="type-sm mt-4 overflow-x-auto rounded-card border border-line bg-stone p-4 font-mono leading-relaxed">
          <code>{code}</code>
        </pre>
      )}
      {links && (
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          {links.map(link => (
            <TextLink key={link.href} href={link.href}>
              {link.name}
            </TextLink>
          ))}
        </p>
      )}
    </section>
  )
}

function Table({ head, rows, label }: NonNullable<ArticlePart['table']> & { label: string }) {
  return (
    // wider than a phone: it moves sideways on its own, by keyboard too
    <div role="region" aria-label={label} tabIndex={0} className="mt-4 overflow-x-auto">
      <table className="type-sm w-full border-collapse text-start">
        <thead>
          <tr>
            {head.map(name => (
              <th key={name} scope="col" className="border-b border-line2 py-2 pe-5 text-start type-label">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(cells => (
            <tr key={cells[0]}>
              {cells.map((cell, n) =>
                n === 0 ? (
                  <th key={cell} scope="row" className="border-b border-line py-2.5 pe-5 text-start align-top font-normal figures">
                    <bdi>{cell}</bdi>
                  </th>
                ) : (
                  <td key={`${n} ${cell}`} className="border-b border-line py-2.5 pe-5 align-top text-ink2">
                    <bdi>{cell}</bdi>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
