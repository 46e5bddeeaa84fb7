import { Badge, type Tone } from '#ui/badge.tsx'
import { useWords } from './words.tsx'

const TONES: Record<'draft' | 'published' | 'unpublished', Tone> = { draft: 'neutral', published: 'green', unpublished: 'coral' }

/** How an item stands in the market. */
export function ItemState({ status, stopped }: { status: 'draft' | 'published' | 'unpublished'; stopped: boolean }) {
  const { t } = useWords()
  return stopped ? <Badge tone="coral" icon="warning">{t('console.items.stopped')}</Badge> : <Badge tone={TONES[status]}>{t(`console.item.${status}`)}</Badge>
}
