import { Form, useNavigation } from 'react-router'
import type { Installation } from '#contexts/installs/contract.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { Checkbox } from '#ui/tick.tsx'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'

const CHOICES = ['off', 'minor', 'all'] as const

/** Which updates come by themselves; what asks for more never does. */
export function AutomaticChoice({ installation: one }: { installation: Installation }) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="intent" value="automatic" />
      <ChoiceGroup label={t('installation.automatic')}>
        <div className="grid gap-2.5">
          {CHOICES.map(choice => (
            <RadioCard key={choice} name="automatic" value={choice} defaultChecked={choice === one.automatic.choice} title={t(`installation.automatic.${choice}`)}>
              {t(`installation.automatic.${choice}_note`)}
            </RadioCard>
          ))}
        </div>
      </ChoiceGroup>
      <Checkbox name="previews" defaultChecked={one.automatic.channel === 'preview'} className="mt-4">{t('installation.previews')}</Checkbox>
      <p className="type-sm ps-8 text-ink2">{t('installation.previews_note')}</p>
      <p className="type-sm mt-2.5 text-ink2">{t('installation.automatic_note')}</p>
      <Button type="submit" kind="secondary" size="medium" busy={busy} className="mt-3">
        {t('installation.automatic_save')}
      </Button>
    </Form>
  )
}
