import { Form, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getSynonyms, listSynonyms, undoSynonyms } from '#modules/catalog/search-contract.ts'
import { SYNONYM_RULES } from '#modules/catalog/search-rules.ts'
import { LANGUAGE_NAMES, directionOf } from '#lib/locale.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { countOf } from '../dates.ts'
import { ButtonForm, FormDone, FormError, useFormAnswer } from '../forms.tsx'
import { DataTable, NextPage, nextHref, queryOf } from '../data-table.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useLanguages } from '../shell.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/synonyms'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const query = queryOf(request, ['q', 'after'])
  const id = new URL(request.url).searchParams.get('deleted')
  const gone = id ? await screen.attempt(getSynonyms, { params: { group: id } }) : null
  const role = screen.person?.operatorRole
  return {
    query: query as Record<string, string>,
    deleted: gone?.ok && gone.answer.deleted ? gone.answer : null,
    mayChange: role === 'admin' || role === 'reviewer',
    ...(await screen.call(listSynonyms, { query: query as Record<string, never> })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(undoSynonyms, { params: { group: text('group') } })
}

/** Groups of words that mean the same. */
export default function OperatorSynonyms() {
  const { t, locale } = useWords()
  const { query, deleted, mayChange, groups, total, next } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const languages = useLanguages()
  const [first = locale] = languages
  const titleOf = (terms: (typeof groups)[number]['terms']) =>
    (terms[locale] ?? terms[first] ?? Object.values(terms)[0] ?? []).join(', ')
  return (
    <>
      <PageHeader
        back={{ href: '/operator/search', name: t('console.nav.search') }}
        title={t('console.nav.synonyms')}
        lead={t('console.synonyms.lead', { count: countOf(total, locale) })}
        end={
          mayChange && (
            <LinkButton href={`${PATH}/new`} size="small" kind="secondary" icon="plus">
              {t('console.synonyms.new')}
            </LinkButton>
          )
        }
      />
      <FormError answer={answer} className="mb-6" />
      <FormDone answer={answer} form="undo" className="mb-6">
        {t('console.synonyms.undone')}
      </FormDone>
      {deleted && mayChange && (
        <Notice
          tone="done"
          className="mb-6"
          action={
            <ButtonForm
              name="undo"
              hidden={{ group: deleted.id }}
              label={t('console.synonyms.undo')}
              about={titleOf(deleted.terms)}
            />
          }
        >
          {t('console.synonyms.deleted', { terms: titleOf(deleted.terms) })}
        </Notice>
      )}
      <Form
        method="get"
        role="search"
        className="mb-7 grid items-end gap-4 md:grid-cols-[3fr_auto]"
      >
        <TextField
          key={query.q}
          name="q"
          label={t('console.synonyms.find')}
          defaultValue={query.q ?? ''}
          maxLength={SYNONYM_RULES.term}
          dir="auto"
          autoComplete="off"
        />
        <Button type="submit" kind="secondary" icon="search">
          {t('console.search')}
        </Button>
      </Form>
      <DataTable
        label={t('console.nav.synonyms')}
        rows={groups}
        empty={<EmptyState title={t('console.synonyms.none')} />}
        columns={[
          {
            name: t('console.synonyms.terms'),
            cell: (one) => (
              <TextLink href={`${PATH}/${one.id}`}>
                <bdi>{titleOf(one.terms)}</bdi>
              </TextLink>
            ),
          },
          ...languages
            .filter((language) => language !== locale)
            .map((language) => ({
              name: LANGUAGE_NAMES[language],
              cell: (one: (typeof groups)[number]) => (
                <span lang={language} dir={directionOf(language)} className="type-sm text-ink2">
                  {one.terms[language]?.join(language === 'ar' ? '، ' : ', ') ?? '–'}
                </span>
              ),
            })),
        ]}
      />
      <NextPage
        href={nextHref(PATH, query, next === null ? null : String(next))}
        label={t('console.synonyms.more', { shown: countOf(groups.length, locale) })}
      />
    </>
  )
}
