import type { AnswerOf } from '#kernel/operation.ts'
import type { listAllPartners } from '#modules/publishing/partners/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { useDates } from './dates.ts'
import { useWords } from './words.tsx'

/** Verified facts of a partner, with dates. */
export function VerifiedFacts({
  verified,
}: {
  verified: AnswerOf<typeof listAllPartners>['partners'][number]['verified']
}) {
  const { t } = useWords()
  const dates = useDates()
  if (!verified)
    return <span className="type-sm text-ink2">{t('console.partners.unverified')}</span>
  return (
    <>
      <Badge tone="green" icon="check">
        {dates.day(verified.at)}
      </Badge>
      {verified.domain !== null && (
        <bdi dir="ltr" className="type-sm block text-ink2">
          {verified.domain}
        </bdi>
      )}
    </>
  )
}
