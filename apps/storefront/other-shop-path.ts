/** Pages of the site that are about a shop, with nothing of one order or item behind them. */
const OF_SHOP = [
  'saved',
  'installed',
  'shops',
  'updates',
  'orders',
  'subscriptions',
  'addresses',
  'status',
  'support',
  'cards',
  'reviews',
  'missing',
  'scripts',
]
/** Steps of work on an item; in another shop it begins with the item's page. */
const OF_ITEM = ['checkout', 'install', 'update', 'uninstall', 'subscribe', 'preview']
/** The same in every shop, and not the page of an item. */
const ELSEWHERE = ['enter', 'connect', 'authorize', 'account', 'market', 'share']
/** Longer ones are refused by `openShop`. */
const MOST_LENGTH = 500

/**
 * The page of the site that shows in another shop what this one does here, in the panel's frame or
 * outside; what this shop alone has leads to the list of it.
 */
export function pathInOtherShop(pathname: string, search: string): string {
  const framed = pathname === '/market' || pathname.startsWith('/market/')
  const [first = '', ...rest] = pathname
    .split('/')
    .filter(Boolean)
    .slice(framed ? 1 : 0)
  const page = first === 'account' ? rest[0] : framed ? first : undefined
  if (page !== undefined && OF_SHOP.includes(page)) return `/account/${page}`
  if (first === 'checkout' && rest[0] === 'bundles') return `/bundles/${rest[1] ?? ''}`
  if (first === 'checkout' && (rest[0] === 'success' || rest[0] === 'fail'))
    return '/account/orders'
  if (OF_ITEM.includes(first)) return rest.length === 1 ? `/${rest[0]}` : '/'
  if (ELSEWHERE.includes(first)) return '/account/installed'
  const path = `/${[first, ...rest].filter(Boolean).join('/')}`
  return [path + search, path].find((one) => one.length <= MOST_LENGTH) ?? '/'
}
