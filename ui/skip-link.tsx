import { classes } from './classes.ts'

/** Seen while it has the focus: skips the header, or what is long to walk through by keyboard. */
export function SkipLink({ children, target = 'main' }: { children: string; target?: string }) {
  return (
    <a
      href={`#${target}`}
      className={classes(
        'sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:rounded-control',
        'focus:bg-ink focus:px-5 focus:py-3 focus:type-label focus:text-on-ink',
      )}
    >
      {children}
    </a>
  )
}
