import { Form, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeCollection,
  createCollection,
  deleteCollection,
  getCollection,
  setCollectionItems,
} from '#modules/catalog/merchandising-contract.ts'
import { LEAST_ITEMS } from '#modules/catalog/bundle-rules.ts'
import { MOST_IN_COLLECTION, SHELF_RULES } from '#modules/catalog/merchandising-rules.ts'
import { listAllItems } from '#modules/publishing/items/operator-contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { pickText } from '#lib/locale.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, FormError, FormKey, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { AddButton, ItemFinder } from '../item-finder.tsx'
import { momentOf } from '../moment-field.tsx'
import { ItemLink } from '../item-link.tsx'
import { OrderedTable, orderOf } from '../ordered-table.tsx'
import { Section } from '../section.tsx'
import { drawingAction } from '../drawing-action.ts'
import { answerOf, readForm } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import {
  ActiveField,
  Completeness,
  DaysFields,
  MarketField,
  ShowingDays,
  TextsFields,
  textsOf,
} from '../merchandising-fields.tsx'
import { useShell } from '../shell.tsx'
import { UploadedDrawing } from '../uploaded-picture.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/shelves'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  const mayChange = role === 'admin' || role === 'reviewer'
  if (params.collection === 'new') return { mayChange, collection: null, q: '', found: [] }
  const q = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 200)
  const collection = await screen.call(getCollection, {
    params: { collection: params.collection ?? '' },
  })
  const { items } =
    q === ''
      ? { items: [] }
      : await screen.call(listAllItems, {
          query: { q, market: collection.market, state: 'published' },
        })
  const members = new Set(collection.members.map(({ id }) => id))
  return { mayChange, collection, q, found: items.filter(({ id }) => !members.has(id)) }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const read = await readForm(context, request)
  const { screen, form, text, submit } = read
  const collection = params.collection ?? ''
  const drawn = await drawingAction(read, { kind: 'collection', id: collection })
  if (drawn) return drawn
  const facts = {
    name: textsOf(form, 'name'),
    lead: textsOf(form, 'lead'),
    active: text('active') === '1',
    starts_at: momentOf(text, 'starts_at'),
    ends_at: momentOf(text, 'ends_at'),
  }
  if (text('form') === 'delete') {
    await screen.call(deleteCollection, { params: { collection } })
    return goTo(LIST)
  }
  if (text('form') === 'items')
    return submit(setCollectionItems, {
      params: { collection },
      body: { items: [...orderOf(form), text('add')].filter(Boolean) },
    })
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
    body: facts,
  })
  return done.ok ? goTo(LIST) : answerOf('collection', form, done)
}

export default function OperatorCollection() {
  const { t, locale } = useWords()
  const { sites } = useShell()
  const { collection, mayChange, q, found } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'collection')
  const name = collection ? pickText(collection.name, locale) : t('console.shelves.new_collection')
  return (
    <>
      <PageHeader
        back={{ href: LIST, name: t('console.nav.shelves') }}
        title={name}
        lead={
          collection && (
            <span className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
              <span>
                <ShowingDays {...collection} />
              </span>
              <Completeness missing={collection.missing} />
            </span>
          )
        }
        end={
          collection && (
            <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
              {mayChange && collection.members.length >= LEAST_ITEMS && (
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
      <FormError answer={answer} form="items" className="mb-6" />
      {collection && (
        <Section
          title={t('console.shelves.items')}
          lead={t('console.shelves.items_lead')}
          className="mb-6 max-w-230"
        >
          <Members collection={collection} mayChange={mayChange} />
          {mayChange && collection.members.length < MOST_IN_COLLECTION && (
            <ItemFinder
              q={q}
              found={found}
              hint={t('console.shelves.find_hint')}
              none={t('console.shelves.found_none')}
              add={(item) => (
                <Form method="post" preventScrollReset className="flex justify-end">
                  <FormKey />
                  <input type="hidden" name="form" value="items" />
                  <input type="hidden" name="order" value={idsOf(collection)} />
                  <input type="hidden" name="add" value={item.id} />
                  <AddButton name={item.name} />
                </Form>
              )}
            />
          )}
        </Section>
      )}
      <Panel className="max-w-230">
        <PanelPart>
          <PostForm
            name="collection"
            answer={answer}
            submit={t('console.save')}
            mayPress={mayChange}
            kind={collection ? 'secondary' : 'primary'}
          >
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
            <DaysFields field={field} days={collection} />
            <ActiveField active={collection?.active ?? true} />
          </PostForm>
        </PanelPart>
      </Panel>
      {collection && mayChange && (
        <UploadedDrawing
          picture={collection.picture}
          canUndo={collection.picture_before}
          answer={answer}
        />
      )}
      {collection && mayChange && (
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

type Shown = AnswerOf<typeof getCollection>

const idsOf = ({ members }: Shown) => members.map(({ id }) => id).join(' ')

/** The items of a collection in their order. */
function Members({ collection, mayChange }: { collection: Shown; mayChange: boolean }) {
  const { t } = useWords()
  return (
    <OrderedTable
      label={t('console.shelves.items')}
      form="items"
      rows={collection.members}
      nameOf={({ name }) => name}
      mayChange={mayChange}
      removable
      empty={<p className="type-sm mb-4 text-ink2">{t('console.shelves.no_items')}</p>}
      columns={[
        {
          name: t('console.bundles.item'),
          cell: (one) => <ItemLink item={one} below={<bdi dir="ltr">{one.slug}</bdi>} />,
        },
        {
          name: t('console.item.state'),
          cell: (one) =>
            one.status !== 'published' && (
              <Badge tone="coral">{t('console.shelves.not_shown')}</Badge>
            ),
        },
      ]}
    />
  )
}
