import type { Person } from './people.ts'
import type { Locale } from '#lib/locale.ts'
import type { Press } from './inspect-screen.ts'
import { ITEMS, type States } from './states.ts'
import { ENDED, SHOWN } from './subscription-states.ts'
import { CONNECT_WORDPRESS, OWN_WORDPRESS } from './wordpress-views.ts'

/** A screen in one of its states. */
export interface View {
  /** What is to be seen, for file names: `empty`, `no-results`. */
  state: string
  /** The address; the states are not there yet in a sample. */
  path: string | ((states: States, locale: Locale) => string)
  site?: 'apps' | 'themes' | 'console' | 'wordpress' | 'wordpress-console'
  person?: Person
  /** What the document is answered with, 200 unless told. */
  status?: number
  /** What is done on the page first: the state is the answer to it. */
  press?: (states: States, locale: Locale) => Press
  /**
   * Seen in the sample that `npm test` takes, where nothing was prepared: one view of a screen at
   * most.
   */
  sample?: true
}

const odd =
  (id: string) =>
  (states: States): string =>
    `/${states.odd[id]}`
const inFrame = (views: readonly View[]): View[] =>
  views.map((view) => {
    const { path } = view
    const framed = (plain: string): string =>
      `/market${plain === '/' ? '' : plain.replace('/account/', '/')}`
    return {
      ...view,
      person: view.person ?? 'owner',
      path:
        typeof path === 'string' ? framed(path) : (states, locale) => framed(path(states, locale)),
    }
  })
const asOwner = (views: readonly View[]): View[] =>
  views.map((view) => ({ person: 'owner', ...view }))

