import { useLocation, useSearchParams } from 'react-router'

export const VIEWS = ['before', 'both', 'after'] as const
export const WIDTHS = ['desktop', 'phone'] as const

/** Parts of the page that its address says; all others stay as they are. */
interface Place {
  view?: string
  lang?: string
  width?: string
  file?: string
  /** Page of the files, from 1. */
  tree?: string
  /** Of a long file, from 1. */
  part?: string
  /** Number of the finding that has the focus, from 1. */
  finding?: string
}

/** Addresses of this page with another part of it shown. */
export function useReviewAddress(): (change: Place, hash?: string) => string {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  return (change, hash) => {
    const next = new URLSearchParams(query)
    next.delete('hl')
    if (change.file !== undefined) for (const name of ['tree', 'part', 'finding']) next.delete(name)
    for (const [name, value] of Object.entries(change)) next.set(name, String(value))
    return `${pathname}?${next}${hash === undefined ? '' : `#${hash}`}`
  }
}
