import { classes } from './classes.ts'
import type { ReactNode } from 'react'

const BAYS = [
  { x: 24, fill: 'fill-turquoise-light' },
  { x: 164, fill: 'fill-turquoise' },
  { x: 304, fill: 'fill-stone2' },
] as const

/** Three arches for the header of a text page. Decorative. */
export function Arches({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 444 200" className={classes('block', className)}>
      {BAYS.map(({ x, fill }) => (
        <g key={x}>
          <path d={archPath(116, 160, 56, x, 40)} className={fill} />
          <Voussoirs d={archCurve(130, 62, x - 7, 32)} stones={13} width={15} />
          <path d={`M${x - 15} 94h16v106h-16Zm${131} 0h16v106h-16Z`} className="fill-v1" />
          <path d={`M${x - 18} 94h22v9h-22Zm${131} 0h22v9h-22Z`} className="fill-v3" />
        </g>
      ))}
    </svg>
  )
}

/**
 * Path of the arch: four-centered, width `w`, height `h`, rise `s`, from the bottom start corner.
 * `x` and `y` move it within a larger drawing.
 */
export function archPath(w: number, h: number, s: number, x = 0, y = 0): string {
  const at = (px: number, py: number) => `${round(x + px)} ${round(y + py)}`
  return (
    `M${at(0, h)}V${round(y + s)}C${at(0, 0.4 * s)} ${at(0.23 * w, 0.125 * s)} ${at(0.5 * w, 0)}` +
    `C${at(0.77 * w, 0.125 * s)} ${at(w, 0.4 * s)} ${at(w, s)}V${round(y + h)}Z`
  )
}

/** Only the curve between the springing points, for the voussoirs. */
export function archCurve(w: number, s: number, x = 0, y = 0): string {
  const at = (px: number, py: number) => `${round(x + px)} ${round(y + py)}`
  const rising = `C${at(0, 0.4 * s)} ${at(0.23 * w, 0.125 * s)} ${at(0.5 * w, 0)}`
  return `M${at(0, s)}${rising}C${at(0.77 * w, 0.125 * s)} ${at(w, 0.4 * s)} ${at(w, s)}`
}

const round = (n: number) => Math.round(n * 100) / 100

/** An arch in the text's color. */
export function ArchShape({
  className,
  fill = 'currentColor',
}: {
  className?: string
  fill?: string
}) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 46" className={classes('block', className)}>
      <path d={archPath(40, 46, 17)} fill={fill} />
    </svg>
  )
}

/** Voussoirs along an arch, with a brick as keystone. `stones` is odd. */
export function Voussoirs({ d, stones, width }: { d: string; stones: number; width: number }) {
  return (
    <g fill="none" strokeWidth={width}>
      <path d={d} className="stroke-v1" />
      <path d={d} className="stroke-v2" pathLength={stones} strokeDasharray="1 1" />
    </g>
  )
}

export type PinState = 'planned' | 'done' | 'running' | 'waiting' | 'untouched' | 'failed'

const PINS: Record<PinState, string> = {
  planned: 'bg-turquoise text-on-turquoise',
  done: 'bg-green-tint text-green',
  running: 'bg-turquoise-tint text-link',
  waiting: 'border-[1.5px] border-line2 bg-card text-ink2',
  untouched: 'border-[1.5px] border-line2 bg-card text-ink',
  failed: 'bg-coral-tint text-coral-text',
}

/** A numbered arch: marks a row and its place in the picture of the shop with the same number. */
export function Pin({
  state = 'planned',
  small,
  className,
  children,
}: {
  state?: PinState
  small?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'grid shrink-0 place-items-center rounded-t-[50%_44%] rounded-b-[15%] figures strong',
        small ? 'h-8 w-7 type-sm strong' : 'h-11.5 w-10 type-lg strong',
        PINS[state],
        className,
      )}
    >
      {children}
    </span>
  )
}
