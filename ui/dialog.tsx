import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/**
 * A modal confirmation; title and button name what will happen. A native dialog, which traps the
 * focus and closes on Escape. Opened by `<Button opens={id}>` (without a script too) or by `open`.
 */
export function Dialog({
  id,
  title,
  children,
  actions,
  open,
  onClose,
  className,
}: {
  id: string
  title: string
  children?: ReactNode
  /** The confirming button first, then `CloseDialog`. */
  actions: ReactNode
  open?: boolean
  onClose?: () => void
  className?: string
}) {
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || open === undefined) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    <dialog
      ref={ref}
      id={id}
      aria-labelledby={titleId}
      onClose={onClose}
      className={classes('dialog', className)}
    >
      <DialogBody titleId={titleId} title={title} actions={actions}>
        {children}
      </DialogBody>
    </dialog>
  )
}

/** The content of a dialog, separate so that it can be shown within a page. */
export function DialogBody({
  titleId,
  title,
  actions,
  children,
}: {
  titleId?: string
  title: string
  actions: ReactNode
  children?: ReactNode
}) {
  return (
    <>
      <h2 id={titleId} className="type-d3 wrap-anywhere-safe">
        {title}
      </h2>
      {children && <div className="type-body mt-2 text-ink2">{children}</div>}
      <div className="mt-5 flex flex-wrap items-center gap-3">{actions}</div>
    </>
  )
}

/**
 * Closes its dialog, without a script too. Has the initial focus, so that Enter confirms nothing.
 */
export function CloseDialog({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <form method="dialog" className="contents">
      <button
        // For showModal(), which focuses it. Not in the server's HTML: there the browser would try
        // to focus a button in a closed dialog, and warn when the page is in a frame.
        ref={(button) => button?.setAttribute('autofocus', '')}
        className={classes(
          'min-h-11 rounded-control px-3 type-label text-link transition-colors hover:bg-turquoise-tint',
          className,
        )}
      >
        {children}
      </button>
    </form>
  )
}
