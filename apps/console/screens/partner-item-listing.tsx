import { hasPartnerRight } from '#kernel/actor.ts'
import type { Part } from '#modules/publishing/partners/rules.ts'
import { useLanguages } from '../shell.tsx'
import { useState } from 'react'
import {
  useLoaderData,
  useRouteLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import {
  changeListingFacts,
  changeListingWords,
  getListing,
  type ListingAnswer,
} from '#modules/publishing/partners/item-contract.ts'
import { readLocale, type Locale, languageName } from '#lib/locale.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Icon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PostForm, useFormRevision, useFormAnswer } from '../forms.tsx'
import { readForm, type FormAnswer } from '../read-form.ts'
import { FactsFields, WordsFields, factFields } from '../listing/words-form.tsx'
import { ListingPreview } from '../listing/listing-preview.tsx'
import {
  fieldsOf,
  readFacts,
  readWords,
  savedSeen,
  seenOf,
  type Seen,
} from '../listing/read-form.ts'
import { type Unsaved, useUnsaved } from '../listing/unsaved.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [partner, item] = [params.partner ?? '', params.item ?? '']
  return {
    base: `/partner/${partner}/items/${item}`,
    ...(await context.get(consoleContext).call(getListing, { params: { partner, item } })),
  }
}

/** Opening the preview loads nothing, so that typed values stay. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined &&
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.searchParams.get('part') === nextUrl.searchParams.get('part')
    ? false
    : defaultShouldRevalidate

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const [partner, item, part] = [params.partner ?? '', params.item ?? '', text('form')]
  const locale = readLocale(part)
  if (locale)
    return submit(changeListingWords, {
      params: { partner, item, locale },
      body: readWords(form),
    })
  return submit(changeListingFacts, { params: { partner, item }, body: readFacts(form) })
}

/** The draft of a listing: a page per language, one for common facts, and a preview. */
export default function PartnerItemListing() {
  const { t, locale } = useWords()
  const listing = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  const [query] = useSearchParams()
  const language = readLocale(query.get('part')) ?? (query.get('part') === 'about' ? null : locale)
  const part = language ?? 'about'
  const previewing = query.get('view') === 'preview'
  const { base } = listing
  const unsaved = useUnsaved(answer, t('portal.leave'))
  const languages = useLanguages(
    Object.fromEntries(listing.content.texts.map((one) => [one.locale, one.name])),
  )
  if (!item) return null
  const link = (to: string, view: boolean) => `${base}?part=${to}${view ? '&view=preview' : ''}`
  return (
    <>
      <MissingList
        base={base}
        missing={listing.missing}
        measures={listing.measures}
        languages={languages}
      />
      <div className="mt-7 mb-5 flex flex-wrap items-center justify-between gap-3">
        <Tabs
          label={t('portal.part')}
          tabs={[...languages, 'about' as const].map((one) => ({
            href: link(one, previewing),
            name: partName(one, t, locale),
            current: one === part,
          }))}
        />
        <Tabs
          className="lg:hidden"
          label={t('portal.preview.views')}
          tabs={[
            { href: link(part, false), name: t('portal.preview.write'), current: !previewing },
            { href: link(part, true), name: t('portal.preview.show'), current: previewing },
          ]}
        />
      </div>
      <PartPanels
        key={part}
        listing={listing}
        item={item}
        answer={answer}
        language={language}
        previewing={previewing}
        unsaved={unsaved}
      />
    </>
  )
}

