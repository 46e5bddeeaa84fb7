import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { framesShops, isMarketPath } from '#lib/market.ts'
import type { AnchorProps } from '#ui/link.tsx'
import { useWords } from './messages.tsx'
import { useShell } from './shell.tsx'

/**
 * The link of `ui` components: client-side navigation within the storefront, except where the
 * document must change: the language, the frame, redirects to other sites, and checkout and
 * pages that frame the shop, which have other CSPs (D22).
 */
export function RouterLink({ href, moves, ...rest }: AnchorProps) {
  const { pathname } = useLocation()
  const { framed } = useShell()
  const to = useLanguageIn(href)
  // In HTML both are the same, and a page has some sixty. External URLs are handled by the browser;
  // `#part` scrolls on this page.
  if (import.meta.env.SSR || !isOurs(href) || rest.target || (framed && leavesFrame(href)))
    return <DocumentLink href={href} {...rest} />
  // the same page with another query (a filter, more results) keeps the scroll position
  const samePage = href.split(/[?#]/)[0] === pathname
  return (
    <Link
      to={to}
      discover="none"
      viewTransition={moves}
      reloadDocument={needsDocument(href, pathname)}
      preventScrollReset={samePage}
      {...rest}
    />
  )
}

/** Follows a plain link inside an element as `RouterLink` does, with a view transition. */
export function useFollow(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { framed } = useShell()
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    const isPlain =
      event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (!link || !href || !isPlain || link.target || !isOurs(href)) return
    if ((framed && leavesFrame(href)) || needsDocument(href, pathname)) return
    event.preventDefault()
    void navigate(href, { viewTransition: true })
  }
}

/** A link that always loads a document. */
export function DocumentLink({ href, moves: _, ...rest }: AnchorProps) {
  const { framed } = useShell()
  const beside =
    framed && leavesFrame(href) ? ({ target: '_blank', rel: 'noopener' } as const) : null
  return <a href={useLanguageIn(href)} {...beside} {...rest} />
}

/** Pages that cannot be framed open in a new tab; pictures can. */
function leavesFrame(href: string): boolean {
  const path = href.split(/[?#]/)[0]!
  return (
    /^https?:/i.test(href) ||
    (isOurs(href) && !isMarketPath(path) && !path.startsWith('/pictures/'))
  )
}

/**
 * Adds the language to links in a frame with blocked cookies, where only the URL can carry it (D5):
 * a full load of the target, or of this page, would lose it.
 */
export function useLanguageIn(href: string): string {
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

/** Whether navigating from page `from` to `href` needs a full load. */
export function needsDocument(href: string, from: string): boolean {
  const [path = '', query = ''] = href.split('#')[0]!.split('?')
  if (
    /^\/(api|\.well-known|connect\/wordpress)\//.test(path) ||
    new URLSearchParams(query).has('hl')
  )
    return true
  if (framesShops(path) !== framesShops(from)) return true
  return isCheckoutPath(path) || isCheckoutPath(from) || isMarketPath(path) !== isMarketPath(from)
}

const isCheckoutPath = (path: string) => path.split('/').includes('checkout')
