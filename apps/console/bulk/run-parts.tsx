import type { BulkState, StepState } from '#modules/market/bulk-rules.ts'
import { Badge } from '#ui/badge.tsx'
import { useWords } from '../words.tsx'

const RUN_TONES = {
  collecting: 'neutral',
  checking: 'neutral',
  checked: 'turquoise',
  running: 'neutral',
  done: 'green',
  stopped: 'neutral',
  failed: 'coral',
} as const satisfies Record<BulkState, string>

export const RunState = ({ state }: { state: BulkState }) => {
  const { t } = useWords()
  return <Badge tone={RUN_TONES[state]}>{t(`console.bulk.state.${state}`)}</Badge>
}

const STEP_TONES = {
  waiting: 'neutral',
  possible: 'neutral',
  impossible: 'neutral',
  done: 'green',
  refused: 'coral',
} as const satisfies Record<StepState, string>

export const RowState = ({ state }: { state: StepState }) => {
  const { t } = useWords()
  return <Badge tone={STEP_TONES[state]}>{t(`console.bulk.step.${state}`)}</Badge>
}
