import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton, type ButtonKind, type ButtonSize } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { CloseDialog, Dialog } from '#ui/dialog.tsx'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { useShell } from './shell.tsx'

const DIALOG_ID = 'enter'

/** How to come in from the panel (D5). */
export function PanelSteps({ className }: { className?: string }) {
  const { t } = useWords()
  const { platform } = useShell()
  const steps = [t('enter.step.panel', { platform: platform.name }), t('enter.step.menu'), t('enter.step.back')]
  return (
    <ol className={className}>
      {steps.map(step => (
        <li key={step}>{step}</li>
      ))}
    </ol>
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

/** The two ways in: from the panel, or with the shop's address (D5, D6). `next`: where somebody wanted to go. */
export function EnterWays({ next, wide, className }: { next: string; wide?: boolean; className?: string }) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <div className={className}>
      <p>{t('enter.intro')}</p>
      <div className={classes('mt-4 grid gap-5 text-ink', wide && 'md:grid-cols-2 md:gap-8')}>
        <section className="grid content-start justify-items-start gap-2.5">
          <h3 className="type-label strong">{t('enter.by_panel')}</h3>
          <PanelSteps className="grid list-decimal gap-1 ps-6" />
          <PanelButton />
        </section>
        <section
          className={classes(
            'grid content-start justify-items-start gap-2.5 border-t border-line pt-5',
            wide && 'md:border-s md:border-t-0 md:ps-8 md:pt-0',
          )}
        >
          <h3 className="type-label strong">{t('enter.by_address')}</h3>
          <p>{t('enter.by_address_note')}</p>
          <LinkButton href={paths.connect(next)} kind="secondary" icon="shop">
            {t('enter.address')}
          </LinkButton>
        </section>
      </div>
    </div>
  )
}

/** The page that somebody is on, to come back to; where it is one of the ways in itself, the page that led there. */
function useHere(): string {
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  return pathname === '/connect' || asked.has('sign-in') ? (asked.get('next') ?? '/') : pathname + search
}

/** Stands once on a page that has `EnterLink`s. */
export function EnterDialog() {
  const { t } = useWords()
  return (
    <Dialog id={DIALOG_ID} title={t('enter.title')} actions={<CloseDialog>{t('enter.close')}</CloseDialog>}>
      <EnterWays next={useHere()} />
    </Dialog>
  )
}

/** Explains how to come in: in a dialog where there is a script, on a page of its own where there is none. */
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
  const paths = usePaths()
  return (
    <LinkButton
      href={paths.connect(useHere())}
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
