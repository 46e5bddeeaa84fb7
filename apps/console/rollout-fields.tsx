import { HOURS_RULES, ROLLOUTS } from '#contexts/submissions/rollout-choice.ts'
import { TextField } from '#ui/field.tsx'
import type { useField } from './forms.tsx'
import { SelectField } from './select-field.tsx'
import { useWords } from './words.tsx'

/** How a release that is handed in shall come to the stores. */
export function RolloutFields({ field }: { field: ReturnType<typeof useField> }) {
  const { t } = useWords()
  return (
    <>
      <SelectField label={t('console.rollouts.choice')} name="rollout" value={field('rollout', 'auto').defaultValue} options={ROLLOUTS.map(value => ({ value, name: t(`console.rollouts.choice.${value}`) }))} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField {...field('stages', '1, 10, 50, 100')} label={t('console.rollouts.stages_field')} hint={t('console.rollouts.stages_hint')} dir="ltr" maxLength={60} autoComplete="off" />
        <TextField {...field('hours', String(HOURS_RULES.usual))} label={t('console.rollouts.hours_field')} dir="ltr" inputMode="numeric" maxLength={3} autoComplete="off" />
      </div>
    </>
  )
}
