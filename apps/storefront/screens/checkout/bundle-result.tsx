import { getInstallation } from '#modules/installs/contract.ts'
import { stageOf } from '#modules/installs/ui/plan-facts.ts'
import type { Order } from '#modules/orders/contract.ts'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { TextLink } from '#ui/link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { ScreenContext } from '../../screen-context.ts'

/** `waiting`: agreed to and not begun, or the shop is busy; `open`: the owner starts it. */
type Progress = 'waiting' | 'running' | 'done' | 'open'
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

export const isUnderWay = (items: readonly BoughtItem[]): boolean =>
  items.some(({ progress }) => progress === 'waiting' || progress === 'running')

const TONES: Record<Exclude<Progress, 'open'>, Tone> = {
  waiting: 'neutral',
  running: 'turquoise',
  done: 'green',
}

/** The items of a paid bundle, each with its install. */
export function BoughtItems({ items }: { items: readonly BoughtItem[] }) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <ul
      aria-label={t('bundle.bought')}
      aria-live="polite"
      className="mt-6 w-full max-w-sm border-t border-line text-start"
    >
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 border-b border-line py-2.5">
          {item.market === 'theme' ? (
            <ThemeIcon colour="currentColor" size={28} className="text-turquoise" />
          ) : (
            <AppIcon src={item.icon} name={item.name} size={28} />
          )}
          <span className="type-label min-w-0 flex-1 wrap-anywhere-safe">
            <bdi>{item.name}</bdi>
          </span>
          {item.progress === 'open' ? (
            <TextLink href={paths.install(item.slug)}>{t('bundle.progress.open')}</TextLink>
          ) : (
            <Badge tone={TONES[item.progress]}>{t(`bundle.progress.${item.progress}`)}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
