import type { ReactNode } from 'react'
import { Voussoirs, archCurve, archPath } from './arches.tsx'
import { classes } from './classes.ts'

/** An empty list: a picture, what was requested, and one link on. */
export function EmptyState({
  title,
  children,
  action,
  as: Title = 'h2',
  className,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
}) {
  return (
    <div className={classes('grid justify-items-center px-4 py-8 text-center', className)}>
      <svg aria-hidden="true" width="114" height="114" viewBox="0 0 114 114">
        <Voussoirs d={archCurve(96, 58, 9, 10)} stones={17} width={20} />
        <path d={archPath(96, 103, 58, 9, 10)} className="fill-turquoise" />
        <path d="M9 95H105V113H9Z" className="fill-black/17" />
        <path
          d="M41 112V79M73 112V79M37 78H77M37 89H77"
          fill="none"
          strokeWidth="4"
          className="stroke-v1"
        />
      </svg>
      <Title className="type-d4 mt-4 wrap-anywhere-safe">{title}</Title>
      {children && (
        <div className="type-sm mt-1 max-w-[42ch] text-ink2 md:text-[.9375rem]">{children}</div>
      )}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
