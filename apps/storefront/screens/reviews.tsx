import { data, Form, useNavigation } from 'react-router'
import { useRef, type FormEvent } from 'react'
import { type Locale, LOCALES, languageName } from '#lib/locale.ts'
import { getItem } from '#modules/catalog/contract.ts'
import {
  addReviewPicture,
  changeReview,
  deleteReview,
  listReviews,
  removeReviewPicture,
  reportReview,
  takeVoteBack,
  voteHelpful,
  writeReview,
} from '#modules/reviews/contract.ts'
import {
  MAX_REPORT_TEXT,
  REPORT_REASONS,
  type ReportReason,
  findReportErrors,
} from '#modules/reviews/rules.ts'
import { Chip } from '#ui/badge.tsx'
import { BackLink } from '#ui/breadcrumb.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page } from '#ui/page-grid.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice.tsx'
import { Radio } from '#ui/checkbox.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { goTo } from '../go-to.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { storeOf, useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { Pages, readPage } from './detail/releases.tsx'
import { OneReview, RatingAside } from './reviews/one-review.tsx'
import { OwnReview, type OwnStep } from './reviews/own-review.tsx'
import type { ReviewFormErrors } from './reviews/review-form.tsx'
import type { Route } from './+types/reviews.ts'
import { fieldMessages } from '../field-messages.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

const DONE = ['written', 'changed', 'deleted', 'reported'] as const
const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((one) => one === text)

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const asked = url.searchParams
  const { data: item } = await screen.call(getItem, { query: { slug: params.slug } })
  const stars = [1, 2, 3, 4, 5].find((one) => String(one) === asked.get('stars'))
  const page = readPage(asked.get('page'))
  const version = asked.get('version')?.slice(0, 60) || undefined
  const language = oneOf(LOCALES, asked.get('language'))
  const { data: reviews, meta } = await screen.call(listReviews, {
    query: { item_id: item.id, page, ...(stars && { stars }), version, language },
  })
  const { slug, name, rating, rating_histogram, brought_count } = item
  return {
    item: { id: item.id, slug, name, rating, rating_histogram, brought_count },
    version,
    language,
    reviews,
    meta,
    stars,
    store: storeOf(screen.session),
    step: oneOf<OwnStep>(['change', 'delete'], asked.get('own')) ?? 'show',
    done: oneOf(DONE, asked.get('done')),
  }
}

