import type { ReactNode } from 'react'
import type { ShowcaseWords } from './showcase-words.ts'

export interface Shown {
  words: ShowcaseWords
}

/** A section of the showcase with its heading in a column of its own. */
export function Shows({
  name,
  wide,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section className="py-7">
      <div
        className={
          wide
            ? ''
            : 'page grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-4 border-t border-line pt-7 lg:grid-cols-[144px_minmax(0,1fr)]'
        }
      >
        <h2 className={wide ? 'page type-label border-t border-line pt-7 pb-4' : 'type-label'}>
          {name}
        </h2>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}
