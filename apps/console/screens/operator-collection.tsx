import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeCollection,
  createCollection,
  deleteCollection,
  getCollection,
} from '#modules/catalog/merchandising-contract.ts'
import { LEAST_ITEMS } from '#modules/catalog/bundle-rules.ts'
import { SHELF_RULES } from '#modules/catalog/merchandising-rules.ts'
import { pickText } from '#lib/locale.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { PostForm, ButtonForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import {
  ActiveField,
  Completeness,
  MarketField,
  PositionField,
  TextsFields,
  textsOf,
} from '../merchandising-fields.tsx'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/shelves'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  return {
    mayBundle: role === 'admin' || role === 'reviewer',
    collection:
      params.collection === 'new'
        ? null
        : await screen.call(getCollection, { params: { collection: params.collection ?? '' } }),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const collection = params.collection ?? ''
  const facts = {
    name: textsOf(form, 'name'),
    lead: textsOf(form, 'lead'),
    position: text('position') as unknown as number,
    active: text('active') === '1',
  }
  if (text('form') === 'delete') {
    await screen.call(deleteCollection, { params: { collection } })
    return goTo(LIST)
  }
  if (collection === 'new') {
    const made = await screen.attempt(createCollection, {
      body: { market: text('market') as 'app', slug: text('slug'), ...facts },
    })
    return made.ok
      ? goTo(`${LIST}/collections/${made.answer.id}`)
      : answerOf('collection', form, made)
  }
  const done = await screen.attempt(changeCollection, {
    params: { collection },
    body: { ...facts, members: text('members').split(/\s+/).filter(Boolean) },
  })
  return done.ok ? goTo(LIST) : answerOf('collection', form, done)
}

export default function OperatorCollection() {
  const { t, locale } = useWords()
  const { sites } = useShell()
  const { collection, mayBundle } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'collection')
  const name = collection ? pickText(collection.name, locale) : t('console.shelves.new_collection')
  return (
    <>
      <PageHeader
        back={{ href: LIST, name: t('console.nav.shelves') }}
        title={name}
        lead={collection && <Completeness missing={collection.missing} />}
        end={
          collection && (
            <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
              {mayBundle && collection.members.length >= LEAST_ITEMS && (
                <LinkButton
                  href={`/operator/bundles/new?collection=${collection.id}`}
                  size="small"
                  kind="secondary"
                >
                  {t('console.bundles.from_collection')}
                </LinkButton>
              )}
              <TextLink href={sites[collection.market]}>{t('console.shelves.see')}</TextLink>
            </span>
          )
        }
      />
      <Panel className="max-w-230">
        <PanelPart>
          <PostForm name="collection" answer={answer} submit={t('console.save')}>
            {!collection && (
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
              texts={collection?.name ?? {}}
              max={SHELF_RULES.name.max}
            />
            <TextsFields
              name="lead"
              field={field}
              texts={collection?.lead ?? {}}
              max={SHELF_RULES.lead.max}
            />
            <PositionField field={field} position={collection?.position ?? 1} />
            {collection && (
              <TextArea
                {...field('members', collection.members.map((one) => one.slug).join('\n'))}
                label={t('console.shelves.members')}
                hint={t('console.shelves.members_hint')}
                rows={Math.max(6, collection.members.length + 1)}
                dir="ltr"
                spellCheck={false}
              />
            )}
            <ActiveField active={collection?.active ?? true} />
          </PostForm>
        </PanelPart>
      </Panel>
      {collection && (
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
