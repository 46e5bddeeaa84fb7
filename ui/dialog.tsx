import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/**
 * A question over the page; names in title and button what it will undo. The browser's own dialog:
 * it keeps the focus, Escape closes it. Opened by `<Button opens={id}>` (also without a script) or
 * by `open`.
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
  /** The button that does it first, then the way out (`CloseDialog`). */
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

/** What stands in a dialog; apart so that it can be shown in a page. */
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
 * The way out: closes the dialog it stands in, without a script, and has the focus first, so that
 * Enter undoes nothing.
 */
export function CloseDialog({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <form method="dialog" className="contents">
      <button
        // For showModal(), which looks for it. Never in the document that is sent: there the
        // browser would try to focus a button in a closed dialog, and complain when the page stands
        // in a frame.
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
