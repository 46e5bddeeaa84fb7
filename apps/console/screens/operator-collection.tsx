import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeCollection, createCollection, deleteCollection, getCollection } from '#contexts/backoffice/shelves-contract.ts'
import { SHELF_RULES } from '#contexts/backoffice/shelf-rules.ts'
import { pickText } from '#lib/locale.ts'
import { TextField } from '#ui/field.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import { ActiveField, Completeness, MarketField, PositionField, TextsFields, textsOf } from '../shelf-fields.tsx'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/shelves'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return { collection: params.collection === 'new' ? null : await context.get(consoleContext).call(getCollection, { params: { collection: params.collection ?? '' } }) }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const collection = params.collection ?? ''
  const facts = { name: textsOf(form, 'name'), lead: textsOf(form, 'lead'), position: textOf(form, 'position') as unknown as number, active: textOf(form, 'active') === '1' }
  if (textOf(form, 'form') === 'delete') {
    await screen.call(deleteCollection, { params: { collection } })
    return goTo(LIST)
  }
  if (collection === 'new') {
    const made = await screen.attempt(createCollection, { body: { market: textOf(form, 'market') as 'app', slug: textOf(form, 'slug'), ...facts } })
    return made.ok ? goTo(`${LIST}/collections/${made.answer.id}`) : answerOf('collection', form, made)
  }
  const done = await screen.attempt(changeCollection, { params: { collection }, body: { ...facts, members: textOf(form, 'members').split(/\s+/).filter(Boolean) } })
  return done.ok ? goTo(LIST) : answerOf('collection', form, done)
}

export default function OperatorCollection() {
  const { t, locale } = useWords()
  const { sites } = useShell()
  const { collection } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'collection')
  const name = collection ? pickText(collection.name, locale) : t('console.shelves.new_collection')
  return (
    <>
      <p className="type-sm mb-2"><TextLink href={LIST}>{t('console.nav.shelves')}</TextLink></p>
      <DeskHead title={name} lead={collection && <Completeness missing={collection.missing} />} end={collection && <TextLink href={sites[collection.market]}>{t('console.shelves.see')}</TextLink>} />
      <Panel className="max-w-230">
        <PanelPart>
          <DeskForm name="collection" answer={answer} submit={t('console.save')}>
            {!collection && (
              <div className="grid gap-5 md:grid-cols-2">
                <MarketField field={field} />
                <TextField {...field('slug')} label={t('console.shelves.slug')} hint={t('console.shelves.slug_hint')} dir="ltr" maxLength={60} required />
              </div>
            )}
            <TextsFields name="name" field={field} texts={collection?.name ?? {}} max={SHELF_RULES.name.max} />
            <TextsFields name="lead" field={field} texts={collection?.lead ?? {}} max={SHELF_RULES.lead.max} />
            <PositionField field={field} position={collection?.position ?? 1} />
            {collection && (
              <TextArea {...field('members', collection.members.map(one => one.slug).join('\n'))} label={t('console.shelves.members')} hint={t('console.shelves.members_hint')} rows={Math.max(6, collection.members.length + 1)} dir="ltr" spellCheck={false} />
            )}
            <ActiveField active={collection?.active ?? true} />
          </DeskForm>
        </PanelPart>
      </Panel>
      {collection && <div className="mt-6"><PressForm name="delete" confirm={t('console.confirm.end')} hidden={{}} label={t('console.shelves.delete')} kind="danger-quiet" about={name} /></div>}
    </>
  )
}
