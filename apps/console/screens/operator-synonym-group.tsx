import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeSynonyms,
  createSynonyms,
  deleteSynonyms,
  getSynonyms,
  undoSynonyms,
} from '#modules/catalog/search-contract.ts'
import { readTerms, SYNONYM_RULES } from '#modules/catalog/search-rules.ts'
import { LOCALES, directionOf, languageName, type Locale } from '#lib/locale.ts'
import { TextArea } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { ButtonForm, FormDone, FormError, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { PageHeader } from '../page-header.tsx'
import { answerOf, readForm, textOf } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useLanguages } from '../shell.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/synonyms'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  const mayChange = role === 'admin' || role === 'reviewer'
  if (params.group !== 'new')
    return {
      group: await screen.call(getSynonyms, { params: { group: params.group ?? '' } }),
      terms: null,
      mayChange,
    }
  // What somebody searched for in vain, from the list of missed searches.
  const asked = new URL(request.url).searchParams
  const language = LOCALES.find((one) => one === asked.get('language'))
  const term = asked.get('term')?.slice(0, SYNONYM_RULES.term) ?? ''
  return { group: null, terms: language ? { [language]: [term] } : null, mayChange }
}

const termsOf = (form: FormData): Partial<Record<Locale, string[]>> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const terms = readTerms(textOf(form, `terms_${locale}`))
      return terms.length > 0 ? [[locale, terms]] : []
    }),
  )

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const group = params.group ?? ''
  const name = text('form')
  if (name === 'undo')
    return answerOf(name, form, await screen.attempt(undoSynonyms, { params: { group } }))
  if (name === 'delete') {
    const gone = await screen.attempt(deleteSynonyms, { params: { group } })
    return gone.ok ? goTo(`${LIST}?deleted=${group}`) : answerOf(name, form, gone)
  }
  const body = { terms: termsOf(form) }
  if (group !== 'new')
    return answerOf(name, form, await screen.attempt(changeSynonyms, { params: { group }, body }))
  const made = await screen.attempt(createSynonyms, { body })
  return made.ok ? goTo(`${LIST}/${made.answer.id}`) : answerOf(name, form, made)
}

/** Words that mean the same, a field for each language. */
export default function OperatorSynonymGroup() {
  const { t, locale } = useWords()
  const { group, terms: asked, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'synonyms')
  const terms: Partial<Record<Locale, string[]>> = group?.terms ?? asked ?? {}
  const languages = useLanguages(
    Object.fromEntries(LOCALES.map((one) => [one, terms[one]?.join(', ') ?? ''])),
  )
  const title = group
    ? (terms[locale] ?? Object.values(terms)[0] ?? []).slice(0, 2).join(', ')
    : t('console.synonyms.new')
  return (
    <>
      <PageHeader
        back={{ href: LIST, name: t('console.nav.synonyms') }}
        title={title}
        lead={t('console.synonyms.group_lead')}
      />
      <FormError answer={answer} form="undo" className="mb-6" />
      <FormDone answer={answer} className="mb-6">
        {t(answer?.form === 'undo' ? 'console.synonyms.undone' : 'console.synonyms.saved')}
      </FormDone>
      <Panel className="max-w-230">
        <PanelPart>
          <PostForm
            name="synonyms"
            answer={answer}
            submit={t('console.save')}
            mayPress={mayChange && group?.deleted !== true}
            stays
          >
            {languages.map((language) => (
              <TextArea
                // An undo puts other terms here.
                key={`${language} ${terms[language]?.join()}`}
                name={`terms_${language}`}
                label={t('console.synonyms.terms_in', { language: languageName(language, locale) })}
                hint={t('console.synonyms.terms_hint')}
                lang={language}
                dir={directionOf(language)}
                rows={2}
                maxLength={SYNONYM_RULES.field}
                defaultValue={
                  field(`terms_${language}`, terms[language]?.join(', ') ?? '').defaultValue
                }
                error={field(`terms.${language}`).error ?? field('terms').error}
              />
            ))}
          </PostForm>
        </PanelPart>
      </Panel>
      {group && mayChange && (
        <div className="mt-6 flex flex-wrap gap-4">
          {group.undoable && (
            <ButtonForm
              name="undo"
              hidden={{}}
              label={t('console.synonyms.undo_change')}
              kind="secondary"
              about={title}
            />
          )}
          {!group.deleted && (
            <ButtonForm
              name="delete"
              hidden={{}}
              label={t('console.synonyms.delete')}
              kind="danger-quiet"
              about={title}
            />
          )}
        </div>
      )}
    </>
  )
}
