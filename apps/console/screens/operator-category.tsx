import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeCategory, createCategory, deleteCategory, getShelves, mergeTag } from '#contexts/backoffice/shelves-contract.ts'
import { SHELF_RULES } from '#contexts/backoffice/shelf-rules.ts'
import { pickText } from '#lib/locale.ts'
import { bayDrawings } from '#ui/drawings.ts'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { MarketField, PositionField, TextsFields, textsOf } from '../shelf-fields.tsx'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/shelves'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  if (params.category === 'new') return { category: null, tag: new URL(request.url).searchParams.has('tag'), others: [] }
  const { categories } = await screen.call(getShelves)
  const category = categories.find(one => one.id === params.category)
  if (!category) throw screen.refusal('not_found')
  return { category, tag: category.tag, others: category.tag ? categories.filter(one => one.tag && one.market === category.market && one.id !== category.id) : [] }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const category = params.category ?? ''
  if (textOf(form, 'form') === 'merge') {
    const merged = await screen.attempt(mergeTag, { params: { category }, body: { into: textOf(form, 'into') } })
    return merged.ok ? goTo(LIST) : answerOf('merge', form, merged)
  }
  const tag = textOf(form, 'tag') === '1'
  const facts = { name: textsOf(form, 'name'), drawing: textOf(form, 'drawing') || null, position: (tag ? 0 : textOf(form, 'position')) as number }
  const done = textOf(form, 'form') === 'delete' ? await screen.attempt(deleteCategory, { params: { category } })
    : category === 'new' ? await screen.attempt(createCategory, { body: { market: textOf(form, 'market') as 'app', slug: textOf(form, 'slug'), ...facts, tag } })
      : await screen.attempt(changeCategory, { params: { category }, body: facts })
  return done.ok ? goTo(LIST) : answerOf('category', form, done)
}

export default function OperatorCategory() {
  const { t, locale } = useWords()
  const { sites } = useShell()
  const { category, tag, others } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'category')
  const into = useField(answer, 'merge')
  const name = category ? pickText(category.name, locale) : t(tag ? 'console.shelves.new_tag' : 'console.shelves.new_category')
  return (
    <>
      <p className="type-sm mb-2"><TextLink href={LIST}>{t('console.nav.shelves')}</TextLink></p>
      <DeskHead title={name} lead={category && t(`console.item.${category.market}`)} end={category && <TextLink href={`${sites[category.market]}/list?category=${category.slug}`}>{t('console.shelves.see')}</TextLink>} />
      <Panel className="max-w-230">
        <PanelPart>
          <DeskForm name="category" answer={answer} submit={t('console.save')} hidden={{ tag: tag ? '1' : '' }}>
            {!category && (
              <div className="grid gap-5 md:grid-cols-2">
                <MarketField field={field} />
                <TextField {...field('slug')} label={t('console.shelves.slug')} hint={t('console.shelves.slug_hint')} dir="ltr" maxLength={60} required />
              </div>
            )}
            <TextsFields name="name" field={field} texts={category?.name ?? {}} max={SHELF_RULES.name.max} />
            {!tag && <div className="grid gap-5 md:grid-cols-2">
              <SelectField label={t('console.shelves.drawing')} name="drawing" value={field('drawing', category?.drawing ?? '').defaultValue} options={[{ value: '', name: t('console.shelves.no_drawing') }, ...Object.keys(bayDrawings).map(value => ({ value, name: value }))]} />
              <PositionField field={field} position={category?.position ?? 1} />
            </div>}
          </DeskForm>
        </PanelPart>
      </Panel>
      {category && others.length > 0 && (
        <Panel as="section" label={t('console.shelves.merge')} className="mt-6 max-w-180">
          <PanelPart>
            <h2 className="type-d4 mb-1">{t('console.shelves.merge')}</h2>
            <p className="type-body mb-5 text-ink2">{t('console.shelves.merge_lead', { name })}</p>
            <DeskForm name="merge" answer={answer} submit={t('console.shelves.merge_send')} kind="secondary">
              <SelectField label={t('console.shelves.merge_into')} name="into" value="" options={[{ value: '', name: '–' }, ...others.map(one => ({ value: one.id, name: pickText(one.name, locale) }))]} error={into('into').error} />
            </DeskForm>
          </PanelPart>
        </Panel>
      )}
      {category && category.items === 0 && <div className="mt-6"><PressForm name="delete" confirm={t('console.confirm.end')} hidden={{}} label={t('console.shelves.delete')} kind="danger-quiet" about={name} /></div>}
    </>
  )
}