/** S2.25: creates, changes and deletes the store's review, and reports another one. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const slug = params.slug ?? ''
  const form = await request.formData()
  const textOf = (name: string) => String(form.get(name) ?? '')
  const done = (what: (typeof DONE)[number]) =>
    goTo(withQuery(pathsFor(screen.framed).reviews(slug), { done: what }), { status: 303 })
  const refused = ({ message, fieldErrors = {}, statusCode }: ErrorFacts) => {
    const rating = [1, 2, 3, 4, 5].find((one) => String(one) === textOf('rating')) ?? null
    const said = {
      act: textOf('act'),
      message: Object.keys(fieldErrors).length > 0 ? null : message,
      fieldErrors,
    }
    return data(
      {
        ...said,
        rating,
        text: textOf('text'),
        review: textOf('review'),
      } satisfies ReviewFormErrors,
      { status: statusCode },
    )
  }
  const act = textOf('act')
  if (act === 'report') {
    const body = { reason: textOf('reason') as ReportReason, text: textOf('text') }
    const reported = await screen.attempt(reportReview, { params: { id: textOf('review') }, body })
    if (reported.ok) throw done('reported')
    return refused(reported.error)
  }
  const around = forStoreOf(form)
  if (act === 'helpful' || act === 'unhelpful') {
    const of = { params: { id: textOf('review') }, ...around }
    await (act === 'helpful' ? screen.attempt(voteHelpful, of) : screen.attempt(takeVoteBack, of))
    // What was pressed is seen in the list, also where the review is gone meanwhile.
    throw goTo(pathsFor(screen.framed).reviews(slug), { status: 303 })
  }
  if (act === 'picture-remove') {
    await screen.attempt(removeReviewPicture, { params: { picture: textOf('picture') }, ...around })
    throw goTo(pathsFor(screen.framed).reviews(slug), { status: 303 })
  }
  const { data: item } = await screen.call(getItem, { query: { slug } })
  if (act === 'picture-add') {
    const added = await screen.attempt(addReviewPicture, {
      query: { item_id: item.id },
      upload: await bytesOf(form.get('picture')),
      ...around,
    })
    if (added.ok) throw goTo(pathsFor(screen.framed).reviews(slug), { status: 303 })
    return refused(added.error)
  }
  if (act === 'delete') {
    const deleted = await screen.attempt(deleteReview, { body: { item_id: item.id }, ...around })
    // Deleted in another tab already, which is the intended result.
    if (deleted.ok || deleted.error.code === 'reviews.not_written') throw done('deleted')
    return refused(deleted.error)
  }
  const body = {
    item_id: item.id,
    rating: textOf('rating') === '' ? NaN : Number(textOf('rating')),
    text: textOf('text'),
  }
  const changes = act === 'change'
  const said = await (changes
    ? screen.attempt(changeReview, { body, ...around })
    : screen.attempt(writeReview, { body, ...around }))
  if (said.ok) throw done(changes ? 'changed' : 'written')
  return refused(said.error)
}

const bytesOf = async (file: FormDataEntryValue | null): Promise<Uint8Array> =>
  new Uint8Array(file instanceof File ? await file.arrayBuffer() : [])

/** All reviews of an item, filtered by stars, with the form for a store that may write one. */
export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { item, reviews, meta, stars, version, language, store, step, done } = loaderData
  const narrowed = stars !== undefined || version !== undefined || language !== undefined
  const { t, locale } = useWords()
  const paths = usePaths()
  const here = paths.reviews(item.slug)
  const answer = actionData as ReviewFormErrors | undefined
  const reported = answer?.act === 'report' ? answer : undefined
  const own = reported ? undefined : answer
  // the store's own review is shown above the list
  const others = reviews.filter((review) => review.id !== meta.mine?.review?.id)
  const title = t('reviews.title', { item: isolated(item.name, locale) })
  return (
    <Page className="pt-3 pb-12 md:pt-4">
      <PageHead title={title} indexed={meta.total > 0 && !narrowed} />
      <BackLink href={paths.item(item.slug)}>{t('releases.back', { item: item.name })}</BackLink>
      <h1 className="type-title mt-2 mb-6 wrap-anywhere-safe">{title}</h1>
      <Columns kind="list">
        <RatingAside item={item} own={meta.stars} current={stars} />
        <div className="grid min-w-0 content-start gap-6">
          {done && !answer && (
            <div role="status">
              <Notice tone="done">{t(`reviews.done.${done}`)}</Notice>
            </div>
          )}
          {reported && (
            <Notice tone="attention" alert>
              {reported.message ?? t('reviews.report.choose')}
            </Notice>
          )}
          <OwnReview
            slug={item.slug}
            pictured={item.id}
            mine={meta.mine}
            store={store}
            step={own?.act === 'change' ? 'change' : step}
            answer={own}
          />
          <section aria-label={t('detail.reviews')}>
            <ReviewFilters meta={meta} stars={stars} version={version} language={language} />
            {(narrowed || meta.total > 0) && (
              <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
                <p className="type-body strong figures">
                  {stars === undefined
                    ? t('reviews.count', { count: meta.total })
                    : t('reviews.count_stars', { count: meta.total, stars })}
                </p>
                {stars !== undefined && (
                  <Chip href={here} removes={t('reviews.show_all')}>
                    {t('reviews.stars', { count: stars })}
                  </Chip>
                )}
              </div>
            )}
            {reviews.length > 0 ? (
              <ul>
                {others.map((review) => (
                  <OneReview
                    key={review.id}
                    review={review}
                    end={
                      <div className="mt-2 flex flex-wrap items-center gap-x-5">
                        {store && (
                          <Vote
                            slug={item.slug}
                            review={review}
                            voted={meta.voted.includes(review.id)}
                          />
                        )}
                        {review.text !== '' && (
                          <ReportForm
                            slug={item.slug}
                            reviewId={review.id}
                            answer={reported?.review === review.id ? reported : undefined}
                          />
                        )}
                      </div>
                    }
                  />
                ))}
              </ul>
            ) : (
              <EmptyState
                title={t(
                  narrowed
                    ? 'reviews.none_of_stars'
                    : meta.total > 0
                      ? 'reviews.none_here'
                      : 'detail.reviews_none',
                )}
              />
            )}
            <Pages
              page={meta.page}
              total={meta.total}
              perPage={meta.per_page}
              href={(page) =>
                withQuery(here, { stars, version, language, page: page > 1 ? page : undefined })
              }
            />
          </section>
        </div>
      </Columns>
    </Page>
  )
}

