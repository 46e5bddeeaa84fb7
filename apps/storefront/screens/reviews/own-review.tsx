import { lazy } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import type { Shell } from '../../shell.tsx'
import { OneReview } from './one-review.tsx'
import type { ReviewFormErrors } from './review-form.tsx'

// Loaded on demand, because most visitors may not write a review. The server renders it
// synchronously, because it must work without a script.
const ReviewForm = import.meta.env.SSR
  ? (await import('./review-form.tsx')).ReviewForm
  : lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }))

const OwnPictures = import.meta.env.SSR
  ? (await import('./review-pictures.tsx')).OwnPictures
  : lazy(async () => ({ default: (await import('./review-pictures.tsx')).OwnPictures }))

type Mine = NonNullable<ItemDetail['reviews']>['mine']
export type OwnStep = 'show' | 'change' | 'delete'

/**
 * The signed-in store's review, the form, or why it may not write one (S2.25). Nothing for
 * visitors.
 */
export function OwnReview({
  slug,
  pictured,
  mine,
  store,
  step,
  answer,
}: {
  slug: string
  /** Id of the item, where its pictures can be changed. */
  pictured?: string
  mine: Mine
  store: Shell['store']
  step: OwnStep
  answer?: ReviewFormErrors
}) {
  const { t } = useWords()
  const here = usePaths().reviews(slug)
  if (!store || !mine) return null
  const { review, may_write: may, why_not: why } = mine
  if (!review && !may)
    return <p className="type-body rounded-card bg-stone p-5">{why && t(`reviews.why.${why}`)}</p>
  const form = { slug, store, review, answer }
  return (
    <section
      aria-label={t('reviews.yours')}
      className="rounded-card border border-line bg-card p-5"
    >
      <h2 className="type-d4 mb-3">{review ? t('reviews.yours') : t('reviews.write')}</h2>
      {!review || (step === 'change' && may) ? (
        <ReviewForm {...form} cancel={review ? here : undefined} />
      ) : step === 'delete' ? (
        <DeleteQuestion here={here} store={store} />
      ) : (
        <>
          <OneReview review={review} as="div" />
          {may && !review.erased && pictured !== undefined && (
            <OwnPictures
              itemId={pictured}
              pictures={mine.pictures}
              here={here}
              refused={answer?.act === 'picture-add' ? answer.message : undefined}
            />
          )}
          <div className="mt-3 flex flex-wrap items-center gap-2">
            {may && (
              <LinkButton href={withQuery(here, { own: 'change' })} kind="secondary" size="small">
                {t('reviews.change')}
              </LinkButton>
            )}
            <LinkButton
              href={withQuery(here, { own: 'delete' })}
              kind="danger-quiet"
              size="small"
              icon="trash"
            >
              {t('reviews.delete')}
            </LinkButton>
            {!may && why && <p className="type-sm text-ink2">{t(`reviews.why.${why}`)}</p>}
          </div>
        </>
      )}
    </section>
  )
}

/** A page of its own, so that it works without a script. */
function DeleteQuestion({ here, store }: { here: string; store: NonNullable<Shell['store']> }) {
  const { t } = useWords()
  const busy = useNavigation().formData?.get('act') === 'delete'
  return (
    <Form method="post" action={here}>
      <input type="hidden" name="store" value={store.id} />
      <input type="hidden" name="act" value="delete" />
      <p className="type-body strong">{t('reviews.delete_ask')}</p>
      <p className="type-body mt-1 text-ink2">{t('reviews.delete_note')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" kind="danger" icon="trash" busy={busy}>
          {t('reviews.delete_yes')}
        </Button>
        <LinkButton href={here} kind="quiet">
          {t('reviews.delete_no')}
        </LinkButton>
      </div>
    </Form>
  )
}
