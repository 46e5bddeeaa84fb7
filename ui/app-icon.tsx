import { ArchShape, archPath } from './arches.tsx'
import { classes } from './classes.ts'

export type AppIconSize = 28 | 48 | 56 | 60 | 88

const SIZES: Record<AppIconSize, string> = {
  28: 'app-icon-28',
  48: 'app-icon-48',
  56: 'app-icon-56',
  60: 'app-icon-60',
  88: 'app-icon-88',
}

/**
 * An app's square icon; its radius is a quarter of its side. Without a picture: the first letter of
 * `name` in an arch; without a name: an arch on a stone tile.
 */
export function AppIcon({
  src,
  name,
  size = 60,
  first,
  className,
}: {
  src?: string | null
  name?: string
  size?: AppIconSize
  first?: boolean
  className?: string
}) {
  const shape = classes('app-icon', SIZES[size], className)
  if (!src && name) return <Monogram name={name} className={shape} />
  if (!src) {
    return (
      <span aria-hidden="true" className={classes('grid place-items-center bg-stone2', shape)}>
        <ArchShape className="h-1/2 text-line2" />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority="low"
      decoding="async"
      className={shape}
    />
  )
}

/** A theme's icon in a list: a small arch in its color. */
export function ThemeIcon({
  colour,
  size = 60,
  className,
}: {
  colour: string
  size?: AppIconSize
  className?: string
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 56 58"
      className={classes('shrink-0 overflow-visible', SIZES[size], className)}
    >
      <path d="M0 58V20C0 8 12.9 2.5 28 0 43.1 2.5 56 8 56 20V58Z" fill={colour} />
      <path d="M5 36H51V58H5Z" className="fill-paper" />
      <path d="M9 41H19V52H9ZM23 41H33V52H23ZM37 41H47V52H37Z" fill={colour} opacity=".35" />
      <path d="M10 22H26V25H10ZM10 28H21V31H10Z" fill="#fff" opacity=".9" />
      <circle cx="40" cy="25" r="6" fill="#fff" opacity=".9" />
    </svg>
  )
}

/** A letter in an arch. */
function Monogram({ name, className }: { name: string; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 60 60" fill="#fff" className={className}>
      <rect width="60" height="60" rx="15" fill={groundOf(name)} />
      <path d={archPath(38, 50, 22, 11, 10)} opacity=".16" />
      <text x="30" y="44" textAnchor="middle" className="monogram">
        {letterOf(name)}
      </text>
    </svg>
  )
}

/** Fallback icons: the first letter of the name on one of these colors. */

/** Dark enough for a white letter, 4.5:1 (`app-icon.test.ts`). */
export const GROUNDS = [
  '#2f56a5',
  '#0b737e',
  '#9a5d0c',
  '#2a7052',
  '#b9432e',
  '#7a4a86',
  '#2a3350',
] as const

/**
 * The first letter or digit of any script, otherwise the first character. Not upper-cased by
 * locale, because server and browser must agree.
 */
export function letterOf(name: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0]
  if (letter === undefined) return firstSign(name.trim())
  const upper = letter.toUpperCase()
  return upper.length === letter.length ? upper : letter
}

/** The first grapheme: an emoji may consist of several code points. */
function firstSign(name: string): string {
  const [sign] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)
  return sign?.segment ?? ''
}

/** The color for a name, always the same. */
export function groundOf(name: string): string {
  let hash = 7
  for (const sign of name) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 100_003
  return GROUNDS[hash % GROUNDS.length]!
}
