import { useState } from 'react'
import { useActionData, useLoaderData, useRouteLoaderData, useSearchParams, type ActionFunctionArgs, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { changeListingFacts, changeListingWords, getListing } from '#contexts/partners/item-contract.ts'
import { LOCALES, readLocale, type Locale } from '#lib/locale.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useDates } from '../dates.ts'
import { answerOf, DeskForm, textOf, useFormRevision, type FormAnswer } from '../forms.tsx'
import { factFields, FactsFields } from '../listing/facts-form.tsx'
import { ListingPreview } from '../listing/listing-preview.tsx'
import { MissingList } from '../listing/missing-list.tsx'
import { fieldsOf, readFacts, readWords, savedSeen, seenOf, type Seen } from '../listing/read-form.ts'
import { useUnsaved } from '../listing/unsaved.ts'
import { WordsFields } from '../listing/words-form.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [partner, item] = [params.partner ?? '', params.item ?? '']
  return { base: `/partner/${partner}/items/${item}`, ...await context.get(consoleContext).call(getListing, { params: { partner, item } }) }
}

/** Looking at the preview reads nothing anew: what is typed stays. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  (formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.searchParams.get('part') === nextUrl.searchParams.get('part') ? false : defaultShouldRevalidate)

export async function action({ context, request, params }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [partner, item, part] = [params.partner ?? '', params.item ?? '', textOf(form, 'form')]
  const locale = readLocale(part)
  if (locale) return answerOf(part, form, await screen.attempt(changeListingWords, { params: { partner, item, locale }, body: readWords(form) }))
  return answerOf('about', form, await screen.attempt(changeListingFacts, { params: { partner, item }, body: readFacts(form) }))
}

/** The draft of a listing: a page for each language, one for what holds in all of them, and beside it what stores will see. */
export default function PartnerItemListing() {
  const { t, locale } = useWords()
  const listing = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useActionData<FormAnswer>()
  const [query] = useSearchParams()
  const language = readLocale(query.get('part')) ?? (query.get('part') === 'about' ? null : locale)
  const part = language ?? 'about'
  const previewing = query.get('view') === 'preview'
  const { base } = listing
  const unsaved = useUnsaved(answer, t('portal.leave'))
  if (!item) return null
  const link = (to: string, view: boolean) => `${base}?part=${to}${view ? '&view=preview' : ''}`
  return (
    <>
      <MissingList base={base} missing={listing.missing} measures={listing.measures} />
      <div className="mt-7 mb-5 flex flex-wrap items-center justify-between gap-3">
        <Tabs label={t('portal.part')} tabs={[...LOCALES, 'about' as const].map(one => ({ href: link(one, previewing), name: t(`portal.part.${one}`), current: one === part }))} />
        <Tabs className="lg:hidden" label={t('portal.preview.views')} tabs={[
          { href: link(part, false), name: t('portal.preview.write'), current: !previewing }, { href: link(part, true), name: t('portal.preview.show'), current: previewing },
        ]} />
      </div>
      <PartPanels key={part} listing={listing} item={item} answer={answer} language={language} previewing={previewing} unsaved={unsaved} />
    </>
  )
}

/** The form of one part, and beside it what stores will see. */
function PartPanels({ listing, item, answer, language, previewing, unsaved }: {
  listing: Awaited<ReturnType<typeof loader>>; item: NonNullable<ReturnType<typeof useRouteLoaderData<typeof itemLoader>>>; answer: FormAnswer | undefined
  language: Locale | null; previewing: boolean; unsaved: ReturnType<typeof useUnsaved>
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { content } = listing
  const part = language ?? 'about'
  // Rows that were left empty close up by a save: the form begins anew, unless somebody writes on.
  const own = useFormRevision(answer, part, listing.revision, unsaved.isMarked(part))
  const [typed, setTyped] = useState<{ key: number; seen: Seen } | null>(null)
  const may = item.role !== 'finance'
  const shown = language ?? locale
  const writing = { form: part, answer, saved: language ? fieldsOf(content, language) : factFields(content), may }
  const saved = answer?.form === part && answer.done
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <Panel className={previewing ? 'max-lg:hidden' : undefined}>
        <PanelPart>
          {!may && <Notice className="mb-5">{t('portal.item.read_only')}</Notice>}
          {saved && <Notice tone="done" alert className="mb-5">{t('portal.saved')}</Notice>}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only shows beside it what is typed */}
          <div onInput={event => {
            unsaved.mark(part)
            const form = (event.target as HTMLElement).closest('form')
            if (language && form) setTyped({ key: own.key, seen: seenOf(readWords(new FormData(form))) })
          }}>
            <DeskForm key={own.key} stays name={part} answer={answer} submit={t('portal.save')} mayPress={may} hidden={{ revision: String(own.revision) }} files className="grid gap-5">
              {language ? <WordsFields writing={writing} content={content} language={language} />
                : <FactsFields writing={writing} content={content} market={item.market} categories={listing.categories} tags={listing.tags} />}
            </DeskForm>
          </div>
          {listing.changed && <p className="type-sm mt-4 text-ink2"><bdi>{t('portal.saved_by', { person: listing.changed.by, time: dates.time(listing.changed.at) })}</bdi></p>}
        </PanelPart>
      </Panel>
      <div className={previewing ? 'lg:sticky lg:top-6' : 'max-lg:hidden lg:sticky lg:top-6'}>
        <ListingPreview market={item.market} content={content} language={shown} seen={typed?.key === own.key ? typed.seen : savedSeen(content, shown)} />
      </div>
    </div>
  )
}
