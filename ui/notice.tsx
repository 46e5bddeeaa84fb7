import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.gen.ts'

export type NoticeTone = 'note' | 'attention' | 'done'

const TONES: Record<NoticeTone, { box: string; icon: IconName }> = {
  note: { box: 'bg-turquoise-tint', icon: 'info' },
  attention: { box: 'bg-coral-tint', icon: 'warning' },
  done: { box: 'bg-green-tint', icon: 'check' },
}

/**
 * Information before continuing. `alert` announces it immediately (an error after a submission).
 * `action` is at the end.
 */
export function Notice({
  tone = 'note',
  title,
  icon,
  action,
  alert,
  className,
  children,
}: {
  tone?: NoticeTone
  title?: ReactNode
  icon?: IconName
  action?: ReactNode
  alert?: boolean
  className?: string
  children?: ReactNode
}) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control-lg px-4.5 py-3.5',
        TONES[tone].box,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3 type-body">
        <Icon name={icon ?? TONES[tone].icon} size={19} className="mt-1" />
        <div className="min-w-0 wrap-anywhere-safe">
          {title && (
            <span className={classes('strong', children ? 'block' : undefined)}>{title}</span>
          )}
          {children}
        </div>
      </div>
      {action}
    </div>
  )
}

/** A message on a dark background, with Undo. Stays until closed or replaced: no timeout. */
export function Toast({
  icon = 'check',
  action,
  close,
  onClose,
  className,
  children,
}: {
  icon?: IconName
  /** An underlined button or link: "Undo". */
  action?: ReactNode
  /** Accessible name of the × button; without it there is none. */
  close?: string
  onClose?: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={classes(
        'inline-flex min-h-12 max-w-full items-center gap-3 rounded-control-lg bg-ink px-5 py-3 type-body text-on-ink',
        className,
      )}
    >
      <Icon name={icon} size={18} />
      <span className="min-w-0 wrap-anywhere-safe">{children}</span>
      {action && (
        <span className="medium ms-2 shrink-0 [&>*]:underline [&>*]:underline-offset-4">
          {action}
        </span>
      )}
      {close && (
        <button
          type="button"
          aria-label={close}
          onClick={onClose}
          className="-my-2 -me-3 grid size-11 shrink-0 place-items-center rounded-control"
        >
          <Icon name="close" size={18} />
        </button>
      )}
    </div>
  )
}

/** Live region for toasts. Always on the page, usually empty. */
export function ToastRegion({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      aria-label={label}
      className={classes(
        'pointer-events-none fixed inset-x-0 bottom-5 z-40 grid justify-items-center gap-2 px-(--gutter) unprinted',
        '*:pointer-events-auto',
      )}
    >
      {children}
    </div>
  )
}
