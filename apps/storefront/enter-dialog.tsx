import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { EnterWays } from './enter-ways.tsx'
import { useWords } from './messages.tsx'

export interface EnterDialogProps {
  next: string
  open: boolean
  onClose(): void
}

/** The ways in, over the page that somebody is on. */
export function EnterDialog({ next, ...dialog }: EnterDialogProps) {
  const { t } = useWords()
  return (
    <Dialog id="enter" title={t('enter.title')} actions={<CloseDialog>{t('enter.close')}</CloseDialog>} {...dialog}>
      <EnterWays next={next} />
    </Dialog>
  )
}
