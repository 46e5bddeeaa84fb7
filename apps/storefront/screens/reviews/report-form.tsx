import { Form, useNavigation } from 'react-router'
import { REPORT_REASONS } from '#contexts/reviews/rules.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice.tsx'
import { Radio } from '#ui/tick.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'

/** A reader says what is wrong with a review. Folded away under each one. */
export function ReportForm({ slug, reviewId }: { slug: string; reviewId: string }) {
  const { t } = useWords()
  const here = usePaths().reviews(slug)
  const busy = useNavigation().formData?.get('review') === reviewId
  return (
    <details className="mt-0.5 -mb-1.5">
      <summary className="type-sm inline-flex min-h-9 items-center text-ink2 underline-offset-4 hover:text-ink hover:underline">
        {t('reviews.report')}
      </summary>
      <Form method="post" action={here} className="mt-2 grid max-w-120 gap-3 rounded-card bg-stone p-5">
        <input type="hidden" name="act" value="report" />
        <input type="hidden" name="review" value={reviewId} />
        <ChoiceGroup label={t('reviews.report.ask')}>
          {REPORT_REASONS.map(reason => (
            <Radio key={reason} name="reason" value={reason} required>
              {t(`reviews.report.${reason}`)}
            </Radio>
          ))}
        </ChoiceGroup>
        <TextArea label={t('reviews.report.text')} note={t('reviews.field.optional')} name="text" dir="auto" maxLength={1000} rows={3} />
        <div>
          <Button type="submit" kind="secondary" size="small" busy={busy}>
            {t('reviews.report.send')}
          </Button>
        </div>
      </Form>
    </details>
  )
}
