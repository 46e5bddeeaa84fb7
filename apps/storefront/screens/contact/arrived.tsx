import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

/** In the form's place when it is on its way. Its heading takes the focus, so that it is read out. */
export function Arrived({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <Icon name="mail" size={40} className="text-turquoise" />
      <h1 ref={heading} tabIndex={-1} className="type-title mt-4 focus:outline-none">
        {title}
      </h1>
      <p className="type-lg mt-2 text-ink2">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
