import { Form } from 'react-router'
import { ALONE_RULES } from '#modules/publishing/submissions/review-rules.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { FormError, FormKey, useField } from '../forms.tsx'
import type { FormAnswer } from '../read-form.ts'
import { useWords } from '../words.tsx'
import { RailPart } from './rail-part.tsx'
import type { Review } from './review.ts'

/** New risky permissions, and who has agreed to them besides the reviewer who decides. */
export function SecondReviewer({
  review,
  answer,
}: {
  review: Review
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const field = useField(answer, 'approve')
  const { risks, second } = review
  if (risks.length === 0) return null
  const passesAlone = second.may_pass && review.may_decide
  return (
    <RailPart
      title={t('console.review.second')}
      end={
        second.name !== null ? (
          <Badge tone="green" icon="check">
            {t('console.review.second.agreed')}
          </Badge>
        ) : (
          review.state === 'waiting' && <Badge>{t('console.review.second.waits')}</Badge>
        )
      }
    >
      <ul className="grid gap-1 type-sm">
        {risks.map((one) => (
          <li key={`${one.what} ${one.name}`} className="wrap-anywhere-safe">
            {t(`console.risk.${one.what}`)} <code dir="ltr">{one.name}</code>
          </li>
        ))}
      </ul>
      <p className="type-sm mt-2 text-ink2">
        {second.name !== null
          ? t('console.review.second.by', { name: second.name })
          : second.alone_reason !== null
            ? t('console.review.second.alone_was', { reason: second.alone_reason })
            : t(second.may_pass ? 'console.review.second.alone' : 'console.review.second.needed')}
      </p>
      <FormError answer={answer} form="second" className="mt-2" />
      {second.may_agree && !second.may_pass && (
        <Form method="post" preventScrollReset className="mt-2">
          <FormKey />
          <input type="hidden" name="form" value="second" />
          <Button type="submit" size="small" kind="secondary" className="min-h-11">
            {t('console.review.second.agree')}
          </Button>
        </Form>
      )}
      {passesAlone && (
        <TextArea
          {...field('alone_reason')}
          label={t('console.review.second.reason')}
          rows={3}
          dir="auto"
          maxLength={ALONE_RULES.max}
          className="mt-2"
        />
      )}
    </RailPart>
  )
}
