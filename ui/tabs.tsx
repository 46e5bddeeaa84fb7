import { useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { useCurrentInSight } from './current-in-sight.ts'
import { Anchor } from './link.tsx'

export interface Tab {
  href: string
  name: string
  /** Next to the name: a number, or a `<Badge>`. */
  note?: ReactNode
  current?: boolean
}

/**
 * Pages of one object, as links in a track of one row, which scrolls to the current one where it is
 * narrow: All 6, Updates 2.
 */
export function Tabs({
  label,
  tabs,
  className,
}: {
  label: string
  tabs: readonly Tab[]
  className?: string
}) {
  const track = useRef<HTMLUListElement>(null)
  useCurrentInSight(track, tabs.find((tab) => tab.current)?.href)
  return (
    <nav aria-label={label} className={classes('max-w-full', className)}>
      <ul
        ref={track}
        className="flex w-fit max-w-full overflow-x-auto rounded-control-lg border border-line bg-stone2 p-0.75 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <li key={tab.href} className="shrink-0">
            <Anchor
              href={tab.href}
              aria-current={tab.current ? 'page' : undefined}
              className={classes(
                'inline-flex min-h-9.5 items-center gap-2 rounded-[9px] px-4 type-sm medium whitespace-nowrap -outline-offset-3',
                tab.current ? 'bg-card text-ink' : 'text-ink2 hover:text-ink',
              )}
            >
              {tab.name}
              {tab.note !== undefined && <span className="figures">{tab.note}</span>}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
