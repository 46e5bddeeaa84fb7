import { getInstallation } from '#modules/installs/contract.ts'
import { isMoving, stageOf } from '#modules/installs/ui/plan-facts.ts'
import type { Order } from '#modules/orders/contract.ts'
import type { ScreenContext } from '../../screen-context.ts'

/**
 * `waiting`: agreed to and not begun, or the shop is busy; `open`: the owner starts it; `left` and
 * `failed`: the owner tries again; `stuck`: it failed and parts of it are left on the shop.
 */
export type Progress = 'waiting' | 'running' | 'done' | 'open' | 'left' | 'failed' | 'stuck'
export type BoughtItem = Pick<Order['item'], 'id' | 'slug' | 'name' | 'icon' | 'market'> & {
  progress: Progress
  /** Why it is not installed. */
  message: string | null
}

/** How far the install of each item of a paid bundle is. */
export const findBoughtItems = (
  screen: ScreenContext,
  lines: Order['lines'],
): Promise<BoughtItem[]> =>
  Promise.all(
    lines.map(async ({ item: { id, slug, name, icon, market } }) => ({
      id,
      slug,
      name,
      icon,
      market,
      ...(await progressOf(screen, id)),
    })),
  )

type Found = Pick<BoughtItem, 'progress' | 'message'>

async function progressOf(screen: ScreenContext, id: string): Promise<Found> {
  const found = await screen.attempt(getInstallation, { params: { id }, query: {} })
  if (!found.ok) return { progress: 'waiting', message: null }
  const { installation, with_payment: planned } = found.answer.data
  const stage = stageOf(installation)
  if (stage === 'stuck')
    return { progress: 'stuck', message: installation?.run?.failure?.message ?? null }
  if (stage === 'installed' || stage === 'paused') return { progress: 'done', message: null }
  if (isMoving(stage)) return { progress: 'running', message: null }
  return { progress: planned?.state ?? 'open', message: planned?.message ?? null }
}