type Meta = Route.ComponentProps['loaderData']['meta']

/** By version and language, each with the number of its reviews; nothing where there is no choice. */
function ReviewFilters({
  meta,
  stars,
  version,
  language,
}: {
  meta: Meta
  stars: number | undefined
  version: string | undefined
  language: Locale | undefined
}) {
  const { t, locale } = useWords()
  if (meta.versions.length < 2 && meta.languages.length < 2 && !version && !language) return null
  const counted = (name: string, count: number) => t('reviews.filter.counted', { name, count })
  return (
    <Form method="get" className="mb-5 flex flex-wrap items-end gap-3" preventScrollReset>
      {stars !== undefined && <input type="hidden" name="stars" value={stars} />}
      <SelectField
        label={t('reviews.filter.version')}
        name="version"
        defaultValue={version ?? ''}
        choices={[
          { value: '', label: t('reviews.filter.any') },
          ...meta.versions.map((one) => ({
            value: one.version,
            label: counted(isolated(one.version, locale), one.count),
          })),
        ]}
      />
      <SelectField
        label={t('reviews.filter.language')}
        name="language"
        defaultValue={language ?? ''}
        choices={[
          { value: '', label: t('reviews.filter.any') },
          ...meta.languages.map((one) => ({
            value: one.language,
            label: counted(languageName(one.language, locale), one.count),
          })),
        ]}
      />
      <Button type="submit" kind="secondary">
        {t('reviews.filter.show')}
      </Button>
    </Form>
  )
}

/** One vote a store, which it can take back. */
function Vote({
  slug,
  review,
  voted,
}: {
  slug: string
  review: { id: string; shop: string | null }
  voted: boolean
}) {
  const { t } = useWords()
  const { store } = useShell()
  const here = usePaths().reviews(slug)
  const busy = useNavigation().formData?.get('review') === review.id
  const name = t(voted ? 'reviews.helpful_back' : 'reviews.helpful')
  return (
    <Form method="post" action={here} preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="act" value={voted ? 'unhelpful' : 'helpful'} />
      <input type="hidden" name="review" value={review.id} />
      <Button
        type="submit"
        kind="secondary"
        size="small"
        busy={busy}
        icon={voted ? 'check' : undefined}
        aria-label={`${name}: ${review.shop ?? t('reviews.closed_shop')}`}
      >
        {name}
      </Button>
    </Form>
  )
}

/**
 * Reports a review. Collapsed below each review, open after a refusal. Validated like other forms
 * (S5.7, S5.8).
 */
function ReportForm({
  slug,
  reviewId,
  answer,
}: {
  slug: string
  reviewId: string
  answer?: ReviewFormErrors
}) {
  const { t } = useWords()
  const here = usePaths().reviews(slug)
  const busy = useNavigation().formData?.get('review') === reviewId
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findReportErrors })
  const { errors } = fieldMessages(t, check.fieldErrors, (name) =>
    t(name === 'reason' ? 'reviews.report.ask' : 'reviews.report.text'),
  )
  function submit(event: FormEvent) {
    if (!busy && check.submit()) return
    event.preventDefault()
    form.current?.querySelector<HTMLInputElement>('[name=reason]')?.focus()
  }
  return (
    <details className="open:basis-full" open={answer !== undefined}>
      <summary className="type-sm inline-flex min-h-9 items-center text-ink2 underline-offset-4 hover:text-ink hover:underline">
        {t('reviews.report')}
      </summary>
      <Form
        ref={form}
        method="post"
        action={here}
        noValidate
        onSubmit={submit}
        className="mt-2 grid max-w-120 gap-3 rounded-card bg-stone p-5"
      >
        <input type="hidden" name="act" value="report" />
        <input type="hidden" name="review" value={reviewId} />
        <ChoiceGroup label={t('reviews.report.ask')} error={errors.reason}>
          {REPORT_REASONS.map((reason) => (
            <Radio key={reason} name="reason" value={reason} required>
              {t(`reviews.report.${reason}`)}
            </Radio>
          ))}
        </ChoiceGroup>
        <TextArea
          label={t('reviews.report.text')}
          note={t('reviews.field.optional')}
          error={errors.text}
          name="text"
          dir="auto"
          maxLength={MAX_REPORT_TEXT}
          rows={3}
          defaultValue={answer?.text}
        />
        <div>
          <Button type="submit" kind="secondary" size="small" busy={busy}>
            {t('reviews.report.send')}
          </Button>
        </div>
      </Form>
    </details>
  )
}
