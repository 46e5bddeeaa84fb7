import { classes } from './classes.ts'
import { Anchor } from './link.tsx'
import type { AnchorProps } from './link.tsx'

/** An underlined link inside or under a text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return <Anchor className={classes('link', className)} {...rest} />
}
