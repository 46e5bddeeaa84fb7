import { classes } from './classes.ts'
import { icons } from './icons.gen.ts'
import type { IconName } from './icons.gen.ts'

/** Arrows are mirrored in right-to-left pages; search, check, download and star are not. */
const TURNS = new Set<IconName>([
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'undo',
  'external',
  'sign-out',
])

/** A 24-unit line icon in the text's color. Decorative: adjacent text has the meaning. */
export function Icon({
  name,
  size = 18,
  className,
}: {
  name: IconName
  size?: number
  className?: string
}) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={classes('icon', TURNS.has(name) && 'turns', className)}
      dangerouslySetInnerHTML={{ __html: icons[name] }}
    />
  )
}
