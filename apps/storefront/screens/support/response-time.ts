import type { Words } from '../../messages.tsx'

const HOUR = 3_600

/** How long the seller usually takes for a first answer, rounded up; or that nothing is known yet. */
export function responseInWords(seconds: number | null, t: Words['t']): string {
  if (seconds === null) return t('help.response.unknown')
  const hours = Math.ceil(seconds / HOUR)
  if (hours <= 36) return t('help.response.hours', { count: Math.max(1, hours) })
  return t('help.response.days', { count: Math.ceil(hours / 24) })
}
