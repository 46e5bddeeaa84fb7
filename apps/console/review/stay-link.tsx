import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AnchorProps, LinkProvider } from '#ui/link.tsx'

/** Links that show another part of the same page: the page stays where it is scrolled to. */
function StayLink({ href, moves: _, ...rest }: AnchorProps) {
  return rest.download === undefined && rest.target === undefined ? (
    <Link to={href} preventScrollReset {...rest} />
  ) : (
    <a href={href} {...rest} />
  )
}

export const StayLinks = ({ children }: { children: ReactNode }) => (
  <LinkProvider link={StayLink}>{children}</LinkProvider>
)
