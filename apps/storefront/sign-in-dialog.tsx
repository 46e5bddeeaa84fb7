import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { SignInOptions } from './sign-in-options.tsx'
import { useWords } from './messages.tsx'

export interface SignInDialogProps {
  next: string
  open: boolean
  onClose(): void
}

/** The sign-in options in a dialog over the current page. */
export function SignInDialog({ next, ...dialog }: SignInDialogProps) {
  const { t } = useWords()
  return (
    <Dialog
      id="enter"
      title={t('enter.title')}
      actions={<CloseDialog>{t('enter.close')}</CloseDialog>}
      {...dialog}
    >
      <SignInOptions next={next} />
    </Dialog>
  )
}
