import { PageMap } from '#ui/page-map.tsx'
import type { PlanChange } from '../contract.ts'
import { pinnedPages } from './page-pins.ts'
import type { T } from './words.ts'

/** Where on the shop the numbered changes stand. */
export function PlanMap({
  changes,
  t,
  className,
}: {
  changes: readonly PlanChange[]
  t: T
  className?: string
}) {
  const pages = pinnedPages(changes, (page) => t(`plan.page.${page}`))
  return (
    <section aria-label={t('plan.map')} className={className}>
      <h2 className="type-d4 mb-3">{t('plan.map')}</h2>
      <PageMap
        label={t('plan.map')}
        pages={pages}
        said={({ name, top, middle, bottom }) => {
          const pins = [...new Set([...top, ...middle, ...bottom])].join(', ')
          return pins === ''
            ? t('plan.page_untouched', { page: name })
            : t('plan.page_pins', { page: name, pins })
        }}
      />
    </section>
  )
}
