import type { ReactNode } from 'react'
import { archPath } from './arches.tsx'
import { classes } from './classes.ts'
import { Picture } from './picture.tsx'
import type { PictureData } from './picture.tsx'
import { Phone } from './device-frame.tsx'

const SHAPES = { tall: 'aspect-[1.48]', wide: 'aspect-[1.6] md:aspect-[1.84]' }

/**
 * An app's picture: the shop with the app in arches of the app's color. Desktop and phone are cut
 * off at the bottom. `alt` describes the picture.
 */
export function Stage({
  ground,
  desktop,
  phone,
  alt,
  noPicture,
  shape = 'tall',
  first,
  className,
  children,
}: {
  /** The app's color, `#rrggbb`. */
  ground?: string
  desktop?: PictureData
  phone?: PictureData
  alt: string
  noPicture: string
  shape?: keyof typeof SHAPES
  first?: boolean
  className?: string
  children?: ReactNode
}) {
  return (
    <div
      className={classes('relative isolate overflow-hidden rounded-card', SHAPES[shape], className)}
    >
      <StageGround ground={ground} />
      {desktop ? (
        <div className="absolute start-[17%] end-[7%] top-[15%] bottom-0 overflow-hidden rounded-t-control bg-card">
          <Picture
            picture={desktop}
            alt={alt}
            first={first}
            fill
            sizes="(width < 1000px) 76vw, 560px"
          />
        </div>
      ) : (
        <p className="type-body absolute inset-x-0 bottom-[12%] text-center text-white">
          {noPicture}
        </p>
      )}
      {desktop && phone && (
        <div className="waits absolute start-[6%] top-[30%] bottom-0 w-[25%] overflow-hidden">
          {/* it also covers a corner of the desktop */}
          <Phone picture={phone} sizes="(width < 1000px) 25vw, 180px" />
        </div>
      )}
      {children}
    </div>
  )
}

/** Three arches of light on a color: behind a stage, a plan's picture or a phone's preview. */
export function StageGround({ ground, arches = 3 }: { ground?: string; arches?: 1 | 3 }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={arches === 3 ? '0 0 724 490' : '0 0 520 668'}
      preserveAspectRatio={arches === 3 ? 'xMidYMin slice' : 'none'}
      className="absolute inset-0 -z-1 size-full fill-turquoise"
    >
      <rect width="724" height="668" fill={ground} />
      <g fill="#fff" opacity=".13">
        {arches === 3 ? (
          [-68, 228, 524].map((x) => <path key={x} d={archPath(268, 460, 150, x, 38)} />)
        ) : (
          <path d={archPath(456, 634, 250, 32, 34)} />
        )}
      </g>
    </svg>
  )
}
