import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

/** Title and a line of words over a form at the door. */
export function DoorHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <PageTitle title={title} />
      <h1 className="type-title">{title}</h1>
      {children && <p className="type-lg mt-2 text-ink2">{children}</p>}
    </>
  )
}
