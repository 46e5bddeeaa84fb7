import { Link } from 'react-router'
import type { AnchorProps } from '#ui/link.tsx'

/** The `ui` components' link: within the console without a reload, but where the language changes, the session ends or a file is fetched. */
export function ConsoleLink({ href, moves: _, ...rest }: AnchorProps) {
  const ours = href.startsWith('/') && !href.startsWith('//')
  if (!ours || rest.target || rest.download !== undefined || new URLSearchParams(href.split('?')[1] ?? '').has('hl')) return <a href={href} {...rest} />
  return <Link to={href} {...rest} />
}
