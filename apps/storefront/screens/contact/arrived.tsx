import { useEffect, useRef, type ReactNode } from 'react'

/** What a press has led to takes the focus, so that it is read out. */
export function Arrived({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="type-title mt-4 focus:outline-none">
      {children}
    </h1>
  )
}
