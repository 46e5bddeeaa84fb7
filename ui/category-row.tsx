import { useId } from 'react'
import { Voussoirs, archCurve, archPath } from './arches.tsx'
import { classes } from './classes.ts'
import { Anchor } from './link.tsx'

export interface CategoryTile {
  href: string
  name: string
  /** "3 apps". */
  count?: string
  /**
   * URL of a drawing of 176 × 258 with ground, floor and light in it (`drawings.ts`). None: a quiet
   * bay.
   */
  picture?: string
  current?: boolean
}

const BAY = 176
const HEIGHT = 258
/** Wider than any window: the arcade is drawn once, and the window shows its middle. */
const BAYS = 30

/**
 * The masonry without end: quiet bays, rings of 17 voussoirs, piers, and the street. `even`: a pier
 * in the middle.
 */
function Arches({ even }: { even: boolean }) {
  const id = useId()
  const width = BAY * BAYS
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${HEIGHT + 3}`}
      preserveAspectRatio="xMidYMin slice"
      className="pointer-events-none absolute inset-x-0 top-0 h-[261px] w-full"
    >
      <defs>
        <pattern
          id={id}
          width={BAY}
          height={HEIGHT}
          patternUnits="userSpaceOnUse"
          x={even ? 0 : BAY / 2}
        >
          <Voussoirs d={archCurve(140, 84, 18, 20)} stones={17} width={28} />
          <path d={archPath(140, 238, 84, 18, 20)} className="fill-stone2" />
          <path d="M18 228h140v30H18z" className="fill-black/6" />
          <path d="M0 104H18V258H0ZM158 104H176V258H158Z" className="fill-v1" />
          <path
            d="M0 104H22V113H0ZM154 104H176V113H154ZM0 244H18V258H0ZM158 244H176V258H158Z"
            className="fill-v3"
          />
        </pattern>
      </defs>
      <rect width={width} height={HEIGHT} fill={`url(#${id})`} />
      <rect y={HEIGHT} width={width} height="3" className="fill-ink" />
    </svg>
  )
}

/**
 * The categories as shops of the street. Row and labels are one scroller that bleeds off both
 * edges; below the width of the row it moves bay by bay. `label` names the list.
 */
export function CategoryRow({
  bays,
  label,
  className,
}: {
  bays: readonly CategoryTile[]
  label: string
  className?: string
}) {
  return (
    <nav
      aria-label={label}
      className={classes(
        'scroll-row bg-linear-to-b from-stone from-[261px] to-paper to-[261px]',
        className,
      )}
    >
      <div className="relative w-max min-w-full">
        <Arches even={bays.length % 2 === 0} />
        <ul className="relative flex justify-center">
          {bays.map((bay) => (
            <li key={bay.href} className="category-tile relative w-44 shrink-0 pb-5">
              {bay.picture ? (
                <img src={bay.picture} alt="" width={BAY} height={HEIGHT} className="block" />
              ) : (
                <span className="block h-[258px]" />
              )}
              <Anchor
                href={bay.href}
                aria-current={bay.current ? 'true' : undefined}
                className="mt-[15px] block px-2 text-center after:absolute after:inset-0 focus-visible:outline-none"
              >
                <span className="type-body medium block wrap-anywhere-safe">{bay.name}</span>
                {bay.count && <span className="type-sm figures block text-ink2">{bay.count}</span>}
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** The same shops without masonry, small: inside a panel's frame. */
export function CategoryStrip({
  bays,
  label,
  className,
}: {
  bays: readonly CategoryTile[]
  label: string
  className?: string
}) {
  return (
    <nav aria-label={label} className={classes('scroll-row', className)}>
      <ul className="flex w-max min-w-full justify-between gap-2">
        {bays.map((bay) => (
          <li key={bay.href} className="category-tile relative w-28 shrink-0 pb-2">
            {bay.picture && (
              <img src={bay.picture} alt="" width="94" height="137" className="mx-auto block" />
            )}
            <Anchor
              href={bay.href}
              className="type-sm medium mt-2 block text-center after:absolute after:inset-0 focus-visible:outline-none"
            >
              {bay.name}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
