import { Notice } from '#ui/notice.tsx'
import type { FitFacts } from '../contract.ts'
import type { T } from './words.ts'

/**
 * Obstacles for an item on this shop, shown before anything is bought or installed; nothing when
 * all is well.
 */
export function FitNotice({
  fit,
  t,
  className,
}: {
  fit: FitFacts | null | undefined
  t: T
  className?: string
}) {
  if (!fit) return null
  return (
    <>
      <Against fit={fit} t={t} className={className} />
      <NewerNotice fit={fit} t={t} className={className} />
    </>
  )
}

/** Names a newer release and what it needs of the shop. */
export function NewerNotice({
  fit,
  t,
  className,
}: {
  fit: FitFacts
  t: T
  className?: string | undefined
}) {
  if (!fit.fits || !fit.newer) return null
  return (
    <Notice className={className} title={t('fit.newer', { version: fit.newer.version })}>
      {t('fit.newer_note', {
        needs: isolated(fit.newer.needs),
        has: isolated(fit.has || '?'),
        offered: fit.version,
      })}
    </Notice>
  )
}

/**
 * What happens to the item with the next version of the shop's platform; `day`: its date,
 * formatted. Nothing when the item keeps working.
 */
export function ComingNotice({
  coming,
  day,
  t,
  className,
}: {
  coming: FitFacts['coming']
  day: string
  t: T
  className?: string
}) {
  if (!coming || coming.outcome === 'works') return null
  return (
    <Notice
      tone={coming.outcome === 'none' ? 'attention' : undefined}
      className={className}
      title={t('fit.coming', { day, version: coming.version })}
    >
      {coming.to === null ? t('fit.coming_none') : t('fit.coming_update', { to: coming.to })}
    </Notice>
  )
}

/** `>=3.0.0` keeps its direction inside right-to-left text. */
const isolated = (text: string) => `\u2068${text}\u2069`

function Against({ fit, t, className }: { fit: FitFacts; t: T; className: string | undefined }) {
  if (fit.fits && fit.missing.length === 0) return null
  const needed = fit.missing.filter((part) => part.required)
  const places = (parts: FitFacts['missing']) =>
    [...new Set(parts.map((part) => t(`fit.place.${part.placement}` as 'fit.place.1')))].join(' · ')
  if (!fit.fits) {
    return (
      <Notice tone="attention" className={className} title={t('fit.version')}>
        {fit.needs === null
          ? t('fit.version_none')
          : t('fit.version_note', { needs: isolated(fit.needs), has: isolated(fit.has || '?') })}
      </Notice>
    )
  }
  if (needed.length > 0) {
    return (
      <Notice
        tone="attention"
        className={className}
        title={t('fit.missing', { places: places(needed) })}
      >
        {t('fit.missing_note')}
      </Notice>
    )
  }
  return (
    <Notice className={className} title={t('fit.missing', { places: places(fit.missing) })}>
      {t('fit.left_out', {
        count: fit.missing.length,
        parts: fit.missing.map((part) => part.title).join(' · '),
      })}
    </Notice>
  )
}
