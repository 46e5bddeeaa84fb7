import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

const STEP = 5
const PAGE = 20
const bounded = (value: number) => Math.min(100, Math.max(0, Math.round(value)))

/** How many percent a key adds to the part at the start; null for other keys. */
export function splitStep(key: string, rightToLeft: boolean): number | null {
  const along = rightToLeft ? -STEP : STEP
  switch (key) {
    case 'ArrowRight':
      return along
    case 'ArrowLeft':
      return -along
    case 'ArrowUp':
      return STEP
    case 'ArrowDown':
      return -STEP
    case 'PageUp':
      return PAGE
    case 'PageDown':
      return -PAGE
    case 'Home':
      return -100
    case 'End':
      return 100
    default:
      return null
  }
}

/** A line over its positioned parent that divides two pictures of the same thing. */
export function SplitHandle({
  value,
  onChange,
  label,
  says,
  className,
}: {
  /** Percent of the width that belongs to the picture at the start. */
  value: number
  onChange: (value: number) => void
  label: string
  /** The value in words. */
  says: string
  className?: string
}) {
  const id = useId()
  const isMirrored = (element: Element) => getComputedStyle(element).direction === 'rtl'
  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    const step = splitStep(event.key, isMirrored(event.currentTarget))
    if (step === null) return
    event.preventDefault()
    onChange(bounded(value + step))
  }
  function drag(event: PointerEvent<HTMLDivElement>) {
    const handle = event.currentTarget
    const room = document.getElementById(id)?.parentElement?.getBoundingClientRect()
    if (!handle.hasPointerCapture(event.pointerId) || !room) return
    const share = ((event.clientX - room.left) / room.width) * 100
    onChange(bounded(isMirrored(handle) ? 100 - share : share))
  }
  return (
    <div
      id={id}
      className={classes('split-line', className)}
      style={{ insetInlineStart: `${value}%` }}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
        aria-valuetext={says}
        className="split-handle"
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.focus()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
      >
        <Icon name="split" size={20} />
      </div>
    </div>
  )
}
