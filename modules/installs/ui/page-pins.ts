import type { MapPage, MappedPage } from '#ui/page-map.tsx'
import type { PlanChange } from '../contract.ts'

type Zone = 'top' | 'middle' | 'bottom'

const SHOP_PAGES: readonly MapPage[] = ['home', 'list', 'product', 'cart', 'order']

/**
 * Where a placement is on the drawn pages (S3.8). A head has no place of its own to be seen at: it
 * counts as the top.
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
 * The pages that are drawn beside a plan, each with the numbers of its rows. The five that every
 * shop has are always there; the member's confirmation only when something is put just there, and
 * the panel when somebody gets in.
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
