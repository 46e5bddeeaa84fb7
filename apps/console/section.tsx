import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'

/** A part of a page under its own heading, mostly a form. */
export function Section({
  title,
  lead,
  id,
  className,
  children,
}: {
  title: string
  lead?: ReactNode
  /** What the heading is linked by. */
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    <Panel as="section" label={title} className={className}>
      <PanelPart>
        <h2 id={id} className={classes('type-d4', lead ? 'mb-1' : 'mb-5', id && 'scroll-mt-24')}>
          {title}
        </h2>
        {lead && <p className="type-body mb-5 text-ink2">{lead}</p>}
        {children}
      </PanelPart>
    </Panel>
  )
}
