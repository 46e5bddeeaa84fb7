import type { ReactNode } from 'react'
import { LinkButton, type ButtonKind, type ButtonSize } from '#ui/button.tsx'
import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { useWords } from './messages.tsx'
import { useShell } from './shell.tsx'

const DIALOG_ID = 'enter'
/** The home page says the same as the dialog: where a visitor lands whom a guard sent away, or whose browser runs no script. */
export const ENTER_ADDRESS = '/?sign-in=required'

/** How to come in with one's shop (D5): from the panel; there is no password here. */
export function EnterSteps({ className }: { className?: string }) {
  const { t } = useWords()
  const { platform } = useShell()
  const steps = [t('enter.step.panel', { platform: platform.name }), t('enter.step.menu'), t('enter.step.back')]
  return (
    <div className={className}>
      <p>{t('enter.intro')}</p>
      <ol className="mt-3 grid list-decimal gap-1 ps-6 text-ink">
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

export function PanelButton({ kind }: { kind?: ButtonKind }) {
  const { t } = useWords()
  const panel = useShell().panelOrigins[0]
  return panel ? (
    <LinkButton href={panel} kind={kind} iconAfter="external">
      {t('enter.panel')}
    </LinkButton>
  ) : null
}

/** Stands once on a page that has `EnterLink`s. */
export function EnterDialog() {
  const { t } = useWords()
  return (
    <Dialog
      id={DIALOG_ID}
      title={t('enter.title')}
      actions={
        <>
          <PanelButton />
          <CloseDialog>{t('enter.close')}</CloseDialog>
        </>
      }
    >
      <EnterSteps />
    </Dialog>
  )
}

/** Explains how to come in: in a dialog where there is a script, on the home page where there is none. */
export function EnterLink({
  kind,
  size,
  wide,
  children,
}: {
  kind?: ButtonKind
  size?: ButtonSize
  wide?: boolean
  children: ReactNode
}) {
  return (
    <LinkButton
      href={ENTER_ADDRESS}
      kind={kind}
      size={size}
      wide={wide}
      onClick={event => {
        const dialog = document.getElementById(DIALOG_ID)
        if (!(dialog instanceof HTMLDialogElement)) return
        event.preventDefault()
        dialog.showModal()
      }}
    >
      {children}
    </LinkButton>
  )
}
