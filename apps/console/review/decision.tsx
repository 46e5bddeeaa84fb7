import { Checkbox } from '#ui/checkbox.tsx'
import { PostForm } from '../forms.tsx'
import type { FormAnswer } from '../read-form.ts'
import { ReasonsFields } from '../reasons-fields.tsx'
import { useWords } from '../words.tsx'
import { RailPart } from './rail-part.tsx'
import type { Review } from './review.ts'

export function Decision({ review, answer }: { review: Review; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const stuck = review.checks.some(
    (check) => check.verdict !== 'passed' && !review.may_look.includes(check.rule),
  )
  return (
    <>
      <RailPart title={t('console.queue.approve')}>
        <p className="type-sm mb-3 text-ink2">
          {t(stuck ? 'console.queue.not_passed' : 'console.queue.approve_lead')}
        </p>
        {!stuck && (
          <PostForm name="approve" answer={answer} submit={t('console.queue.approve')}>
            {review.may_look.map((rule) => (
              <Checkbox key={rule} name="looked_at" value={rule}>
                {t('console.queue.looked', { rule: `\u2068${rule}\u2069` })}
              </Checkbox>
            ))}
          </PostForm>
        )}
      </RailPart>
      <RailPart title={t('console.queue.reject')}>
        <p className="type-sm mb-3 text-ink2">{t('console.queue.reject_lead')}</p>
        <PostForm name="reject" answer={answer} submit={t('console.queue.reject')} kind="danger">
          <ReasonsFields answer={answer} form="reject" />
        </PostForm>
      </RailPart>
    </>
  )
}
