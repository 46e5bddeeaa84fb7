import { useRef, type FormEvent } from 'react'
import { Form, useNavigation } from 'react-router'
import { MAX_REPORT_TEXT, REPORT_REASONS } from '#contexts/reviews/rules.ts'
import { findReportMistakes } from '#contexts/reviews/ui/review-form.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice.tsx'
import { Radio } from '#ui/tick.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { fieldWords } from '../../field-words.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { ReviewMistakes } from './review-form.tsx'

/** A reader says what is wrong with a review. Folded away under each one; open where a press was refused. Checked as other forms are (S5.7, S5.8). */
export function ReportForm({ slug, reviewId, answer }: { slug: string; reviewId: string; answer?: ReviewMistakes }) {
  const { t } = useWords()
  const here = usePaths().reviews(slug)
  const busy = useNavigation().formData?.get('review') === reviewId
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findReportMistakes })
  const { errors } = fieldWords(t, check.mistakes, name => t(name === 'reason' ? 'reviews.report.ask' : 'reviews.report.text'))
  function submit(event: FormEvent) {
    if (!busy && check.submit()) return
    event.preventDefault()
    form.current?.querySelector<HTMLInputElement>('[name=reason]')?.focus()
  }
  return (
    <details className="mt-0.5 -mb-1.5" open={answer !== undefined}>
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
          {REPORT_REASONS.map(reason => (
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
