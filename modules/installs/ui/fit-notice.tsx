import { Notice } from '#ui/notice.tsx'
import type { FitFacts } from '../contract.ts'
import type { T } from './words.ts'

/**
 * What stands against an item on this shop, said before anything is paid or put there; nothing when
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

/** That there is a newer release, and what it asks of the shop; nothing where there is none. */
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
 * What becomes of it when the shop's platform has its next version; `day`: from when, as it is
 * read. Nothing where it simply works on.
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

/** `>=3.0.0` keeps its order in a line of the other direction. */
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
