import type { ReactNode } from 'react'
import { Pin, type PinState } from './arches.tsx'
import { Badge } from './badge.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { PermissionKind } from './permission-row.tsx'

/** A change to the store: where, the current content, the new content. */
export interface PlanFacts {
  where: { label: string; text: ReactNode }
  now: { label: string; text: ReactNode }
  after: { label: string; text: ReactNode }
}

/**
 * A row of the plan before consent. `pin` is its number in the picture of the shop; rows without
 * one list what stays untouched. `end` is a `Switch` to decline it, or `<Badge>needed</Badge>`.
 */
export function PlanRow({
  pin,
  title,
  how,
  kind,
  placement,
  facts,
  end,
  className,
}: {
  pin?: string
  title: ReactNode
  how: ReactNode
  kind?: PermissionKind
  /** Kind and placement in words: "Design block, placement 3". */
  placement?: ReactNode
  facts?: PlanFacts
  end?: ReactNode
  className?: string
}) {
  return (
    <li
      className={classes(
        'grid grid-cols-[40px_1fr] gap-x-4 border-t border-line py-5.5 last:border-b md:grid-cols-[40px_1fr_auto] md:gap-x-4.5',
        className,
      )}
    >
      <Pin state={pin ? 'planned' : 'untouched'}>{pin ?? <Icon name="close" size={17} />}</Pin>
      <div className="min-w-0">
        <p className="type-d4 wrap-anywhere-safe">{title}</p>
        <p className="type-body text-ink2 wrap-anywhere-safe">{how}</p>
        {facts && (
          <dl className="type-sm mt-2.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {[facts.where, facts.now, facts.after].map((fact, n) => (
              <div key={fact.label} className="contents">
                <dt className="text-ink2">{fact.label}</dt>
                <dd
                  className={classes(
                    'min-w-0 wrap-anywhere-safe',
                    n === 1 && 'text-ink2',
                    n === 2 && 'strong',
                  )}
                >
                  {fact.text}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {placement && (
          <p className="type-sm mt-2 flex items-center gap-2 text-ink2">
            {kind && <Icon name={kind} size={15} />}
            {placement}
          </p>
        )}
      </div>
      {end && <div className="col-start-2 mt-2 md:col-start-auto md:mt-0 md:text-end">{end}</div>}
    </li>
  )
}

/** The rows of a plan or of steps. */
export function PlanList({ children, className }: { children: ReactNode; className?: string }) {
  return <ol className={classes('list-none', className)}>{children}</ol>
}

export type StepState = Extract<PinState, 'done' | 'running' | 'waiting' | 'failed'>

/**
 * A row while the run is in progress; keeps its number until done. `stateText` is `state` in words.
 */
export function StepRow({
  pin,
  title,
  detail,
  state,
  stateText,
  end,
  className,
}: {
  pin: string
  title: ReactNode
  detail: ReactNode
  state: StepState
  /** "Running", "Waiting": for screen readers; shown as a badge while running or failed. */
  stateText: string
  end?: ReactNode
  className?: string
}) {
  const loud = state === 'running' || state === 'failed'
  return (
    <li
      aria-current={state === 'running' ? 'step' : undefined}
      className={classes('flex items-start gap-4.5 border-t border-line py-4', className)}
    >
      <Pin state={state}>
        {state === 'done' ? (
          <Icon name="check" size={18} />
        ) : state === 'failed' ? (
          <Icon name="warning" size={17} />
        ) : (
          pin
        )}
      </Pin>
      <div className="min-w-0 flex-1">
        <p className="type-d4 wrap-anywhere-safe">{title}</p>
        <p className="type-sm figures text-ink2 wrap-anywhere-safe">{detail}</p>
        {!loud && <span className="sr-only">{stateText}</span>}
      </div>
      {loud && (
        <Badge tone={state === 'failed' ? 'coral' : 'turquoise'} className="mt-2.5">
          {stateText}
        </Badge>
      )}
      {end && <div className="mt-2.5">{end}</div>}
    </li>
  )
}
