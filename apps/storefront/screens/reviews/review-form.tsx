import { useRef, type FormEvent } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Review } from '#modules/catalog/contract.ts'
import { MAX_TEXT, findReviewErrors } from '#modules/reviews/rules.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { TextArea } from '#ui/field.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { StarChoice } from '#ui/star-choice.tsx'
import { fieldMessages } from '../../field-messages.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { Shell } from '../../shell.tsx'

/** The response to a refused submission. */
export interface ReviewFormErrors {
  act: string
  /** Message over the form; null when the field errors are enough. */
  message: string | null
  fieldErrors: FieldErrors
  rating: number | null
  text: string
  /** The reported review. */
  review: string
}

/**
 * S2.25. Posts to the page of reviews, with a script or without; validated on blur and change
 * (S5.8).
 */
export function ReviewForm({
  slug,
  store,
  review,
  answer,
  cancel,
}: {
  slug: string
  store: NonNullable<Shell['store']>
  review: Review | null
  answer?: ReviewFormErrors
  cancel?: string
}) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const busy =
    navigation.formData?.get('act') === 'change' || navigation.formData?.get('act') === 'write'
  const check = useFormCheck({ form, answer, find: findReviewErrors })
  const { errors, list } = fieldMessages(t, check.fieldErrors, (name) =>
    t(name === 'rating' ? 'reviews.field.stars' : 'reviews.field.text'),
  )
  // the error of a single left field is shown beside it only, those of a submission in the summary
  // too
  const listed = answer || check.round > 0 ? list : []
  function submit(event: FormEvent) {
    if (busy || !check.submit()) event.preventDefault()
  }
  return (
    <Form
      ref={form}
      method="post"
      action={paths.reviews(slug)}
      className="grid max-w-160 gap-4"
      noValidate
      onSubmit={submit}
    >
      <input type="hidden" name="store" value={store.id} />
      <input type="hidden" name="act" value={review ? 'change' : 'write'} />
      {(listed.length > 0 || answer?.message) && (
        <ErrorSummary
          title={
            listed.length > 0
              ? t('reviews.mistakes', { count: listed.length })
              : (answer?.message ?? '')
          }
          items={listed}
          round={check.round}
        />
      )}
      <StarChoice
        id={fieldId('rating')}
        label={t('reviews.field.stars')}
        name="rating"
        words={[1, 2, 3, 4, 5].map((count) => t('reviews.stars', { count }))}
        defaultValue={answer?.rating ?? review?.stars}
        error={errors.rating}
      />
      <TextArea
        label={t('reviews.field.text')}
        note={t('reviews.field.optional')}
        hint={t('reviews.field.hint', { domain: isolated(store.domain, locale) })}
        error={errors.text}
        name="text"
        id={fieldId('text')}
        dir="auto"
        rows={5}
        maxLength={MAX_TEXT}
        defaultValue={answer?.text ?? review?.text ?? ''}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {review ? t('reviews.save') : t('reviews.publish')}
        </Button>
        {cancel && (
          <LinkButton href={cancel} kind="quiet">
            {t('reviews.cancel')}
          </LinkButton>
        )}
      </div>
    </Form>
  )
}
