import { Badge, type Tone } from '#ui/badge.tsx'
import { useWords } from '../words.tsx'
import type { Platform } from './types.ts'

const TONES: Record<Platform['state'], Tone> = {
  draft: 'turquoise',
  open: 'green',
  paused: 'coral',
  retired: 'neutral',
}

export function PlatformState({ state }: { state: Platform['state'] }) {
  const { t } = useWords()
  return <Badge tone={TONES[state]}>{t(`console.platform.state.${state}`)}</Badge>
}
