import type { ReactNode } from 'react'

/** A part of the pane at the end of the page. */
export const RailPart = ({
  title,
  note,
  end,
  children,
}: {
  title: string
  note?: ReactNode
  end?: ReactNode
  children: ReactNode
}) => (
  <section aria-label={title} className="border-b border-line py-4 first:pt-0 last:border-0">
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h2 className="type-d4">
        {title}
        {note && <span className="type-sm ms-2 regular text-ink2">{note}</span>}
      </h2>
      {end}
    </div>
    {children}
  </section>
)
