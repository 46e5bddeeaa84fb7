import type { ThreadState } from '#modules/messaging/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { useWords } from '../../messages.tsx'

const TONES: Record<ThreadState, Tone> = {
  waiting: 'neutral',
  answered: 'turquoise',
  solved: 'green',
}

/** Whose turn it is, or that the conversation is solved. */
export function ThreadBadge({ state }: { state: ThreadState }) {
  const { t } = useWords()
  return (
    <Badge tone={TONES[state]} icon={state === 'solved' ? 'check' : undefined}>
      {t(`help.state.${state}`)}
    </Badge>
  )
}
