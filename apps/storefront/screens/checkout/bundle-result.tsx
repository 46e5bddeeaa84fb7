import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { TextLink } from '#ui/link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { BoughtItem, Progress } from './find-bought-items.ts'

export const isUnderWay = (items: readonly BoughtItem[]): boolean =>
  items.some(({ progress }) => progress === 'waiting' || progress === 'running')

const TONES: Partial<Record<Progress, Tone>> = {
  running: 'turquoise',
  done: 'green',
}

/** The items of a paid bundle, each with its install. */
export function BoughtItems({ items }: { items: readonly BoughtItem[] }) {
  const { t } = useWords()
  return (
    <ul
      aria-label={t('bundle.bought')}
      aria-live="polite"
      className="mt-6 w-full max-w-sm border-t border-line text-start"
    >
      {items.map((item) => (
        <li key={item.id} className="border-b border-line py-2.5">
          <div className="flex items-center gap-3">
            {item.market === 'theme' ? (
              <ThemeIcon colour="currentColor" size={28} className="text-turquoise" />
            ) : (
              <AppIcon src={item.icon} name={item.name} size={28} />
            )}
            <span className="type-label min-w-0 flex-1 wrap-anywhere-safe">
              <bdi>{item.name}</bdi>
            </span>
            <NextStep item={item} />
          </div>
          {isOver(item) && (
            <p className="type-sm ms-10 mt-1 text-ink2">
              {item.message && <span className="block">{item.message}.</span>}
              {t(`bundle.${item.progress}_note`)}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

type Over = BoughtItem & { progress: 'left' | 'failed' | 'stuck' }
const isOver = (item: BoughtItem): item is Over =>
  item.progress === 'left' || item.progress === 'failed' || item.progress === 'stuck'

/** How far it is, or the way to what its owner does now. */
function NextStep({ item }: { item: BoughtItem }) {
  const { t } = useWords()
  const paths = usePaths()
  const { progress, slug } = item
  if (progress === 'waiting' || progress === 'running' || progress === 'done')
    return <Badge tone={TONES[progress] ?? 'neutral'}>{t(`bundle.progress.${progress}`)}</Badge>
  return (
    <TextLink
      href={progress === 'stuck' ? paths.installation(slug) : paths.install(slug)}
      aria-label={t('bundle.of_item', { item: item.name, what: t(`bundle.progress.${progress}`) })}
    >
      {t(`bundle.progress.${progress}`)}
    </TextLink>
  )
}