const HOME: View[] = [
  { state: 'apps', path: '/', sample: true },
  { state: 'themes', path: '/', site: 'themes' },
]
const LIST: View[] = [
  { state: 'apps', path: '/list', sample: true },
  { state: 'themes', path: '/list', site: 'themes' },
  { state: 'long', path: '/list?sort=newest' },
  { state: 'narrowed', path: '/list?category=product-page&price=free' },
  { state: 'goal', path: '/list?goal=sell-more' },
  {
    state: 'comparing',
    path: '/list',
    press: () => ({ on: '.card-foot label >> nth=0', until: '.compare-tray' }),
  },
]
const SEARCH: View[] = [
  { state: 'results', path: '/search?q=product', sample: true },
  { state: 'nothing-found', path: '/search?q=qxzvwk' },
  { state: 'by-meaning', path: '/search?q=free+shipping' },
  { state: 'word-dropped', path: '/search?q=calendar+qxzvwk' },
  { state: 'only-typed', path: '/search?q=calendar&only_typed=1' },
  { state: 'themes', path: '/search?q=dark', site: 'themes' },
]
const DETAIL: View[] = [
  { state: 'app', path: `/${ITEMS.priced}`, sample: true },
  { state: 'theme', path: `/${ITEMS.theme}`, site: 'themes' },
  { state: 'free', path: `/${ITEMS.free}` },
  { state: 'plans', path: `/${ITEMS.subscribed}` },
  { state: 'by-use', path: '/vitals' },
  { state: 'only-listed', path: odd('recurring') },
  { state: 'long-title', path: odd('long-title') },
  { state: 'long-word', path: odd('long-word') },
  { state: 'arabic-name', path: odd('arabic') },
  { state: 'many-releases', path: odd('many-releases') },
]
const MISSING: View[] = [
  { state: 'delisted', path: odd('gone'), status: 410 },
  { state: 'unknown', path: '/there-is-no-such-item', status: 404 },
]
const OWNED: View[] = asOwner([
  { state: 'owned-installed', path: `/${ITEMS.installed}` },
  { state: 'owned-behind', path: `/${ITEMS.behind}` },
  { state: 'owned-paid', path: `/${ITEMS.paid}` },
])
const CHECKOUT: View[] = asOwner([
  { state: 'priced', path: `/checkout/${ITEMS.priced}`, sample: true },
  { state: 'after-decline', path: `/checkout/${ITEMS.open}` },
  { state: 'theme', path: '/checkout/lux', site: 'themes' },
])
const BUNDLE_CHECKOUT: View[] = asOwner([
  { state: 'whole', path: '/checkout/bundles/product-page-set', sample: true },
  { state: 'left-out', path: '/checkout/bundles/product-page-set?without=zoom' },
])
const INSTALL: View[] = asOwner([
  { state: 'plan', path: `/install/${ITEMS.free}`, sample: true },
  { state: 'optional-permission', path: '/install/celebration' },
  { state: 'theme-plan', path: `/install/${ITEMS.theme}`, site: 'themes' },
  { state: 'done', path: `/install/${ITEMS.installed}` },
])
const UNINSTALL: View[] = asOwner([
  { state: 'not-there', path: `/uninstall/${ITEMS.free}`, sample: true },
  { state: 'plan', path: `/uninstall/${ITEMS.installed}` },
  { state: 'theme-plan', path: `/uninstall/${ITEMS.installedTheme}`, site: 'themes' },
])
const INSTALLED: View[] = asOwner([
  { state: 'some', path: '/account/installed', sample: true },
  { state: 'drafts', path: '/account/installed', site: 'themes' },
  { state: 'none', path: '/account/installed', person: 'newcomer' },
])
const INSTALLATION: View[] = asOwner([
  { state: 'installed', path: `/account/installed/${ITEMS.installed}`, sample: true },
  { state: 'behind', path: `/account/installed/${ITEMS.behind}` },
])
const MAKE_LIVE: View[] = asOwner([
  {
    state: 'plan',
    path: `/account/installed/${ITEMS.installedTheme}/theme`,
    site: 'themes',
    sample: true,
  },
  { state: 'draft', path: '/account/installed/journal/theme', site: 'themes' },
  { state: 'scheduled', path: '/account/installed/cosmo/theme', site: 'themes' },
])
const SETTINGS: View[] = asOwner([
  { state: 'some', path: `/account/installed/${ITEMS.behind}/settings`, sample: true },
  {
    state: 'wrong',
    path: `/account/installed/${ITEMS.behind}/settings`,
    press: () => ({
      type: { 'inputs.privacy_page': 'nowhere' },
      on: 'form:has([name^="inputs."]) [value=apply]',
      until: '[aria-invalid=true]',
    }),
  },
])
const UPDATE: View[] = asOwner([
  { state: 'not-installed', path: `/update/${ITEMS.free}`, sample: true },
  { state: 'plan', path: `/update/${ITEMS.behind}` },
])
const SAVED: View[] = asOwner([
  { state: 'asked', path: `/account/saved?add=${ITEMS.free}`, sample: true },
  { state: 'some', path: '/account/saved' },
  { state: 'none', path: '/account/saved', person: 'newcomer' },
])
const UPDATES: View[] = asOwner([
  { state: 'some', path: '/account/updates', sample: true },
  { state: 'none', path: '/account/updates', person: 'newcomer' },
])
const ORDERS: View[] = asOwner([
  { state: 'some', path: '/account/orders', sample: true },
  {
    state: 'return',
    path: '/account/orders',
    press: () => ({ on: 'details:has([name=return]) summary', until: '[name=return]' }),
  },
  { state: 'none', path: '/account/orders', person: 'newcomer' },
])
const ORDER: View[] = asOwner([
  { state: 'paid', path: (states) => `/account/orders/${states.paidOrder}` },
  { state: 'declined', path: (states) => `/account/orders/${states.declinedOrder}` },
  {
    state: 'return',
    path: (states) => `/account/orders/${states.paidOrder}`,
    press: () => ({ on: 'details:has([name=return]) summary', until: '[name=return]' }),
  },
  {
    state: 'ask-refund',
    path: (states) => `/account/orders/${states.askable}`,
    press: () => ({ on: 'details:has([name=reason]) summary', until: '[name=reason]' }),
  },
  { state: 'refund-asked', path: (states) => `/account/orders/${states.asked}` },
  { state: 'unknown', path: '/account/orders/NO-SUCH', status: 404, sample: true },
])
const HELP: View[] = asOwner([
  {
    state: 'never-had',
    path: `/account/support/help/${ITEMS.free}`,
    person: 'newcomer',
    status: 422,
    sample: true,
  },
  { state: 'form', path: `/account/support/help/${ITEMS.installed}` },
  {
    state: 'about-order',
    path: (states) => `/account/support/help/${ITEMS.paid}?order=${states.paidOrder}`,
  },
])
const THREAD: View[] = asOwner([
  { state: 'unknown', path: '/account/support/msg_none', status: 404, sample: true },
  { state: 'open', path: (states) => `/account/support/${states.thread}` },
  { state: 'answered', path: (states) => `/account/support/${states.answered}` },
  { state: 'solved', path: (states) => `/account/support/${states.solved}` },
])
const AGREE_TRIAL: View[] = asOwner([
  {
    state: 'nothing-saved',
    path: '/checkout/subscribe/tidy-phone',
    person: 'newcomer',
    sample: true,
  },
  { state: 'saved', path: '/checkout/subscribe/tidy-phone' },
])
const AGREE: View[] = asOwner([
  {
    state: 'unknown',
    path: '/checkout/subscriptions/sub_00000000000000000000',
    status: 404,
    sample: true,
  },
  {
    state: 'trial',
    path: (states: States) => `/checkout/subscriptions/${states.subscriptions.trial}`,
  },
])
const SUBSCRIBE: View[] = asOwner([
  { state: 'plans', path: `/subscribe/${ITEMS.subscribed}`, person: 'newcomer', sample: true },
  { state: 'by-use', path: '/subscribe/vitals', person: 'newcomer' },
  {
    state: 'coupon',
    path: `/subscribe/${ITEMS.subscribed}?coupon=ARASTA10`,
    person: 'newcomer',
  },
  {
    state: 'wrong-coupon',
    path: `/subscribe/${ITEMS.subscribed}?coupon=NOSUCHCODE`,
    person: 'newcomer',
  },
  { state: 'trial-with-card', path: '/subscribe/tidy-phone', person: 'newcomer' },
])
const SUBSCRIPTIONS: View[] = asOwner([
  { state: 'some', path: '/account/subscriptions' },
  { state: 'none', path: '/account/subscriptions', person: 'newcomer', sample: true },
])
const SUBSCRIPTION: View[] = asOwner([
  {
    state: 'unknown',
    path: '/account/subscriptions/sub_00000000000000000000',
    status: 404,
    sample: true,
  },
  ...[...SHOWN, ...ENDED].map((state) => ({
    state,
    path: (states: States) => `/account/subscriptions/${states.subscriptions[state]}`,
  })),
  {
    state: 'left',
    path: ({ subscriptions }) => `/account/subscriptions/${subscriptions.left}?done=left`,
  },
  {
    state: 'larger-plan',
    path: ({ subscriptions, plans }) =>
      `/account/subscriptions/${subscriptions.active}?period=month&plan=${plans[2]}`,
  },
  {
    state: 'smaller-plan',
    path: ({ subscriptions, plans }) =>
      `/account/subscriptions/${subscriptions.active}?period=month&plan=${plans[0]}`,
  },
  {
    state: 'yearly-plan',
    path: ({ subscriptions, plans }) =>
      `/account/subscriptions/${subscriptions.active}?period=year&plan=${plans[3]}`,
  },
  {
    state: 'cap-too-low',
    path: ({ subscriptions }) => `/account/subscriptions/${subscriptions['by-use']}`,
    press: () => ({
      open: 'details:has([name=cap]) summary',
      type: { cap: '1' },
      on: 'form:has([name=cap]) [type=submit]',
      until: '[role=alert]',
    }),
  },
])
const ADDRESSES: View[] = asOwner([
  { state: 'none', path: '/account/addresses', person: 'newcomer', sample: true },
  { state: 'some', path: '/account/addresses' },
  { state: 'new', path: '/account/addresses?edit=new' },
])
const NOTICES: View[] = asOwner([
  { state: 'none', path: '/account/status', person: 'newcomer', sample: true },
  { state: 'some', path: '/account/status' },
])
const MESSAGES: View[] = asOwner([
  { state: 'none', path: '/account/support', person: 'newcomer', sample: true },
  { state: 'some', path: '/account/support' },
])
const CARDS: View[] = asOwner([
  { state: 'some', path: '/account/cards', sample: true },
  { state: 'none', path: '/account/cards', person: 'newcomer' },
])
const ASK: View[] = asOwner([
  { state: 'form', path: `/account/ask/${ITEMS.priced}`, person: 'asker' },
  { state: 'plans', path: `/account/ask/${ITEMS.subscribed}`, person: 'asker' },
  { state: 'there', path: `/account/ask/${ITEMS.installed}`, sample: true },
])
const LACKING: View[] = [
  { state: 'lacking', path: `/checkout/${ITEMS.priced}`, person: 'asker', status: 403 },
]
const SHOPS: View[] = asOwner([
  { state: 'one', path: '/account/shops', sample: true },
  { state: 'several', path: '/account/shops', person: 'agency' },
])
const RIGHTS: View[] = asOwner([
  { state: 'not-there', path: `/account/rights/${ITEMS.free}`, status: 404, sample: true },
  { state: 'some', path: `/account/rights/${ITEMS.installed}` },
])
const SCRIPTS: View[] = asOwner([
  { state: 'some', path: '/account/scripts', sample: true },
  { state: 'none', path: '/account/scripts', person: 'newcomer' },
])
const DECISIONS: View[] = asOwner([{ state: 'none', path: '/account/reviews', sample: true }])
const RELEASES: View[] = [
  { state: 'few', path: '/cookie-consent/releases', sample: true },
  { state: 'many', path: (states) => `/${states.odd['many-releases']}/releases` },
]
const REVIEWS: View[] = [
  { state: 'none', path: `/${ITEMS.priced}/reviews`, sample: true },
  { state: 'brought-in', path: (states) => `/${states.odd['half-stars']}/reviews` },
  { state: 'owner', path: `/${ITEMS.installed}/reviews`, person: 'owner' },
  { state: 'own-with-pictures', path: `/${ITEMS.behind}/reviews`, person: 'owner' },
  { state: 'others-with-pictures', path: `/${ITEMS.behind}/reviews`, person: 'newcomer' },
]
const BUNDLE: View[] = [
  { state: 'page', path: '/bundles/product-page-set', sample: true },
  { state: 'missing', path: '/bundles/no-such-bundle', status: 404 },
]
const COMPARE: View[] = [
  { state: 'two', path: '/compare?items=delivery-day,gallery', sample: true },
  { state: 'none', path: '/compare' },
  {
    state: 'four-odd',
    path: ({ odd }) =>
      `/compare?items=${['long-title', 'long-word', 'half-stars', 'recurring'].map((id) => odd[id]).join()}`,
  },
]
const CONTACT: View[] = [
  { state: 'visitor', path: '/contact', sample: true },
  { state: 'owner-about-item', path: '/contact?item=delivery-day', person: 'owner' },
]
const DEVELOPER: View[] = [
  { state: 'page', path: '/developers/arasta', sample: true },
  { state: 'missing', path: '/developers/no-such-developer', status: 404 },
]
const PREVIEW: View[] = [
  { state: 'app', path: `/preview/${ITEMS.priced}`, sample: true },
  { state: 'theme', path: `/preview/${ITEMS.theme}`, site: 'themes' },
  { state: 'theme-own-shop', path: `/preview/${ITEMS.theme}`, site: 'themes', person: 'owner' },
  { state: 'app-own-shop', path: `/preview/${ITEMS.priced}`, person: 'owner' },
]
const result = (ending: 'success' | 'fail'): View[] => [
  { state: 'visitor', path: `/checkout/${ending}?order=AR0`, sample: true },
  {
    state: 'owner',
    path: (states) =>
      `/checkout/${ending}?order=${ending === 'success' ? states.paidOrder : states.declinedOrder}`,
    person: 'owner',
  },
]
const LEGAL = ['terms', 'privacy', 'cookies', 'refunds', 'accessibility']

