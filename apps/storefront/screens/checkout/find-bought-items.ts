import { getInstallation } from '#modules/installs/contract.ts'
import { stageOf } from '#modules/installs/ui/plan-facts.ts'
import type { Order } from '#modules/orders/contract.ts'
import type { ScreenContext } from '../../screen-context.ts'

/** `waiting`: agreed to and not begun, or the shop is busy; `open`: the owner starts it. */
export type Progress = 'waiting' | 'running' | 'done' | 'open'
export type BoughtItem = Pick<Order['item'], 'id' | 'slug' | 'name' | 'icon' | 'market'> & {
  progress: Progress
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
      progress: await progressOf(screen, id),
    })),
  )

async function progressOf(screen: ScreenContext, id: string): Promise<Progress> {
  const found = await screen.attempt(getInstallation, { params: { id }, query: {} })
  if (!found.ok) return 'waiting'
  const { installation, with_payment: planned } = found.answer.data
  const stage = stageOf(installation)
  if (stage === 'installed') return 'done'
  if (stage === 'running') return 'running'
  return planned?.state === 'waiting' ? 'waiting' : 'open'
}
