import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/**
 * The one shape: a four-centred arch of width `w`, height `h`, rise `s`, drawn from the start
 * corner. Offsets `x`, `y` move it inside a larger drawing.
 */
export function archPath(w: number, h: number, s: number, x = 0, y = 0): string {
  const at = (px: number, py: number) => `${round(x + px)} ${round(y + py)}`
  return (
    `M${at(0, h)}V${round(y + s)}C${at(0, 0.4 * s)} ${at(0.23 * w, 0.125 * s)} ${at(0.5 * w, 0)}` +
    `C${at(0.77 * w, 0.125 * s)} ${at(w, 0.4 * s)} ${at(w, s)}V${round(y + h)}Z`
  )
}

/** Only the curve, from spring to spring: what the ring of voussoirs follows. */
export function archCurve(w: number, s: number, x = 0, y = 0): string {
  const at = (px: number, py: number) => `${round(x + px)} ${round(y + py)}`
  const rising = `C${at(0, 0.4 * s)} ${at(0.23 * w, 0.125 * s)} ${at(0.5 * w, 0)}`
  return `M${at(0, s)}${rising}C${at(0.77 * w, 0.125 * s)} ${at(w, 0.4 * s)} ${at(w, s)}`
}

const round = (n: number) => Math.round(n * 100) / 100

/** A plain arch in the text's colour. */
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

/** Voussoirs along an arch, a brick as keystone. `stones` is odd. */
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

/** A numbered arch: the same number stands on the row and on the picture of the shop. */
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