/**
 * Every screen by its path in `apps/storefront/routes.ts`, in every state that looks different. A
 * screen that is not here fails the proof.
 */
export const VIEWS: Readonly<Record<string, readonly View[]>> = {
  '/': [
    ...HOME,
    { state: 'sent-away', path: '/?sign-in=required' },
    { state: 'missing-on-shop', path: '/', person: 'owner' },
    { state: 'preview-ended', path: '/?arrangement=x', status: 410 },
  ],
  '/list': LIST,
  '/search': SEARCH,
  '/:slug': [
    ...DETAIL,
    ...MISSING,
    { state: 'broken', path: `/${ITEMS.broken}`, status: 500 },
    ...OWNED,
  ],
  '/enter/:handle': [
    { state: 'spent', path: '/enter/AAAAAAAAAAAAAAAAAAAAAAAA', status: 401, sample: true },
  ],
  '/partners': [{ state: 'page', path: '/partners', sample: true }],
  '/developers/:developer': DEVELOPER,
  '/developers': [{ state: 'page', path: '/developers', sample: true }],
  '/legal': [{ state: 'page', path: '/legal', sample: true }],
  '/legal/:page': LEGAL.map((page, index) => ({
    state: page,
    path: `/legal/${page}`,
    ...(index === 1 ? { sample: true } : {}),
  })),
  '/install/:slug': INSTALL,
  '/uninstall/:slug': UNINSTALL,
  '/account': asOwner([{ state: 'page', path: '/account', sample: true }]),
  '/account/installed': INSTALLED,
  '/account/installed/:slug': INSTALLATION,
  '/checkout/:slug': [...CHECKOUT, ...LACKING],
  '/checkout/bundles/:bundle': BUNDLE_CHECKOUT,
  '/preview/:slug': PREVIEW,
  '/share/:token': [
    { state: 'over', path: `/share/${'A'.repeat(43)}`, status: 410, sample: true },
    { state: 'shop', path: (states) => `/share/${states.shareToken}` },
  ],
  '/:slug/releases': RELEASES,
  '/:slug/reviews': REVIEWS,
  '/bundles/:slug': BUNDLE,
  '/compare': COMPARE,
  '/connect': [
    { state: 'visitor', path: '/connect', sample: true },
    { state: 'forgotten', path: '/connect?sent=1' },
  ],
  '/connect/site': [{ state: 'elsewhere', path: '/connect/site', status: 404, sample: true }],
  '/account/site': asOwner([
    { state: 'elsewhere', path: '/account/site', status: 404, sample: true },
  ]),
  '/connect/wordpress': [
    { state: 'elsewhere', path: '/connect/wordpress', status: 404, sample: true },
    ...CONNECT_WORDPRESS,
  ],
  '/account/wordpress': [
    { state: 'elsewhere', path: '/account/wordpress', person: 'owner', status: 404, sample: true },
    ...OWN_WORDPRESS,
  ],
  '/contact': CONTACT,
  '/contact/:reply_token': [
    {
      state: 'spent',
      path: '/contact/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      status: 404,
      sample: true,
    },
  ],
  '/newsletter': [{ state: 'page', path: '/newsletter', sample: true }],
  '/newsletter/:approve_token': [
    {
      state: 'spent',
      path: '/newsletter/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      sample: true,
    },
  ],
  '/newsletter/unsubscribe/:token': [
    {
      state: 'spent',
      path: '/newsletter/unsubscribe/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      sample: true,
    },
  ],
  '/update/:slug': UPDATE,
  '/account/saved': SAVED,
  '/account/updates': UPDATES,
  '/account/orders': ORDERS,
  '/account/orders/:number': ORDER,
  '/account/support/help/:slug': HELP,
  '/account/support/:message': THREAD,
  '/account/addresses': ADDRESSES,
  '/subscribe/:slug': SUBSCRIBE,
  '/checkout/subscribe/:slug': AGREE_TRIAL,
  '/checkout/subscriptions/:id': AGREE,
  '/account/subscriptions': SUBSCRIPTIONS,
  '/account/subscriptions/:id': SUBSCRIPTION,
  '/account/cards': CARDS,
  '/authorize': [{ state: 'signed-out', path: '/authorize?client_id=celebration', sample: true }],
  '/account/status': NOTICES,
  '/account/support': MESSAGES,
  '/account/installed/:slug/theme': MAKE_LIVE,
  '/account/installed/:slug/settings': SETTINGS,
  '/account/rights/:slug': RIGHTS,
  '/account/ask/:slug': ASK,
  '/account/shops': SHOPS,
  '/account/reviews': DECISIONS,
  '/account/scripts': SCRIPTS,
  '/checkout/success': result('success'),
  '/checkout/fail': result('fail'),
  '/market': [
    ...inFrame(HOME),
    { state: 'locked', path: '/market', person: 'visitor', status: 401 },
  ],
  '/market/list': inFrame([...LIST.slice(0, 2), ...LIST.filter((one) => one.state === 'goal')]),
  '/market/search': inFrame(SEARCH.slice(0, 2)),
  '/market/:slug': inFrame([...DETAIL.slice(0, 2), ...MISSING, ...OWNED]),
  '/market/installed': inFrame(INSTALLED),
  '/market/install/:slug': inFrame(INSTALL),
  '/market/uninstall/:slug': inFrame(UNINSTALL),
  '/market/checkout/:slug': inFrame([...CHECKOUT, ...LACKING]),
  '/market/checkout/bundles/:bundle': inFrame(BUNDLE_CHECKOUT),
  '/market/checkout/subscribe/:slug': inFrame(AGREE_TRIAL),
  '/market/checkout/subscriptions/:id': inFrame(AGREE),
  '/market/bundles/:slug': inFrame(BUNDLE.slice(0, 1)),
  '/market/compare': inFrame(COMPARE.slice(0, 1)),
  '/market/subscribe/:slug': inFrame(SUBSCRIBE),
  '/market/subscriptions': inFrame(SUBSCRIPTIONS),
  '/market/subscriptions/:id': inFrame(SUBSCRIPTION),
  '/market/cards': inFrame(CARDS),
  '/market/reviews': inFrame(DECISIONS),
  '/market/scripts': inFrame(SCRIPTS),
  '/market/installed/:slug': inFrame(INSTALLATION),
  '/market/status': inFrame(NOTICES),
  '/market/support': inFrame(MESSAGES),
  '/market/support/help/:slug': inFrame(HELP),
  '/market/support/:message': inFrame(THREAD),
  '/market/addresses': inFrame(ADDRESSES),
  '/market/installed/:slug/theme': inFrame(MAKE_LIVE),
  '/market/installed/:slug/settings': inFrame(SETTINGS),
  '/market/rights/:slug': inFrame(RIGHTS),
  '/market/ask/:slug': inFrame(ASK),
  '/market/shops': inFrame(SHOPS),
  '/market/saved': inFrame(SAVED),
  '/market/updates': inFrame(UPDATES),
  '/market/orders': inFrame(ORDERS),
  '/market/orders/:number': inFrame(ORDER),
  '/market/update/:slug': inFrame(UPDATE),
  '/market/developers/:developer': inFrame(DEVELOPER.slice(0, 1)),
  '/market/contact': inFrame(CONTACT.map((view) => ({ ...view, person: 'owner' as const }))),
  '/market/:slug/releases': inFrame(RELEASES.slice(0, 1)),
  '/market/:slug/reviews': inFrame(REVIEWS),
  '/market/preview/:slug': inFrame(PREVIEW.slice(0, 2)),
  '/market/checkout/success': inFrame(result('success')),
  '/market/checkout/fail': inFrame(result('fail')),
  '/_ui': [{ state: 'page', path: '/_ui', sample: true }],
  '/*': [{ state: 'page', path: '/no/such/page', status: 404, sample: true }],
}

/** `/market/:slug` → `market-slug`, for file names. */
export const nameOf = (route: string): string =>
  route.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') ||
  (route === '/*' ? 'not-found' : 'home')

/** Paths of what can be seen; a route without markup is a door for forms. */
export const pagesOf = (screens: readonly { path: string; file: string }[]): string[] => [
  ...new Set(screens.filter(({ file }) => file.endsWith('.tsx')).map(({ path }) => path)),
]

/** Screens without a view, and views without a screen; `file` is where `views` are written. */
export function missingViews(
  routes: readonly string[],
  views: Readonly<Record<string, readonly View[]>> = VIEWS,
  file = 'proofs/screens/views.ts',
): string[] {
  return [
    ...routes
      .filter((route) => !views[route]?.length)
      .map((route) => `${route} has no view: ${file}`),
    ...Object.keys(views)
      .filter((route) => !routes.includes(route))
      .map((route) => `${route} is no screen (any more): ${file}`),
  ]
}
