import { Form, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  dismissMissedSearch,
  listMissedSearches,
  testSearch,
} from '#modules/catalog/search-contract.ts'
import { LANGUAGE_NAMES, type Locale } from '#lib/locale.ts'
import type { AnswerOf, InputGiven } from '#kernel/operation.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { FactList } from '#ui/panel.tsx'
import { countOf, useDates } from '../dates.ts'
import { ButtonForm, FormError, SelectField, useFormAnswer } from '../forms.tsx'
import { DataTable, NextPage, nextHref, queryOf } from '../data-table.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useLanguages, useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/search'
const SYNONYMS = '/operator/synonyms'
const MARKETS = ['app', 'theme'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { after, ...query } = queryOf(request, ['q', 'market', 'language', 'after'])
  const role = screen.person?.operatorRole
  const tested = query.q
    ? await screen.attempt(testSearch, {
        query: { market: 'app', language: screen.locale, ...query } as InputGiven<
          typeof testSearch
        >['query'],
      })
    : null
  return {
    query: query as Record<string, string>,
    tested: tested?.ok ? tested.answer : null,
    fault: tested && !tested.ok ? tested.error.message : null,
    mayChange: role === 'admin' || role === 'reviewer',
    ...(await screen.call(listMissedSearches, { query: after === undefined ? {} : { after } })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(dismissMissedSearch, {
    body: { market: text('market') as 'app', words: text('words') },
  })
}

/** A search to try, and the searches that no item answers. */
export default function OperatorSearch() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, tested, fault, searches, next, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const languages = useLanguages()
  const language = query.language ?? locale
  return (
    <>
      <PageHeader
        title={t('console.nav.search')}
        lead={t('console.search.lead')}
        end={
          <span className="flex flex-wrap gap-2">
            <LinkButton href={SYNONYMS} kind="secondary" size="small">
              {t('console.nav.synonyms')}
            </LinkButton>
            <LinkButton href="/operator/goals" kind="secondary" size="small">
              {t('console.goals.title')}
            </LinkButton>
          </span>
        }
      />
      <Section title={t('console.search.test')} lead={t('console.search.test_lead')}>
        <Form
          method="get"
          role="search"
          className="grid items-end gap-4 md:grid-cols-[3fr_1fr_1fr_auto]"
        >
          <TextField
            key={query.q}
            name="q"
            label={t('console.search.words')}
            defaultValue={query.q ?? ''}
            error={fault ?? undefined}
            maxLength={200}
            dir="auto"
            autoComplete="off"
            required
          />
          <SelectField
            name="market"
            label={t('console.items.market')}
            value={query.market ?? 'app'}
            options={MARKETS.map((value) => ({ value, name: t(`console.item.${value}`) }))}
          />
          <SelectField
            name="language"
            label={t('console.search.language')}
            value={language}
            options={languages.map((value) => ({ value, name: LANGUAGE_NAMES[value] }))}
          />
          <Button type="submit" kind="secondary" icon="search">
            {t('console.search.try')}
          </Button>
        </Form>
        {tested && <Tested tested={tested} market={query.market === 'theme' ? 'theme' : 'app'} />}
      </Section>
      <section className="mt-10">
        <h2 className="type-d3">{t('console.search.missed')}</h2>
        <p className="type-body mb-4 text-ink2">{t('console.search.missed_lead')}</p>
        <FormError answer={answer} className="mb-4" />
        <DataTable
          label={t('console.search.missed')}
          rows={searches}
          empty={<EmptyState as="h3" title={t('console.search.none_missed')} />}
          columns={[
            {
              name: t('console.search.words'),
              cell: (one) => (
                <TextLink
                  href={`${PATH}?${new URLSearchParams({ q: one.words, market: one.market, language: one.language })}`}
                >
                  <bdi>{one.words}</bdi>
                </TextLink>
              ),
            },
            { name: t('console.items.market'), cell: (one) => t(`console.item.${one.market}`) },
            {
              name: t('console.search.language'),
              cell: (one) => <span lang={one.language}>{LANGUAGE_NAMES[one.language]}</span>,
            },
            {
              name: t('console.search.times'),
              end: true,
              cell: (one) => <span className="figures">{countOf(one.times, locale)}</span>,
            },
            { name: t('console.search.last'), end: true, cell: (one) => dates.day(one.last_at) },
            {
              name: t('console.search.act'),
              end: true,
              cell: (one) =>
                mayChange && (
                  <span className="inline-flex flex-wrap items-center justify-end gap-3">
                    <TextLink
                      href={newGroup(one.words, one.language)}
                      aria-label={`${t('console.search.add_synonym')}: ${one.words}`}
                    >
                      {t('console.search.add_synonym')}
                    </TextLink>
                    <ButtonForm
                      name="dismiss"
                      hidden={{ market: one.market, words: one.words }}
                      label={t('console.search.dismiss')}
                      about={one.words}
                    />
                  </span>
                ),
            },
          ]}
        />
        <NextPage href={nextHref(PATH, query, next)} label={t('console.search.more')} />
      </section>
    </>
  )
}

const newGroup = (term: string, language: Locale) =>
  `${SYNONYMS}/new?${new URLSearchParams({ term, language })}`

function Tested({
  tested,
  market,
}: {
  tested: AnswerOf<typeof testSearch>
  market: 'app' | 'theme'
}) {
  const { t, locale } = useWords()
  const { sites } = useShell()
  const words = (list: readonly string[]) => <bdi>{list.length === 0 ? '–' : list.join(' · ')}</bdi>
  return (
    <div aria-live="polite" className="mt-6 grid gap-6 md:grid-cols-2">
      <FactList
        facts={[
          {
            label: t('console.search.found'),
            value: `${countOf(tested.total, locale)}${tested.total_is_at_least ? '+' : ''}`,
          },
          {
            label: t('console.search.corrected'),
            value: words(tested.corrected === null ? [] : [tested.corrected]),
          },
          { label: t('console.search.also'), value: words(tested.also) },
          { label: t('console.search.dropped'), value: words(tested.dropped) },
          {
            label: t('console.nav.synonyms'),
            value:
              tested.groups.length === 0
                ? '–'
                : tested.groups.map((group, n) => (
                    <TextLink key={group} href={`${SYNONYMS}/${group}`} className="me-3">
                      {t('console.search.group', { n: n + 1 })}
                    </TextLink>
                  )),
          },
        ]}
      />
      {tested.items.length === 0 ? (
        <p className="type-body text-ink2">{t('console.search.none_found')}</p>
      ) : (
        <ol className="type-body list-decimal ps-6">
          {tested.items.map((item) => (
            <li key={item.slug}>
              <TextLink href={`${sites[market]}/${item.slug}`}>
                <bdi>{item.name}</bdi>
              </TextLink>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
