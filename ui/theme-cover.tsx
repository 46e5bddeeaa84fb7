import type { ReactNode } from 'react'
import { archPath } from './arches.tsx'
import { classes } from './classes.ts'
import { Anchor } from './link.tsx'
import { Phone } from './device-frame.tsx'
import { Picture } from './picture.tsx'
import type { PictureData } from './picture.tsx'
import { Price, type PriceProps } from './amount.tsx'
import { Rating } from './stars.tsx'

export interface ThemeSummary {
  href: string
  name: string
  price: PriceProps
  rating?: { text: string; label: string }
  /** The theme's primary color, `#rrggbb`, for the frame. */
  primary?: string
  /** Up to four colors of the theme, shown as arches. `swatchesLabel` is their accessible name. */
  swatches?: readonly string[]
  swatchesLabel?: string
  desktop?: PictureData
  phone?: PictureData
  /** Text instead of a missing picture: "No picture yet", below the first letter of the name. */
  noPicture: string
  letter?: string
  /** Text without a rating: "Only a listing". */
  note?: string
  moves?: boolean
}

/** A theme's arch with desktop and phone pictures of the shop. */
export function CoverArch({
  theme,
  first,
}: {
  theme: Pick<ThemeSummary, 'primary' | 'desktop' | 'phone' | 'noPicture' | 'letter' | 'moves'>
  first?: boolean
}) {
  return (
    <div className={classes('theme-cover-arch', theme.moves && 'moves-cover')}>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 106"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full fill-turquoise"
      >
        <path d={archPath(100, 106, 35.5)} fill={theme.primary} />
        {/* a thin line separates a white or very dark arch from the background */}
        <path
          d={archPath(100, 106, 35.5)}
          fill="none"
          className="stroke-ink/15"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div
        className={classes(
          'absolute inset-x-[2.6%] top-[24%] bottom-0 overflow-hidden bg-stone2',
          !first && 'waits',
        )}
      >
        {theme.desktop ? (
          <Picture
            picture={theme.desktop}
            alt=""
            first={first}
            fill
            sizes="(width < 700px) 46vw, 340px"
          />
        ) : (
          <p className="type-sm grid h-full place-content-center justify-items-center gap-1 p-3 text-center text-ink2">
            {theme.letter && (
              <span aria-hidden="true" className="type-name text-ink">
                {theme.letter}
              </span>
            )}
            {theme.noPicture}
          </p>
        )}
      </div>
      {theme.desktop && theme.phone && (
        <div className="waits absolute end-[7%] bottom-0 h-[44%] w-[27%] overflow-hidden">
          {/* it covers a corner; on a slow connection the desktop pictures load first */}
          <Phone picture={theme.phone} sizes="(width < 700px) 13vw, 92px" />
        </div>
      )}
    </div>
  )
}

interface ThemeCoverProps {
  theme: ThemeSummary
  first?: boolean
  as?: 'h2' | 'h3'
}

/** A theme in a row or grid. The whole cover is one link. */
export const ThemeCover = (props: ThemeCoverProps) => (
  <article className="theme-cover">{themeCoverParts(props)}</article>
)

/** What is inside the cover's `<article class="theme-cover">`. */
export function themeCoverParts({ theme, first, as: Title = 'h3' }: ThemeCoverProps) {
  return (
    <>
      <CoverArch theme={theme} first={first} />
      <div className="cover-baseline" />
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <Title className="type-d4 line-clamp-2 min-w-0 flex-1 basis-22 wrap-anywhere-safe">
          <Anchor
            href={theme.href}
            moves
            title={theme.name.length > 24 ? theme.name : undefined}
            className="after:absolute after:inset-0 focus-visible:outline-none"
          >
            <bdi>{theme.name}</bdi>
          </Anchor>
        </Title>
        <Price {...theme.price} />
      </div>
      <div className="mt-1.5 flex min-h-5 items-center justify-between gap-3">
        {theme.rating ? (
          <Rating {...theme.rating} />
        ) : (
          <span className="type-sm text-ink2">{theme.note}</span>
        )}
        {theme.swatches && theme.swatches.length > 0 && (
          <Swatches colours={theme.swatches} label={theme.swatchesLabel} />
        )}
      </div>
    </>
  )
}

/** A theme's colors as small arches. */
export function Swatches({
  colours,
  label,
  className,
}: {
  colours: readonly string[]
  label?: string
  className?: string
}) {
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      width={colours.length * 15 - 3}
      height="14"
      viewBox={`0 0 ${colours.length * 15 - 3} 14`}
      className={classes('shrink-0 rtl:-scale-x-100', className)}
    >
      {colours.map((colour, n) => (
        <path
          key={n}
          d={archPath(11, 13, 4.6, n * 15 + 0.5, 0.5)}
          fill={colour}
          className="stroke-ink/20"
          strokeWidth=".6"
        />
      ))}
    </svg>
  )
}

/** Covers in a grid; the line below each row continues through the gaps. */
export function ThemeGrid({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classes(
        'grid grid-cols-2 gap-x-(--cover-gap) gap-y-9 [--cover-gap:16px] md:gap-y-11 md:[--cover-gap:28px] lg:grid-cols-3',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** Covers in one scrolling row that extends to the window's edge. Children are `<li>`. */
export function ThemeRow({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="group" aria-label={label} className={classes('scroll-row', className)}>
      <ul className="cover-row flex w-max min-w-full gap-x-(--cover-gap) [--cover-gap:20px] *:w-40 md:*:w-59.5">
        {children}
      </ul>
    </div>
  )
}