/** The form of one part, next to the preview. */
function PartPanels({
  listing,
  item,
  answer,
  language,
  previewing,
  unsaved,
}: {
  listing: Awaited<ReturnType<typeof loader>>
  item: NonNullable<ReturnType<typeof useRouteLoaderData<typeof itemLoader>>>
  answer: FormAnswer | undefined
  language: Locale | null
  previewing: boolean
  unsaved: Unsaved
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { content } = listing
  const part = language ?? 'about'
  // A save closes the gaps of empty rows, so the form resets, unless the person has typed since.
  const own = useFormRevision(answer, part, listing.revision, unsaved.isMarked(part))
  const [typed, setTyped] = useState<{ key: number; seen: Seen } | null>(null)
  const may = hasPartnerRight(item.role, 'publish')
  const shown = language ?? locale
  const writing = {
    form: part,
    answer,
    saved: language ? fieldsOf(content, language) : factFields(content),
    may,
  }
  const saved = answer?.form === part && answer.done
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <Panel className={previewing ? 'max-lg:hidden' : undefined}>
        <PanelPart>
          {!may && <Notice className="mb-5">{t('portal.item.read_only')}</Notice>}
          {saved && (
            <Notice tone="done" alert className="mb-5">
              {t('portal.saved')}
            </Notice>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only updates the preview */}
          <div
            onSubmit={() => unsaved.sent(part)}
            onInput={(event) => {
              unsaved.mark(part)
              const form = (event.target as HTMLElement).closest('form')
              if (language && form)
                setTyped({ key: own.key, seen: seenOf(readWords(new FormData(form))) })
            }}
          >
            <PostForm
              key={own.key}
              stays
              name={part}
              answer={answer}
              submit={t('portal.save')}
              mayPress={may}
              hidden={{ revision: String(own.revision) }}
              files
              className="grid gap-5"
            >
              {language ? (
                <WordsFields writing={writing} content={content} language={language} />
              ) : (
                <FactsFields
                  writing={writing}
                  content={content}
                  market={item.market}
                  categories={listing.categories}
                  tags={listing.tags}
                />
              )}
            </PostForm>
          </div>
          {listing.changed && (
            <p className="type-sm mt-4 text-ink2">
              <bdi>
                {t('portal.saved_by', {
                  person: listing.changed.by,
                  time: dates.time(listing.changed.at),
                })}
              </bdi>
            </p>
          )}
        </PanelPart>
      </Panel>
      <div className={previewing ? 'lg:sticky lg:top-6' : 'max-lg:hidden lg:sticky lg:top-6'}>
        <ListingPreview
          market={item.market}
          content={content}
          language={shown}
          seen={typed?.key === own.key ? typed.seen : savedSeen(content, shown)}
        />
      </div>
    </div>
  )
}

const partName = (part: Part, t: ReturnType<typeof useWords>['t'], locale: Locale): string => {
  const language = readLocale(part)
  return language ? languageName(language, locale) : t(`portal.part.${part as 'about'}`)
}

/**
 * What is missing before submission, with links to the fields; and the completeness of each
 * language.
 */
function MissingList({
  base,
  missing,
  measures,
  languages,
}: {
  base: string
  missing: ListingAnswer['missing']
  measures: ListingAnswer['measures']
  languages: readonly Locale[]
}) {
  const { t, locale } = useWords()
  const hrefOf = ({ part, field }: ListingAnswer['missing'][number]) =>
    part === 'pictures' || part === 'plans'
      ? `${base}/${part}#${field}`
      : `${base}?part=${part}#${field}`
  return (
    <Panel as="section" label={t('portal.missing.title')}>
      <PanelPart>
        <h2 className="type-d4">
          {missing.length === 0 ? t('portal.missing.none') : t('portal.missing.title')}
        </h2>
        <dl className="mt-4 grid gap-3 md:grid-cols-3">
          {languages.map((language) => (
            <div key={language}>
              <dt className="type-sm">
                {t('portal.missing.measure', {
                  language: languageName(language, locale),
                  ...measures[language],
                })}
              </dt>
              <dd className="mt-1.5">
                <Progress
                  label={languageName(language, locale)}
                  done={measures[language].done}
                  all={measures[language].of}
                />
              </dd>
            </div>
          ))}
        </dl>
      </PanelPart>
      {missing.length > 0 && (
        <PanelPart>
          <details open={missing.length <= 6}>
            <summary className="type-label flex min-h-9 cursor-pointer items-center gap-2 text-link">
              <Icon name="chevron-down" size={16} />
              {t('portal.missing.count', { count: missing.length })}
            </summary>
            <ul className="mt-2 grid gap-3">
              {missing.map((one, index) => (
                <li key={index} className="flex gap-2.5">
                  <Icon name="warning" size={17} className="mt-1 shrink-0 text-coral-text" />
                  <div className="min-w-0">
                    <TextLink href={hrefOf(one)}>{one.wrong}</TextLink>
                    <span className="type-sm block text-ink2">
                      {partName(one.part, t, locale)} · {one.mend}
                    </span>
                    {one.evidence && (
                      <bdi className="type-sm block wrap-anywhere-safe text-ink2">
                        “{one.evidence}”
                      </bdi>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </details>
        </PanelPart>
      )}
    </Panel>
  )
}
