import { useRef } from 'react'
import {
  useFetcher,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { createItem, suggestItemNames } from '#modules/publishing/partners/item-contract.ts'
import type { Market } from '#lib/market.ts'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { PageHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, textOf, readForm, type FormAnswer } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { consoleContext, type ConsoleScreen } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const suggestion = (
  screen: ConsoleScreen,
  partner: string,
  given: { name: string; slug: string; prefix: string },
) =>
  screen.call(suggestItemNames, {
    params: { partner },
    query: {
      name: given.name,
      ...(given.slug !== '' && { slug: given.slug }),
      ...(given.prefix !== '' && { prefix: given.prefix }),
    },
  })

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const given = {
    name: query.get('name') ?? '',
    slug: query.get('slug') ?? '',
    prefix: query.get('prefix') ?? '',
  }
  return {
    names: await suggestion(context.get(consoleContext), params.partner ?? '', given),
    given,
  }
}

/**
 * Suggests a slug first when none was given: it can never change, so the person must have seen it.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const partner = params.partner ?? ''
  const given = {
    name: text('name'),
    slug: text('slug').trim(),
    prefix: text('prefix').trim(),
  }
  const market = text('market') as Market
  if (given.name.trim().length > 1 && (given.slug === '' || given.prefix === '')) {
    const names = await suggestion(screen, partner, given)
    return {
      form: 'item',
      error: null,
      given: { name: given.name, market, slug: names.slug.text, prefix: names.prefix.text },
    } satisfies FormAnswer
  }
  const made = await screen.attempt(createItem, { params: { partner }, body: { ...given, market } })
  if (made.ok) throw goTo(`/partner/${partner}/items/${made.answer.id}`)
  return answerOf('item', form, made)
}

/** A new draft: market, name and slug. */
export default function PartnerItemNew() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'item')
  const { names: first } = useLoaderData<typeof loader>()
  const fetcher = useFetcher<typeof loader>()
  const looked = useRef('')
  const names = fetcher.data?.names ?? first
  const asked = fetcher.data?.given
  const market = answer?.given['market'] ?? 'app'

  function look(place: HTMLFormElement | null) {
    if (!place) return
    const form = new FormData(place)
    const query = new URLSearchParams(
      ['name', 'slug', 'prefix'].map((name) => [name, textOf(form, name)]),
    ).toString()
    if (query === looked.current || textOf(form, 'name').trim().length < 2) return
    looked.current = query
    void fetcher.load(`?${query}`)
  }
  const said = (name: 'slug' | 'prefix', hint: string) => {
    if (!asked || fetcher.state !== 'idle') return hint
    const { text, state } = names[name]
    if (asked[name] === '')
      return text === '' ? (
        hint
      ) : (
        <>
          <bdi dir="ltr" className="strong">
            {text}
          </bdi>{' '}
          · {hint}
        </>
      )
    if (state === 'free') return t('portal.item.free')
    return state === 'reserved'
      ? t('portal.field.slug_reserved')
      : t(`portal.field.${name}_${state}`)
  }
  return (
    <>
      <PageHeader title={t('portal.item.new')} lead={t('portal.item.new_lead')} />
      <Panel className="max-w-170">
        <PanelPart>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only checks whether a slug is free */}
          <div onBlur={(event) => look(event.target.closest('form'))}>
            <PostForm
              name="item"
              answer={answer}
              submit={answer && !answer.error ? t('portal.item.create') : t('portal.item.check')}
              key={JSON.stringify(answer?.given)}
            >
              <ChoiceGroup label={t('portal.item.market')}>
                <div className="grid gap-3 md:grid-cols-2">
                  {(['app', 'theme'] as const).map((one) => (
                    <RadioCard
                      key={one}
                      name="market"
                      value={one}
                      defaultChecked={market === one}
                      title={t(`portal.item.market.${one}`)}
                    />
                  ))}
                </div>
              </ChoiceGroup>
              <TextField
                {...field('name')}
                label={t('portal.item.name')}
                required
                maxLength={60}
                autoComplete="off"
              />
              <TextField
                {...field('slug')}
                label={t('portal.item.slug')}
                hint={said('slug', t('portal.item.slug_hint'))}
                dir="ltr"
                maxLength={60}
                autoComplete="off"
                spellCheck={false}
              />
              <TextField
                {...field('prefix')}
                label={t('portal.item.prefix')}
                hint={said('prefix', t('portal.item.prefix_hint'))}
                dir="ltr"
                maxLength={60}
                autoComplete="off"
                spellCheck={false}
              />
            </PostForm>
          </div>
        </PanelPart>
      </Panel>
    </>
  )
}
