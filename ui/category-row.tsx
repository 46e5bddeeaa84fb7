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
   * URL of a drawing of 176 × 258 with background, ground and light (`drawings.ts`). Without one, a
   * plain arch.
   */
  picture?: string | undefined
  /** Of a drawing that says more than the name; else it is decoration. */
  pictureAlt?: string | undefined
  current?: boolean
}

const TILE_WIDTH = 176
const HEIGHT = 258
/** More than fit any window: the drawing is centered and clipped. */
const ARCH_COUNT = 30

/**
 * The background of the row: arches with rings of 17 voussoirs, piers and the ground. `even`: with
 * a pier in the center.
 */
function Arches({ even }: { even: boolean }) {
  const id = useId()
  const width = TILE_WIDTH * ARCH_COUNT
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
          width={TILE_WIDTH}
          height={HEIGHT}
          patternUnits="userSpaceOnUse"
          x={even ? 0 : TILE_WIDTH / 2}
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
 * Categories as a row of arches. The row scrolls and extends to both edges of the window, one tile
 * at a time when it does not fit. `label` is its accessible name.
 */
export function CategoryRow({
  tiles,
  label,
  className,
}: {
  tiles: readonly CategoryTile[]
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
        <Arches even={tiles.length % 2 === 0} />
        <ul className="relative flex justify-center">
          {tiles.map((tile) => (
            <li key={tile.href} className="category-tile relative w-44 shrink-0 pb-5">
              {tile.picture ? (
                <img
                  src={tile.picture}
                  alt={tile.pictureAlt ?? ''}
                  width={TILE_WIDTH}
                  height={HEIGHT}
                  className="block"
                />
              ) : (
                <span className="block h-[258px]" />
              )}
              <Anchor
                href={tile.href}
                aria-current={tile.current ? 'true' : undefined}
                className="mt-[15px] block px-2 text-center after:absolute after:inset-0 focus-visible:outline-none"
              >
                <span className="type-body medium block wrap-anywhere-safe">{tile.name}</span>
                {tile.count && (
                  <span className="type-sm figures block text-ink2">{tile.count}</span>
                )}
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** The same categories, small and without the background, for the panel's frame. */
export function CategoryStrip({
  tiles,
  label,
  className,
}: {
  tiles: readonly CategoryTile[]
  label: string
  className?: string
}) {
  return (
    <nav aria-label={label} className={classes('scroll-row', className)}>
      <ul className="flex w-max min-w-full justify-between gap-2">
        {tiles.map((tile) => (
          <li key={tile.href} className="category-tile relative w-28 shrink-0 pb-2">
            {tile.picture && (
              <img
                src={tile.picture}
                alt={tile.pictureAlt ?? ''}
                width="94"
                height="137"
                className="mx-auto block"
              />
            )}
            <Anchor
              href={tile.href}
              className="type-sm medium mt-2 block text-center after:absolute after:inset-0 focus-visible:outline-none"
            >
              {tile.name}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
