import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeGoal,
  createGoal,
  deleteGoal,
  getMarketGoal,
} from '#modules/catalog/goal-contract.ts'
import { SHELF_RULES } from '#modules/catalog/merchandising-rules.ts'
import { GOAL_RULES, readTerms } from '#modules/catalog/search-rules.ts'
import { LOCALES, type Locale, directionOf, languageName, pickText } from '#lib/locale.ts'
import { TextArea, TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { ButtonForm, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import {
  ActiveField,
  Completeness,
  MarketField,
  TextsFields,
  textsOf,
} from '../merchandising-fields.tsx'
import { PageHeader } from '../page-header.tsx'
import { drawingAction } from '../drawing-action.ts'
import { answerOf, readForm, textOf } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useLanguages } from '../shell.tsx'
import { UploadedDrawing } from '../uploaded-picture.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/goals'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  return {
    mayChange: role === 'admin' || role === 'reviewer',
    goal:
      params.goal === 'new'
        ? null
        : await screen.call(getMarketGoal, { params: { goal: params.goal ?? '' } }),
  }
}

const termsOf = (form: FormData): Partial<Record<Locale, string[]>> =>
  Object.fromEntries(
    LOCALES.filter((locale) => form.has(`terms_${locale}`)).map((locale) => [
      locale,
      readTerms(textOf(form, `terms_${locale}`)),
    ]),
  )

export async function action({ context, params, request }: ActionFunctionArgs) {
  const read = await readForm(context, request)
  const { screen, form, text } = read
  const goal = params.goal ?? ''
  const drawn = await drawingAction(read, { kind: 'goal', id: goal })
  if (drawn) return drawn
  if (text('form') === 'delete') {
    await screen.call(deleteGoal, { params: { goal } })
    return goTo(LIST)
  }
  const facts = {
    name: textsOf(form, 'name'),
    lead: textsOf(form, 'lead'),
    categories: text('categories')
      .split(/[\s,]+/)
      .filter(Boolean),
    terms: termsOf(form),
    active: text('active') === '1',
  }
  const saved =
    goal === 'new'
      ? await screen.attempt(createGoal, {
          body: { market: text('market') as 'app', slug: text('slug'), ...facts },
        })
      : await screen.attempt(changeGoal, { params: { goal }, body: facts })
  return saved.ok ? goTo(LIST) : answerOf('goal', form, saved)
}

export default function OperatorGoal() {
  const { t, locale } = useWords()
  const { goal, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'goal')
  const name = goal ? pickText(goal.name, locale) : t('console.goals.new')
  const terms = (language: Locale) => goal?.terms[language]?.join(', ') ?? ''
  const languages = useLanguages(
    Object.fromEntries(LOCALES.map((language) => [language, terms(language)])),
  )
  return (
    <>
      <PageHeader
        back={{ href: LIST, name: t('console.goals.title') }}
        title={name}
        lead={goal && <Completeness missing={goal.missing} />}
      />
      <Panel className="max-w-230">
        <PanelPart>
          <PostForm name="goal" answer={answer} submit={t('console.save')} mayPress={mayChange}>
            {!goal && (
              <div className="grid gap-5 md:grid-cols-2">
                <MarketField field={field} />
                <TextField
                  {...field('slug')}
                  label={t('console.shelves.slug')}
                  hint={t('console.shelves.slug_hint')}
                  dir="ltr"
                  maxLength={60}
                  required
                />
              </div>
            )}
            <TextsFields
              name="name"
              field={field}
              texts={goal?.name ?? {}}
              max={SHELF_RULES.name.max}
            />
            <TextsFields
              name="lead"
              field={field}
              texts={goal?.lead ?? {}}
              max={SHELF_RULES.lead.max}
            />
            <TextField
              {...field('categories', goal?.categories.join(' ') ?? '')}
              label={t('console.goals.categories')}
              hint={t('console.goals.categories_hint')}
              dir="ltr"
              spellCheck={false}
            />
            {languages.map((language) => (
              <TextArea
                key={language}
                name={`terms_${language}`}
                label={t('console.goals.terms_in', { language: languageName(language, locale) })}
                hint={t('console.goals.terms_hint')}
                lang={language}
                dir={directionOf(language)}
                rows={2}
                maxLength={GOAL_RULES.field}
                defaultValue={field(`terms_${language}`, terms(language)).defaultValue}
                error={field(`terms.${language}`).error}
              />
            ))}
            <ActiveField active={goal?.active ?? true} />
          </PostForm>
        </PanelPart>
      </Panel>
      {goal && mayChange && (
        <UploadedDrawing picture={goal.picture} canUndo={goal.picture_before} answer={answer} />
      )}
      {goal && mayChange && (
        <div className="mt-6">
          <ButtonForm
            name="delete"
            confirm={t('console.confirm.end')}
            hidden={{}}
            label={t('console.goals.delete')}
            kind="danger-quiet"
            about={name}
          />
        </div>
      )}
    </>
  )
}
