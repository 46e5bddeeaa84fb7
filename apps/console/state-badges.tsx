import { Badge, type Tone } from '#ui/badge.tsx'
import { useWords } from './words.tsx'

const STATES = [
  'installing',
  'installed',
  'uninstalling',
  'uninstalled',
  'needs_action',
  'paused',
] as const
const known = (state: string): state is (typeof STATES)[number] =>
  (STATES as readonly string[]).includes(state)

/** How an item stands on a store. */
export function InstallState({ state }: { state: string }) {
  const { t } = useWords()
  return (
    <Badge tone={state === 'needs_action' ? 'coral' : state === 'installed' ? 'green' : 'neutral'}>
      {known(state) ? t(`console.install.${state}`) : state}
    </Badge>
  )
}

const TONES: Record<'draft' | 'published' | 'unpublished', Tone> = {
  draft: 'neutral',
  published: 'green',
  unpublished: 'coral',
}

/** How an item stands in the market. */
export function ItemState({
  status,
  stopped,
}: {
  status: 'draft' | 'published' | 'unpublished'
  stopped: boolean
}) {
  const { t } = useWords()
  return stopped ? (
    <Badge tone="coral" icon="warning">
      {t('console.items.stopped')}
    </Badge>
  ) : (
    <Badge tone={TONES[status]}>{t(`console.item.${status}`)}</Badge>
  )
}
