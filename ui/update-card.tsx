import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { CheckList, Panel, PanelPart } from './panel.tsx'
import type { PermissionKind } from './permission-row.tsx'

/**
 * An available update: versions and changes. Without new permissions the badge is green and one
 * click updates; otherwise the badge is coral and the button says "Review", never "Update".
 */
export function UpdateCard({
  icon,
  name,
  from,
  to,
  toLabel,
  badge,
  changes,
  asks,
  actions,
  className,
}: {
  icon: ReactNode
  name: ReactNode
  from: string
  to: string
  /** Screen reader text for the arrow: "to". */
  toLabel: string
  badge: string
  changes?: readonly string[]
  /** New or extended permissions with their reasons. */
  asks?: readonly { kind: PermissionKind; title: ReactNode; reason: ReactNode }[]
  actions: ReactNode
  className?: string
}) {
  return (
    <Panel className={classes('flex flex-col', className)}>
      <PanelPart className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {icon}
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="type-d4 wrap-anywhere-safe">{name}</h3>
          <p className="type-body figures flex flex-wrap items-center gap-x-1.5">
            <bdi className="text-ink2">{from}</bdi>
            <Icon name="arrow-right" size={15} className="text-ink2" />
            <span className="sr-only">{toLabel}</span>
            <bdi className="strong">{to}</bdi>
          </p>
        </div>
        <Badge tone={asks?.length ? 'coral' : 'green'}>{badge}</Badge>
      </PanelPart>
      <PanelPart className="flex grow flex-col gap-4">
        {changes && <CheckList items={changes} />}
        {asks?.map((ask, n) => (
          <div key={n} className="flex gap-3 rounded-control-lg bg-coral-tint p-4">
            <Icon name={ask.kind} size={18} className="mt-0.5" />
            <div className="min-w-0">
              <p className="type-label">{ask.title}</p>
              <p className="type-sm wrap-anywhere-safe">{ask.reason}</p>
            </div>
          </div>
        ))}
        <div className="mt-auto flex flex-wrap items-center gap-3">{actions}</div>
      </PanelPart>
    </Panel>
  )
}

/** An installed item in a list: icon, name and date, version, state, actions. */
export function InstalledRow({
  icon,
  name,
  note,
  version,
  state,
  actions,
  className,
}: {
  icon: ReactNode
  name: ReactNode
  note: ReactNode
  version: string
  state: ReactNode
  actions: ReactNode
  className?: string
}) {
  return (
    <li
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-line px-5 py-4',
        'not-first:border-t md:px-6 lg:grid-cols-[auto_minmax(0,1fr)_7rem_9rem_minmax(0,auto)]',
        className,
      )}
    >
      {icon}
      <div className="min-w-0">
        <h3 className="type-body medium line-clamp-2 wrap-anywhere-safe">{name}</h3>
        <p className="type-sm text-ink2">{note}</p>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 max-lg:col-start-2 lg:contents">
        <p className="type-body figures">
          <bdi>{version}</bdi>
        </p>
        <p className="type-sm">{state}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-lg:col-span-2 lg:justify-end">
        {actions}
      </div>
    </li>
  )
}
