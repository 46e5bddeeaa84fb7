import type { T } from '#modules/installs/ui/words.ts'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'

const DRAFT_FIELD = 'draft'

export const readDraft = (form: FormData): boolean => form.get(DRAFT_FIELD) === 'draft'

/** Whether a theme goes live when it is installed, or is kept without a change of the shop. */
export function DraftChoice({
  chosen,
  onChoose,
  t,
  className,
}: {
  chosen: 'live' | 'draft'
  onChoose?: (choice: 'live' | 'draft') => void
  t: T
  className?: string
}) {
  return (
    <ChoiceGroup label={t('draft.choice')} className={className ?? ''}>
      <div className="grid gap-2.5 md:grid-cols-2">
        {(['live', 'draft'] as const).map((choice) => (
          <RadioCard
            key={choice}
            name={DRAFT_FIELD}
            value={choice}
            defaultChecked={choice === chosen}
            onChange={() => onChoose?.(choice)}
            title={t(choice === 'live' ? 'draft.live' : 'draft.keep')}
          >
            {t(choice === 'live' ? 'draft.live_note' : 'draft.keep_note')}
          </RadioCard>
        ))}
      </div>
    </ChoiceGroup>
  )
}
