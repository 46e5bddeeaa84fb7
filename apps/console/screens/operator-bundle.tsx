import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeBundle,
  createBundle,
  deleteBundle,
  findItemsForBundle,
  getOperatorBundle,
  publishBundle,
  setBundleItems,
  withdrawBundle,
} from '#modules/catalog/bundle-contract.ts'
import { LEAST_ITEMS, MOST_ITEMS, PERCENT_OFF } from '#modules/catalog/bundle-rules.ts'
import { getCollection } from '#modules/catalog/merchandising-contract.ts'
import { SHELF_RULES } from '#modules/catalog/merchandising-rules.ts'
import { LANGUAGE_TAGS, type Locale, pickText } from '#lib/locale.ts'
import { TextField } from '#ui/field.tsx'
import { AddForm, BundleItems, BundleState, readPairs } from '../bundle-parts.tsx'
import { ButtonForm, FormDone, FormError, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { ItemFinder } from '../item-finder.tsx'
import {
  Completeness,
  DaysFields,
  MarketField,
  TextsFields,
  textsOf,
} from '../merchandising-fields.tsx'
import { momentOf } from '../moment-field.tsx'
import { orderOf } from '../ordered-table.tsx'
import { PageHeader } from '../page-header.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

const LIST = '/operator/bundles'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  const mayChange = role === 'admin' || role === 'reviewer'
  const query = new URL(request.url).searchParams
  if (params.bundle === 'new') {
    const collection = query.get('collection')
    const from =
      collection === null
        ? null
        : await screen.call(getCollection, { params: { collection: collection.slice(0, 60) } })
    return { mayChange, bundle: null, from, q: '', found: [] }
  }
  const at = { params: { bundle: params.bundle ?? '' } }
  const q = (query.get('q') ?? '').slice(0, 200)
  const [bundle, { items: found }] = await Promise.all([
    screen.call(getOperatorBundle, at),
    screen.call(findItemsForBundle, { ...at, query: { q } }),
  ])
  return { mayChange, bundle, from: null, q, found }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const at = { params: { bundle: params.bundle ?? '' } }
  const facts = {
    name: textsOf(form, 'name'),
    lead: textsOf(form, 'lead'),
    percent_off: text('percent_off') as unknown as number,
    starts_at: momentOf(text, 'starts_at'),
    ends_at: momentOf(text, 'ends_at'),
  }
  switch (text('form')) {
    case 'items':
      return submit(setBundleItems, {
        ...at,
        body: { items: readPairs([...orderOf(form), text('add')].filter(Boolean)) },
      })
    case 'publish':
      return submit(publishBundle, at)
    case 'withdraw':
      return submit(withdrawBundle, at)
    case 'delete':
      await screen.call(deleteBundle, at)
      return goTo(LIST)
    case 'bundle':
      if (params.bundle !== 'new') return submit(changeBundle, { ...at, body: facts })
      break
    default:
      throw screen.refusal('input.malformed')
  }
  const made = await screen.attempt(createBundle, {
    body: {
      market: text('market') as 'app',
      slug: text('slug'),
      ...facts,
      ...(text('collection') !== '' && { collection: text('collection') }),
    },
  })
  return made.ok ? goTo(`${LIST}/${made.answer.id}`) : answerOf('bundle', form, made)
}

/** A bundle: its items with their prices in it, its words, and whether stores see it. */
export default function OperatorBundle() {
  const { t, locale } = useWords()
  const { bundle, from, mayChange, q, found } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const name = bundle ? pickText(bundle.name, locale) : t('console.bundles.new')
  const isPublished = bundle?.state === 'published'
  const isWhole = (bundle?.items.filter(({ sold }) => sold).length ?? 0) >= LEAST_ITEMS
  return (
    <>
      <PageHeader
        back={{ href: LIST, name: t('console.bundles.title') }}
        title={name}
        lead={
          bundle && (
            <span className="flex flex-wrap gap-2">
              <BundleState {...bundle} />
              <Completeness missing={bundle.missing} />
            </span>
          )
        }
        end={
          bundle &&
          mayChange &&
          (isPublished || isWhole) && (
            <ButtonForm
              name={isPublished ? 'withdraw' : 'publish'}
              hidden={{}}
              label={t(isPublished ? 'console.bundles.withdraw' : 'console.bundles.publish')}
              kind={isPublished ? 'danger-quiet' : 'primary'}
              about={name}
            />
          )
        }
      />
      {(['items', 'publish', 'withdraw'] as const).map((form) => (
        <FormError key={form} answer={answer} form={form} className="mb-6" />
      ))}
      <div className="grid max-w-230 gap-6">
        {bundle && (
          <Section title={t('console.bundles.items')} lead={t('console.bundles.items_lead')}>
            <BundleItems bundle={bundle} mayChange={mayChange} />
            {mayChange && bundle.items.length < MOST_ITEMS && (
              <ItemFinder
                q={q}
                found={found}
                hint={t('console.bundles.find_hint')}
                none={t('console.bundles.found_none')}
                add={(item) => <AddForm bundle={bundle} item={item} />}
              />
            )}
          </Section>
        )}
        <Section
          title={t('console.bundles.words')}
          lead={
            from &&
            from.members.length > 0 &&
            t('console.bundles.from_collection_lead', { items: namesOf(from.members, locale) })
          }
        >
          <FormDone answer={answer} form="bundle" className="mb-5">
            {t('console.shelves.saved')}
          </FormDone>
          <FactsForm bundle={bundle} from={from} mayChange={mayChange} />
        </Section>
      </div>
      {bundle?.state === 'draft' && mayChange && (
        <div className="mt-6">
          <ButtonForm
            name="delete"
            confirm={t('console.confirm.end')}
            hidden={{}}
            label={t('console.bundles.delete')}
            kind="danger-quiet"
            about={name}
          />
        </div>
      )}
    </>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

const namesOf = (members: readonly { name: string }[], locale: Locale): string =>
  new Intl.ListFormat(LANGUAGE_TAGS[locale], { type: 'conjunction' }).format(
    members.slice(0, MOST_ITEMS).map(({ name }) => name),
  )

/** `from`: the collection whose items and words a new bundle begins with. */
function FactsForm({ bundle, from, mayChange }: Pick<Shown, 'bundle' | 'from' | 'mayChange'>) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'bundle')
  return (
    <PostForm
      name="bundle"
      answer={answer}
      submit={t('console.save')}
      mayPress={mayChange}
      kind={bundle ? 'secondary' : 'primary'}
      {...(from && { hidden: { collection: from.id, market: from.market } })}
    >
      {!bundle && (
        <div className="grid gap-5 md:grid-cols-2">
          {!from && <MarketField field={field} />}
          <TextField
            {...field('slug', from?.slug)}
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
        texts={(bundle ?? from)?.name ?? {}}
        max={SHELF_RULES.name.max}
      />
      <TextsFields
        name="lead"
        field={field}
        texts={(bundle ?? from)?.lead ?? {}}
        max={SHELF_RULES.lead.max}
      />
      <TextField
        {...field('percent_off', String(bundle?.percent_off ?? 20))}
        label={t('console.bundles.percent')}
        hint={t('console.bundles.percent_hint', PERCENT_OFF)}
        inputMode="numeric"
        dir="ltr"
        maxLength={2}
        required
        className="md:max-w-60"
      />
      <DaysFields field={field} days={bundle} />
    </PostForm>
  )
}
