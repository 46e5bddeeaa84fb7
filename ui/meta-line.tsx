import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A line of facts in small type: rating, installs, version. Empty ones leave no gap. */
export function MetaLine({ className, children }: { className?: string; children: ReactNode }) {
  return <p className={classes('meta-line', className)}>{children}</p>
}
