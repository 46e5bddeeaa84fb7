import { type RefObject, useEffect } from 'react'

/** Scrolls a row to its current link, as often as `current` changes. */
export function useCurrentInSight(
  row: RefObject<HTMLElement | null>,
  current: string | undefined,
): void {
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current]')
    if (!row.current || !link) return
    const [seen, wanted] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()]
    row.current.scrollBy({
      left: wanted.x + wanted.width / 2 - (seen.x + seen.width / 2),
      behavior: 'instant',
    })
  }, [row, current])
}
