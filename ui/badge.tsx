import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.gen.ts'
import { Anchor } from './link.tsx'
import type { AnchorProps } from './link.tsx'

export type Tone = 'neutral' | 'turquoise' | 'green' | 'coral'

const TONES: Record<Tone, string> = {
  neutral: 'bg-stone2 text-ink',
  turquoise: 'bg-turquoise-tint text-link',
  green: 'bg-green-tint text-green',
  coral: 'bg-coral-tint text-coral-text',
}

/** A fact in a word or two. Use coral at most once per view. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: IconName
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 py-0.5 type-xs strong',
        TONES[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  )
}

/**
 * An active filter with a × that removes it. `removes` is its accessible name: "Remove filter
 * Light".
 */
export function Chip({
  removes,
  icon,
  className,
  children,
  ...rest
}: AnchorProps & { removes: string; icon?: ReactNode }) {
  return (
    <Anchor
      aria-label={removes}
      {...rest}
      className={classes(
        'relative inline-flex min-h-9 items-center gap-2 rounded-full bg-turquoise-tint ps-4 pe-3',
        'type-sm strong text-link transition-colors',
        'border border-transparent hover:border-turquoise after:absolute after:inset-x-0 after:-inset-y-1',
        className,
      )}
    >
      {icon}
      {children}
      <Icon name="close" size={16} />
    </Anchor>
  )
}
