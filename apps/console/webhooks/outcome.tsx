import type { DeliveryOutcome } from '#modules/apps/webhooks/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { useWords } from '../words.tsx'

const TONES: Record<DeliveryOutcome, Tone> = {
  delivered: 'green',
  waiting: 'neutral',
  retrying: 'neutral',
  failed: 'coral',
}

export function OutcomeBadge({ outcome }: { outcome: DeliveryOutcome }) {
  const { t } = useWords()
  return <Badge tone={TONES[outcome]}>{t(`portal.webhooks.outcome.${outcome}`)}</Badge>
}

const FAILURES = ['blocked', 'unreachable', 'timeout', 'too_large', 'reset'] as const

/** "HTTP 500", or why no answer came. */
export function TryEnd({ status, failure }: { status: number | null; failure: string | null }) {
  const { t } = useWords()
  if (status !== null) return <bdi dir="ltr">{`HTTP ${status}`}</bdi>
  const known = FAILURES.find((one) => one === failure)
  return known ? t(`portal.webhooks.failure.${known}`) : '–'
}

/** "312 ms"; a dash before the first answer. */
export function useMilliseconds(): (ms: number | null) => string {
  const { t } = useWords()
  return (ms) => (ms === null ? '–' : t('portal.webhooks.ms', { ms }))
}
