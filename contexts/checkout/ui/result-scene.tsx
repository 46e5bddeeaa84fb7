import type { ReactNode } from 'react'
import { archCurve, archPath, Voussoirs } from '#ui/arch.tsx'

export type ResultLook = 'paid' | 'failed' | 'waiting' | 'neutral'

const DOORS: Record<ResultLook, { door: string; mark: string; d: string }> = {
  paid: { door: 'fill-turquoise', mark: 'stroke-on-turquoise', d: 'M66 108 84 125 117 89' },
  failed: { door: 'fill-stone2', mark: 'stroke-coral-text', d: 'M72 92 108 128M108 92 72 128' },
  waiting: { door: 'fill-turquoise-tint', mark: 'stroke-link', d: 'M90 86V111L106 121' },
  neutral: { door: 'fill-turquoise-tint', mark: 'stroke-link', d: 'M66 108 84 125 117 89' },
}

/** The last page of a payment: one bay of the street, its door open, closed or about to be; a sentence; one way on. */
export function ResultScene({
  look,
  title,
  children,
  facts,
  actions,
}: {
  look: ResultLook
  title: string
  children?: ReactNode
  facts?: readonly { label: string; value: ReactNode }[]
  actions: ReactNode
}) {
  const { door, mark, d } = DOORS[look]
  return (
    <div className="grid justify-items-center text-center">
      <svg aria-hidden="true" width="180" height="184" viewBox="0 0 180 184">
        <Voussoirs d={archCurve(140, 84, 20, 14)} stones={17} width={24} />
        <path d="M8 98H32V184H8ZM148 98H172V184H148Z" className="fill-v1" />
        <path d="M8 98H32V106H8ZM148 98H172V106H148Z" className="fill-v3" />
        <path d={archPath(116, 158, 74, 32, 26)} className={door} />
        <path d="M32 166H148V184H32Z" className="fill-black/17" />
        <path d={d} fill="none" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" className={mark} />
      </svg>
      <div className="street-line w-64 max-w-full" />
      <div role="status">
        <h1 className="type-d2 mt-7 wrap-anywhere-safe">{title}</h1>
        {children && <div className="type-body mx-auto mt-2 max-w-[46ch] text-balance text-ink2">{children}</div>}
      </div>
      {facts && facts.length > 0 && (
        <dl className="type-body mt-6 w-full max-w-sm border-t border-line text-start">
          {facts.map(fact => (
            <div key={fact.label} className="flex items-baseline justify-between gap-4 border-b border-line py-2.5">
              <dt className="text-ink2">{fact.label}</dt>
              <dd className="strong min-w-0 text-end wrap-anywhere-safe figures">{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-7 flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  )
}
