import { useLocation } from 'react-router'
import type { TextPart } from '#lib/text-page.ts'
import { getText } from '#modules/market/contract.ts'
import { Arches } from '#ui/arches.tsx'
import { classes } from '#ui/classes.ts'
import { Anchor, TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page, Sticky, Wall } from '#ui/page-grid.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/article.ts'

/** S1.6, D21: text pages, loaded as data so that only one language of one page is sent. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const path = url.pathname.replace(/\/$/, '')
  const { shown: article, data: own, related } = await screen.call(getText, { query: { path } })
  if (!article) throw screen.refusal('not_found')
  // Legal texts need the operator, which is not configured yet.
  const isUnsigned = screen.operator.name === '' && path.startsWith('/legal/') && own === null
  return { article, isUnsigned, related }
}

export default function ArticlePage({
  loaderData: { article, isUnsigned, related },
}: Route.ComponentProps) {
  const { pathname } = useLocation()
  const { t } = useWords()
  return (
    <>
      <PageHead title={article.title} description={article.lead} />
      <Wall className="border-b border-line">
        <Page className="flex items-end justify-between gap-x-12 overflow-hidden">
          <div className="max-w-[62ch] py-9 md:py-14">
            <h1 className="type-title text-balance">{article.title}</h1>
            <p className="type-lg mt-4 text-pretty text-ink2">{article.lead}</p>
          </div>
          <Arches className="-mb-px hidden w-[360px] shrink-0 lg:block" />
        </Page>
      </Wall>
      <Page className="grid gap-x-14 gap-y-10 pt-4 md:pt-6 lg:grid-cols-[minmax(0,1fr)_250px]">
        <article className="max-w-[68ch] min-w-0">
          {isUnsigned && <Notice className="mt-9">{t('article.unsigned')}</Notice>}
          {article.parts.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </article>
        <Sticky className="unprinted lg:pt-9">
          <nav
            aria-label={article.title}
            className="border-line max-lg:border-t max-lg:pt-6 lg:border-s lg:ps-6"
          >
            <ul>
              {related.map(({ path: href, title }) => (
                <li key={href}>
                  <Anchor
                    href={href}
                    aria-current={href === pathname ? 'page' : undefined}
                    className={classes(
                      'inline-flex min-h-9 items-center py-1 type-sm text-ink2 hover:text-ink hover:underline hover:underline-offset-4',
                      href === pathname && 'text-ink strong',
                    )}
                  >
                    {title}
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
        </Sticky>
      </Page>
    </>
  )
}

function Part({
  part: { heading, paragraphs = [], list, table, code, links },
}: {
  part: TextPart
}) {
  return (
    <section className="mt-9">
      {heading !== '' && <h2 className="type-d3">{heading}</h2>}
      {paragraphs.map((text) => (
        <p key={text} className="prose mt-3 wrap-anywhere-safe">
          {text}
        </p>
      ))}
      {list && (
        <ul className="prose mt-3 list-disc space-y-2 ps-5 marker:text-turquoise">
          {list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {table && <Table {...table} label={heading} />}
      {code && (
        <pre
          dir="ltr"
          tabIndex={0}
          className="type-sm mt-4 overflow-x-auto rounded-card border border-line bg-stone p-4 leading-relaxed"
        >
          <code>{code}</code>
        </pre>
      )}
      {links && (
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          {links.map((link) => (
            <TextLink key={link.href} href={link.href}>
              {link.name}
            </TextLink>
          ))}
        </p>
      )}
    </section>
  )
}

function Table({ head, rows, label }: NonNullable<TextPart['table']> & { label: string }) {
  return (
    // scrolls horizontally on phones, by keyboard too
    <div role="region" aria-label={label} tabIndex={0} className="mt-4 overflow-x-auto">
      <table className="type-sm w-full border-collapse text-start">
        <thead>
          <tr>
            {head.map((name) => (
              <th
                key={name}
                scope="col"
                className="border-b border-line2 py-2 pe-5 text-start type-label"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, n) =>
                n === 0 ? (
                  <th
                    key={cell}
                    scope="row"
                    className="border-b border-line py-2.5 pe-5 text-start align-top font-normal figures"
                  >
                    <bdi>{cell}</bdi>
                  </th>
                ) : (
                  <td
                    key={`${n} ${cell}`}
                    className="border-b border-line py-2.5 pe-5 align-top text-ink2"
                  >
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
