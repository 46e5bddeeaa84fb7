import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeCategory,
  createCategory,
  deleteCategory,
  getShelves,
  mergeTag,
} from '#modules/catalog/merchandising-contract.ts'
import { SHELF_RULES } from '#modules/catalog/merchandising-rules.ts'
import { pickText } from '#lib/locale.ts'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { categoryDrawings } from '#ui/drawings.ts'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { drawingAction } from '../drawing-action.ts'
import { answerOf, readForm } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import { MarketField, TextsFields, textsOf } from '../merchandising-fields.tsx'
import { useShell } from '../shell.tsx'
import { UploadedDrawing } from '../uploaded-picture.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/shelves'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  if (params.category === 'new')
    return { category: null, tag: new URL(request.url).searchParams.has('tag'), others: [] }
  const { categories } = await screen.call(getShelves)
  const category = categories.find((one) => one.id === params.category)
  if (!category) throw screen.refusal('not_found')
  return {
    category,
    tag: category.tag,
    others: category.tag
      ? categories.filter(
          (one) => one.tag && one.market === category.market && one.id !== category.id,
        )
      : [],
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const read = await readForm(context, request)
  const { screen, form, text } = read
  const category = params.category ?? ''
  const drawn = await drawingAction(read, { kind: 'category', id: category })
  if (drawn) return drawn
  if (text('form') === 'merge') {
    const merged = await screen.attempt(mergeTag, {
      params: { category },
      body: { into: text('into') },
    })
    return merged.ok ? goTo(LIST) : answerOf('merge', form, merged)
  }
  const tag = text('tag') === '1'
  const facts = {
    name: textsOf(form, 'name'),
    drawing: text('drawing') || null,
  }
  const done =
    text('form') === 'delete'
      ? await screen.attempt(deleteCategory, { params: { category } })
      : category === 'new'
        ? await screen.attempt(createCategory, {
            body: {
              market: text('market') as 'app',
              slug: text('slug'),
              ...facts,
              tag,
            },
          })
        : await screen.attempt(changeCategory, { params: { category }, body: facts })
  return done.ok ? goTo(LIST) : answerOf('category', form, done)
}

export default function OperatorCategory() {
  const { t, locale } = useWords()
  const { sites } = useShell()
  const { category, tag, others } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'category')
  const into = useField(answer, 'merge')
  const name = category
    ? pickText(category.name, locale)
    : t(tag ? 'console.shelves.new_tag' : 'console.shelves.new_category')
  return (
    <>
      <PageHeader
        back={{ href: LIST, name: t('console.nav.shelves') }}
        title={name}
        lead={category && t(`console.item.${category.market}`)}
        end={
          category && (
            <TextLink href={`${sites[category.market]}/list?category=${category.slug}`}>
              {t('console.shelves.see')}
            </TextLink>
          )
        }
      />
      <Panel className="max-w-230">
        <PanelPart>
          <PostForm
            name="category"
            answer={answer}
            submit={t('console.save')}
            hidden={{ tag: tag ? '1' : '' }}
          >
            {!category && (
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
              texts={category?.name ?? {}}
              max={SHELF_RULES.name.max}
            />
            {!tag && (
              <DrawingChoice chosen={field('drawing', category?.drawing ?? '').defaultValue} />
            )}
          </PostForm>
        </PanelPart>
      </Panel>
      {category && !tag && (
        <UploadedDrawing
          picture={category.picture}
          canUndo={category.picture_before}
          answer={answer}
        />
      )}
      {category && others.length > 0 && (
        <Section
          title={t('console.shelves.merge')}
          lead={t('console.shelves.merge_lead', { name })}
          className="mt-6 max-w-180"
        >
          <PostForm
            name="merge"
            answer={answer}
            submit={t('console.shelves.merge_send')}
            kind="secondary"
          >
            <SelectField
              label={t('console.shelves.merge_into')}
              name="into"
              value=""
              options={[
                { value: '', name: '–' },
                ...others.map((one) => ({ value: one.id, name: pickText(one.name, locale) })),
              ]}
              error={into('into').error}
            />
          </PostForm>
        </Section>
      )}
      {category && category.items === 0 && (
        <div className="mt-6">
          <ButtonForm
            name="delete"
            confirm={t('console.confirm.end')}
            hidden={{}}
            label={t('console.shelves.delete')}
            kind="danger-quiet"
            about={name}
          />
        </div>
      )}
    </>
  )
}

/** The pictures that a category can have, to be chosen by what they look like. */
function DrawingChoice({ chosen }: { chosen: string }) {
  const { t } = useWords()
  return (
    <ChoiceGroup label={t('console.shelves.drawing')}>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <RadioCard
          name="drawing"
          value=""
          title={t('console.shelves.no_drawing')}
          defaultChecked={!(chosen in categoryDrawings)}
        />
        {Object.entries(categoryDrawings).map(([name, source]) => (
          <RadioCard
            key={name}
            name="drawing"
            value={name}
            defaultChecked={chosen === name}
            title={
              <>
                <img src={source} alt="" className="mb-1 block h-14 w-auto" />
                <bdi dir="ltr" className="type-sm">
                  {name}
                </bdi>
              </>
            }
          />
        ))}
      </div>
    </ChoiceGroup>
  )
}
