import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { TextLink } from '#ui/link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import type { BoughtItem, Progress } from './find-bought-items.ts'

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
