import { Form, useLocation, useNavigation } from 'react-router'
import type { Review } from '#contexts/catalog/contract.ts'
import { MAX_TEXT } from '#contexts/reviews/rules.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { MistakeList } from '#ui/mistake-list.tsx'
import { StarChoice } from '#ui/star-choice.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { Shell } from '../../shell.tsx'

/** What came back from a press that was refused. */
export interface ReviewMistakes {
  act: string
  message: string
  fields: Record<string, string>
  rating: number | null
  text: string
}

/** S2.25. A plain form: it goes to the page of reviews, with a script or without. */
export function ReviewForm({
  slug,
  store,
  review,
  mistakes,
  cancel,
}: {
  slug: string
  store: NonNullable<Shell['store']>
  review: Review | null
  mistakes?: ReviewMistakes
  cancel?: string
}) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const navigation = useNavigation()
  const { key } = useLocation()
  const busy = navigation.formData?.get('act') === 'change' || navigation.formData?.get('act') === 'write'
  return (
    <Form method="post" action={paths.reviews(slug)} className="grid max-w-160 gap-4" noValidate>
      <input type="hidden" name="store" value={store.id} />
      <input type="hidden" name="act" value={review ? 'change' : 'write'} />
      {/* a new one for each answer, so that each takes the focus */}
      {mistakes && <MistakeList key={key} title={mistakes.message} mistakes={[]} round={1} />}
      <StarChoice
        label={t('reviews.field.stars')}
        name="rating"
        words={[1, 2, 3, 4, 5].map(count => t('reviews.stars', { count }))}
        defaultValue={mistakes?.rating ?? review?.stars}
        error={mistakes?.fields.rating}
      />
      <TextArea
        label={t('reviews.field.text')}
        note={t('reviews.field.optional')}
        hint={t('reviews.field.hint', { domain: isolated(store.domain, locale) })}
        error={mistakes?.fields.text}
        name="text"
        dir="auto"
        rows={5}
        maxLength={MAX_TEXT}
        defaultValue={mistakes?.text ?? review?.text ?? ''}
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
