import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

/** A desk page's heading, with what one can do at its end. */
export function DeskHead({ title, lead, end }: { title: string; lead?: ReactNode; end?: ReactNode }) {
  return (
    <div className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <PageTitle title={title} />
      <div className="min-w-0">
        <h1 className="type-title wrap-anywhere-safe">{title}</h1>
        {lead && <p className="type-lg mt-1 text-ink2 wrap-anywhere-safe">{lead}</p>}
      </div>
      {end}
    </div>
  )
}
