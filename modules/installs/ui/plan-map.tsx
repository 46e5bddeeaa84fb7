import { type MapPage, type MappedPage, PageMap } from '#ui/page-map.tsx'
import type { PlanChange } from '../contract.ts'
import type { T } from './words.ts'

/** Where on the shop the numbered changes are. */
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

type Zone = 'top' | 'middle' | 'bottom'

const SHOP_PAGES: readonly MapPage[] = ['home', 'list', 'product', 'cart', 'order']

/**
 * Where a placement is on the drawn pages (S3.8). The document head is not visible and counts as
 * the top.
 */
const PLACES: Readonly<Record<number, { pages: readonly MapPage[]; zone: Zone }>> = {
  1: { pages: [...SHOP_PAGES, 'member'], zone: 'top' },
  2: { pages: [...SHOP_PAGES, 'member'], zone: 'top' },
  3: { pages: [...SHOP_PAGES, 'member'], zone: 'bottom' },
  4: { pages: ['member'], zone: 'middle' },
  5: { pages: ['member'], zone: 'top' },
  1003: { pages: ['list'], zone: 'middle' },
  1004: { pages: ['product'], zone: 'middle' },
  1054: { pages: ['cart'], zone: 'middle' },
  100100: { pages: ['order'], zone: 'top' },
  100101: { pages: ['order'], zone: 'middle' },
  100102: { pages: ['order'], zone: 'bottom' },
}

type Placed = Pick<PlanChange, 'kind' | 'placement' | 'supported'>

/**
 * The pages drawn beside a plan, each with the numbers of its rows. The five pages of every shop
 * are always shown; member confirmation and panel only when something is put there.
 */
export function pinnedPages(
  changes: readonly Placed[],
  nameOf: (page: MapPage) => string,
): MappedPage[] {
  const pages = new Map<MapPage, Record<Zone, string[]> & { whole: boolean }>(
    SHOP_PAGES.map((page) => [page, { top: [], middle: [], bottom: [], whole: false }]),
  )
  const open = (page: MapPage) => {
    const found = pages.get(page) ?? { top: [], middle: [], bottom: [], whole: false }
    pages.set(page, found)
    return found
  }
  if (
    changes.some((change) => change.supported && (change.placement === 4 || change.placement === 5))
  )
    open('member')
  changes.forEach((change, index) => {
    if (!change.supported) return
    const pin = String(index + 1)
    if (change.kind === 'web_service_user') open('panel').middle.push(pin)
    else if (change.kind === 'theme') {
      for (const page of pages.values()) {
        page.whole = true
        page.middle.push(pin)
      }
    } else {
      const place = PLACES[change.placement ?? 0]
      for (const page of place?.pages ?? []) if (pages.has(page)) open(page)[place!.zone].push(pin)
    }
  })
  return [...pages].map(([page, pins]) => ({ page, name: nameOf(page), ...pins }))
}
