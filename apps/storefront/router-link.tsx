import { Link, useLocation } from 'react-router'
import { isMarketPath } from '#lib/market.ts'
import type { AnchorProps } from '#ui/link.tsx'
import { useWords } from './messages.tsx'
import { useShell } from './shell.tsx'

/**
 * The `ui` components' link. Within the storefront it navigates without a reload, except where the
 * document itself must change: the language, the frame, doors that lead out, and the checkout and
 * live previews, which have policies of their own (D22).
 */
export function RouterLink({ href, moves, ...rest }: AnchorProps) {
  const { pathname } = useLocation()
  const { framed } = useShell()
  const to = useLanguageIn(href)
  // An address of another site stays one for the browser; a `#part` is a jump on this page.
  if (!isOurs(href) || rest.target || (framed && leavesFrame(href)))
    return <DocumentLink href={href} {...rest} />
  // another look at the same page (a filter, more results) leaves the reader where they are
  const samePage = href.split(/[?#]/)[0] === pathname
  return (
    <Link
      to={to}
      viewTransition={moves}
      reloadDocument={needsDocument(href, pathname)}
      preventScrollReset={samePage}
      {...rest}
    />
  )
}

/** A link that always loads a document. */
export function DocumentLink({ href, moves: _, ...rest }: AnchorProps) {
  const { framed } = useShell()
  const beside =
    framed && leavesFrame(href) ? ({ target: '_blank', rel: 'noopener' } as const) : null
  return <a href={useLanguageIn(href)} {...beside} {...rest} />
}

/** What may not stand in the panel's frame opens beside it; a picture may. */
function leavesFrame(href: string): boolean {
  const path = href.split(/[?#]/)[0]!
  return (
    /^https?:/i.test(href) ||
    (isOurs(href) && !isMarketPath(path) && !path.startsWith('/pictures/'))
  )
}

/**
 * In a frame whose browser keeps no cookies of ours the address alone can say the language (D5): to
 * a page that is loaded anew, and when this one is.
 */
function useLanguageIn(href: string): string {
  const { locale } = useWords()
  const { framed, keepsCookies } = useShell()
  if (!framed || keepsCookies || !isOurs(href)) return href
  const [address = '', hash] = href.split('#')
  const [path = '', search] = address.split('?')
  const query = new URLSearchParams(search)
  if (!isMarketPath(path) || query.has('hl')) return href
  query.set('hl', locale)
  return `${path}?${query}${hash === undefined ? '' : `#${hash}`}`
}

const isOurs = (href: string) => href.startsWith('/') && !href.startsWith('//')

/** Must the way from page `from` to `href` be a load of a whole document? */
export function needsDocument(href: string, from: string): boolean {
  const [path = '', query = ''] = href.split('#')[0]!.split('?')
  if (
    /^\/(api|\.well-known|connect\/wordpress)\//.test(path) ||
    new URLSearchParams(query).has('hl')
  )
    return true
  if (isPreviewPath(path) !== isPreviewPath(from)) return true
  return isCheckoutPath(path) || isCheckoutPath(from) || isMarketPath(path) !== isMarketPath(from)
}

/** Live previews may frame what no other page may. */
const isPreviewPath = (path: string) => /^(\/market)?\/preview\//.test(path)
const isCheckoutPath = (path: string) => path.split('/').includes('checkout')
