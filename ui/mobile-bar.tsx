import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/**
 * Below 1000 px: the price and the one button stay in sight at the screen's foot while the page is
 * read. It is the last child of what it belongs to, so that it comes to rest above the footer and
 * covers nothing there.
 */
export function MobileBar({
  price,
  button,
  className,
}: {
  price: ReactNode
  button: ReactNode
  className?: string
}) {
  return (
    <div
      className={classes(
        'sticky bottom-0 z-20 -mx-(--gutter) flex items-center gap-4 border-t border-line bg-paper px-(--gutter)',
        'pt-2.5 unprinted lg:hidden',
        'pb-[max(10px,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      <div className="type-lg strong max-w-[46%] shrink-0">{price}</div>
      <div className="min-w-0 flex-1">{button}</div>
    </div>
  )
}
