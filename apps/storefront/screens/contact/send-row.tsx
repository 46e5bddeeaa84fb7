import { useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useWords } from '../../messages.tsx'

/** The button of a form that writes to somebody, and what becomes of what is written. */
export function SendRow() {
  const { t } = useWords()
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
      <Button type="submit" size="large" busy={busy}>
        {t(busy ? 'contact.sending' : 'contact.submit')}
      </Button>
      <p className="type-sm max-w-[46ch] text-ink2">{t('contact.privacy')}</p>
    </div>
  )
}
