import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/**
 * Below 1000 px, keeps price and button at the bottom of the screen. Must be the last child of its
 * section, so that it ends above the footer.
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
