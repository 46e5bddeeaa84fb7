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
  /** Animate the navigation with a view transition (card to item). The router decides how. */
  moves?: boolean
}

const LinkKind = createContext<ComponentType<AnchorProps> | null>(null)

/** Provides the router's link to all links below; without it they are plain. */
export function LinkProvider(props: { link: ComponentType<AnchorProps>; children: ReactNode }) {
  return <LinkKind value={props.link}>{props.children}</LinkKind>
}

/** An unstyled link; `href` as in HTML. Works without a script. */
export function Anchor({ moves, ...rest }: AnchorProps) {
  const Kind = use(LinkKind)
  return Kind ? <Kind moves={moves} {...rest} /> : <a {...rest} />
}

/** An underlined link in or below a text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return <Anchor className={classes('link', className)} {...rest} />
}
