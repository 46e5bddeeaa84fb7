import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useWords } from './words.tsx'

/** A part of a page with a heading, usually a form. */
export function Section({
  title,
  lead,
  id,
  className,
  children,
}: {
  title: string
  lead?: ReactNode
  /** Id of the heading, as a link target. */
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

/** A text of any length: truncated, with a button that expands it. Never widens the page. */
export function LongText({ text, most }: { text: string; most: number }) {
  const { t } = useWords()
  if (text.length <= most) return <span className="wrap-anywhere">{text}</span>
  return (
    <span className="wrap-anywhere">
      {text.slice(0, most)}…
      <details className="inline">
        <summary className="inline cursor-pointer text-link"> {t('console.show_all')}</summary>
        <span
          role="region"
          aria-label={t('console.show_all')}
          tabIndex={0}
          className="block max-h-80 overflow-y-auto"
        >
          {text}
        </span>
      </details>
    </span>
  )
}
