import {
  createContext,
  use,
  type AnchorHTMLAttributes,
  type ComponentType,
  type ReactNode,
} from 'react'
import { classes } from './classes.ts'

export interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** Animate the change of page (card to item). The router decides how. */
  moves?: boolean
}

const LinkKind = createContext<ComponentType<AnchorProps> | null>(null)

/**
 * Tells every link below how to navigate. A storefront hands its router's link in; without one
 * links are plain.
 */
export function LinkProvider(props: { link: ComponentType<AnchorProps>; children: ReactNode }) {
  return <LinkKind value={props.link}>{props.children}</LinkKind>
}

/** A link without clothes; `href` as in HTML. Works before and without the script. */
export function Anchor({ moves, ...rest }: AnchorProps) {
  const Kind = use(LinkKind)
  return Kind ? <Kind moves={moves} {...rest} /> : <a {...rest} />
}

/** An underlined link inside or under a text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return <Anchor className={classes('link', className)} {...rest} />
}
