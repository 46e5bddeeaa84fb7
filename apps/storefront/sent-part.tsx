import { useLayoutEffect, useRef, useState, type ElementType } from 'react'
import { useViewTransitionState } from 'react-router'
import { useFollow } from './router-link.tsx'

/** Inner HTML of parts that were removed from the page, as long as their subject is kept. */
const removed = new WeakMap<object, string>()

/**
 * A part of a page that only the server rendered: its HTML is in the document, and neither its data
 * were sent nor is it rendered in the browser, which finds its content there when it hydrates. Only
 * for parts without a state of their own; links in it are followed as other links are.
 */
export function SentPart({
  of,
  as: Tag,
  className,
  href,
  still,
  moving,
}: {
  /** What it shows, the same object on each rendering. */
  of: object
  as: ElementType
  className: string
  /** Its link, with which `moving` elements of it move (selector, class). */
  href: string
  still?: boolean
  moving: readonly (readonly [selector: string, className: string])[]
}) {
  const place = useRef<HTMLElement>(null)
  // The same object on each rendering, or React would set the HTML again.
  const [html] = useState(() => ({ __html: removed.get(of) ?? '' }))
  const moves = useViewTransitionState(href) && !still
  const follow = useFollow()
  useLayoutEffect(() => {
    const part = place.current
    return () => void (part && removed.set(of, part.innerHTML))
  }, [of])
  useLayoutEffect(() => {
    for (const [selector, name] of moving)
      place.current?.querySelector(selector)?.classList.toggle(name, moves)
  }, [moves, moving])
  return (
    <Tag
      ref={place}
      className={className}
      onClick={follow}
      suppressHydrationWarning
      dangerouslySetInnerHTML={html}
    />
  )
}
