import type { ReactNode } from 'react'
import { archPath } from '#ui/arches.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'

const LOOKS = {
  done: { arch: 'fill-turquoise', mark: 'stroke-on-turquoise', d: 'M18 36 27 45 43 27' },
  undone: { arch: 'fill-green', mark: 'stroke-paper', d: 'M18 36 27 45 43 27' },
  failed: { arch: 'fill-coral-tint', mark: 'stroke-coral-text', d: 'M30 24V39M30 46V47' },
  nothing: { arch: 'fill-stone2', mark: 'stroke-ink2', d: 'M20 38H40' },
}

/** How it ended, in an arch and a sentence, and what can be done now. */
export function OutcomePanel({
  look,
  title,
  note,
  actions,
  children,
}: {
  look: keyof typeof LOOKS
  title: string
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const { arch, mark, d } = LOOKS[look]
  return (
    <Panel as="section">
      <PanelPart className="flex items-center gap-4 md:gap-5">
        <svg aria-hidden="true" width="60" height="70" viewBox="0 0 60 70" className="shrink-0">
          <path d={archPath(60, 70, 26)} className={arch} />
          <path
            d={d}
            fill="none"
            strokeWidth="5"
            strokeLinecap="round"
            strokeLinejoin="round"
            className={mark}
          />
        </svg>
        <div role="status" className="min-w-0">
          <h1 className="type-d2 wrap-anywhere-safe">{title}</h1>
          {note && <div className="type-body mt-1 text-ink2">{note}</div>}
        </div>
      </PanelPart>
      {children && <PanelPart>{children}</PanelPart>}
      {actions && <PanelPart className="flex flex-wrap items-center gap-3">{actions}</PanelPart>}
    </Panel>
  )
}
