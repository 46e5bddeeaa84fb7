import { Pin } from './arches.tsx'
import { classes } from './classes.ts'

export type MapPage = 'home' | 'list' | 'product' | 'cart' | 'order' | 'member' | 'panel'

/**
 * A page of the shop as a small drawing, with the numbers of the changes above, in and below it.
 */
export interface MappedPage {
  page: MapPage
  name: string
  top: readonly string[]
  middle: readonly string[]
  bottom: readonly string[]
  /** The whole page changes: a theme. */
  whole: boolean
}

const Bar = ({ className }: { className: string }) => (
  <span className={classes('block bg-line', className)} />
)

/** Outlines of a page, in gray because they are the shop's own. */
function Drawing({ page }: { page: MapPage }) {
  switch (page) {
    case 'home':
      return (
        <>
          <Bar className="h-7 w-full" />
          <span className="grid grid-cols-3 gap-1">
            <Bar className="h-4" />
            <Bar className="h-4" />
            <Bar className="h-4" />
          </span>
        </>
      )
    case 'list':
      return (
        <span className="grid grid-cols-3 gap-1">
          {[0, 1, 2, 3, 4, 5].map((one) => (
            <Bar key={one} className="h-5" />
          ))}
        </span>
      )
    case 'product':
      return (
        <span className="grid grid-cols-2 gap-1.5">
          <Bar className="h-11" />
          <span className="grid content-start gap-1">
            <Bar className="h-2 w-full" />
            <Bar className="h-2 w-2/3" />
            <Bar className="mt-1 h-3.5 w-full bg-line2" />
          </span>
        </span>
      )
    case 'cart':
      return (
        <span className="grid gap-1">
          {[0, 1].map((one) => (
            <span key={one} className="flex gap-1">
              <Bar className="size-4" />
              <Bar className="h-4 flex-1" />
            </span>
          ))}
          <Bar className="h-3 w-1/2 justify-self-end bg-line2" />
        </span>
      )
    case 'order':
      return (
        <span className="grid gap-1">
          <span className="flex gap-1">
            <Bar className="h-1.5 flex-1 bg-line2" />
            <Bar className="h-1.5 flex-1" />
            <Bar className="h-1.5 flex-1" />
          </span>
          <Bar className="h-3.5 w-full" />
          <Bar className="h-3.5 w-full" />
        </span>
      )
    case 'member':
      return (
        <span className="grid justify-items-center gap-1">
          <span className="block size-5 rounded-full bg-line" />
          <Bar className="h-2 w-2/3" />
        </span>
      )
    case 'panel':
      return (
        <span className="flex gap-1.5">
          <Bar className="h-11 w-1/4" />
          <span className="grid flex-1 content-start gap-1">
            <Bar className="h-2.5 w-full" />
            <Bar className="h-2.5 w-full" />
            <Bar className="h-2.5 w-full" />
          </span>
        </span>
      )
  }
}

function Pins({ pins }: { pins: readonly string[] }) {
  if (pins.length === 0) return null
  return (
    <span className="flex flex-wrap justify-center gap-0.5">
      {pins.map((pin) => (
        <Pin key={pin} small>
          {pin}
        </Pin>
      ))}
    </span>
  )
}

/**
 * The pages of the shop with the numbers of the plan's rows at the place of each change.
 * Decorative; `said` describes the same for screen readers.
 */
export function PageMap({
  label,
  pages,
  said,
  className,
}: {
  label: string
  pages: readonly MappedPage[]
  said: (page: MappedPage) => string
  className?: string
}) {
  return (
    <ul
      aria-label={label}
      className={classes(
        'grid list-none grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-3',
        className,
      )}
    >
      {pages.map((page) => {
        const touched = page.whole || page.top.length + page.middle.length + page.bottom.length > 0
        return (
          <li key={page.page} className="row-span-2 grid grid-rows-subgrid gap-y-0">
            <span
              aria-hidden="true"
              className={classes(
                'flex min-h-32 flex-col gap-1.5 rounded-control border p-2',
                page.whole
                  ? 'border-turquoise bg-turquoise-tint'
                  : touched
                    ? 'border-turquoise bg-card'
                    : 'border-line bg-card',
              )}
            >
              <span className="flex items-center gap-1 border-b border-line pb-1.5">
                <Bar className="h-1.5 w-1/3" />
              </span>
              <Pins pins={page.top} />
              <Drawing page={page.page} />
              <Pins pins={page.middle} />
              <span className="mt-auto grid">
                <Pins pins={page.bottom} />
              </span>
            </span>
            <span
              aria-hidden="true"
              className={classes('type-sm mt-1.5 text-center', touched ? 'strong' : 'text-ink2')}
            >
              {page.name}
            </span>
            <span className="sr-only">{said(page)}</span>
          </li>
        )
      })}
    </ul>
  )
}
