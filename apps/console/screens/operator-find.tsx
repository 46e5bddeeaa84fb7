import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { InputGiven } from '#kernel/operation.ts'
import { searchConsole } from '#modules/market/search-contract.ts'
import { MOST_SOUGHT } from '#modules/market/search-rules.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Anchor, TextLink } from '#ui/link.tsx'
import { queryOf } from '../data-table.tsx'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { FoundRow } from '../search/found-row.tsx'
import { allHref, countOfKind, FIND, hrefOf, NARROW_WORDS } from '../search/places.ts'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['q', 'kind'])
  const asked = await context
    .get(consoleContext)
    .attempt(searchConsole, { query: query as InputGiven<typeof searchConsole>['query'] })
  return {
    query: query as Record<string, string>,
    answer: asked.ok ? asked.answer : null,
    message: asked.ok ? null : asked.error.message,
  }
}

/** Everything that the market knows by a name, a mail address or a number. */
export default function OperatorFind() {
  const { t } = useWords()
  const { person } = useShell()
  const { query, answer, message } = useLoaderData<typeof loader>()
  const role = person?.operatorRole ?? null
  return (
    <>
      <PageHeader title={t('console.go.open')} lead={t('console.found.lead')} />
      <Form
        method="get"
        role="search"
        className="mb-6 grid items-end gap-4 md:grid-cols-[1fr_auto]"
      >
        <TextField
          key={query.q}
          name="q"
          label={t('console.go.label')}
          hint={t('console.found.narrow', { words: NARROW_WORDS })}
          defaultValue={query.q ?? ''}
          autoComplete="off"
          maxLength={MOST_SOUGHT}
        />
        <Button type="submit" kind="secondary" icon="search" className="md:mb-7">
          {t('console.search')}
        </Button>
      </Form>
      {answer?.found.map((one) => (
        <section key={one.kind} className="mb-5">
          <h2 className="flex items-baseline gap-2 type-label">
            {t(`console.found.${one.kind}`)}
            <span className="figures type-xs text-ink2">{countOfKind(one)}</span>
            {query.kind !== undefined && (
              <TextLink
                href={`${FIND}?${new URLSearchParams({ q: answer.q })}`}
                className="ms-auto type-xs"
              >
                {t('console.found.every')}
              </TextLink>
            )}
          </h2>
          {one.rows === null && <p className="type-sm">{t('console.found.unknown')}</p>}
          <ul className="mt-1 border-y border-line">
            {(one.rows ?? []).map((row) => (
              <li key={row.id} data-row className="not-first:border-t border-line">
                <Anchor href={hrefOf({ kind: one.kind, ...row }, role)} className="side-link">
                  <FoundRow kind={one.kind} row={row} words={answer.words} />
                </Anchor>
              </li>
            ))}
          </ul>
          {query.kind === undefined && one.more && (
            <TextLink href={allHref(answer.q, one.kind)} className="type-xs">
              {t('console.found.all', { count: countOfKind(one) })}
            </TextLink>
          )}
        </section>
      ))}
      <p role="status" className="type-body">
        {message ??
          (answer !== null &&
            answer.q.trim() !== '' &&
            answer.found.length === 0 &&
            t(answer.too_short ? 'console.found.short' : 'console.found.none'))}
      </p>
    </>
  )
}
