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
 * Something to know before going on. `alert` reads it out at once (an error after a press);
 * otherwise it is read in its place. `action` stands at the end.
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
