import type { States } from './states.ts'
import type { View } from './views.ts'
import { SILENT_STORES } from './wordpress-views.ts'

const SPENT = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

const door = (path: string, state = 'page'): View => ({
  state,
  path,
  site: 'console',
  person: 'visitor',
})
const desk = (path: View['path'], state = 'page', status = 200): View => ({
  state,
  path,
  site: 'console',
  person: 'operator',
  ...(status !== 200 && { status }),
})
const partner = (path: string) => (states: States) => `/partner/${states.desk.partner}${path}`
const ownItem = (path: string) => (states: States) =>
  `/partner/${states.desk.partner}/items/${states.desk.item}${path}`

/**
 * Every screen of the console by its path in `apps/console/routes.ts`, as `views.ts` has those of
 * the storefronts.
 */
export const CONSOLE_VIEWS: Readonly<Record<string, readonly View[]>> = {
  '/sign-in': [door('/sign-in'), door('/sign-in?done=password', 'new-password')],
  '/sign-in/openid': [door(`/sign-in/openid?state=${SPENT}`, 'failed')],
  '/sign-in/code': [door('/sign-in/code')],
  '/recovery': [door('/recovery')],
  '/recovery/:token': [door(`/recovery/${SPENT}`)],
  '/email-check/:token': [door(`/email-check/${SPENT}`)],
  '/mail-check/:token': [door(`/mail-check/${SPENT}`)],
  '/invitation/:token': [{ ...door(`/invitation/${SPENT}`, 'spent'), status: 410 }],
  '/first/:token': [{ ...door(`/first/${SPENT}`, 'spent'), status: 410 }],
  '/apply': [door('/apply')],
  '/apply/:token': [
    {
      state: 'open',
      path: ({ desk: one }) => `/apply/${one.application.open}`,
      site: 'console',
      person: 'visitor',
    },
    {
      state: 'domain',
      path: ({ desk: one }) => `/apply/${one.application.domain}`,
      site: 'console',
      person: 'visitor',
    },
    {
      state: 'waiting',
      path: ({ desk: one }) => `/apply/${one.application.waiting}`,
      site: 'console',
      person: 'visitor',
    },
    { ...door('/apply/none', 'missing'), status: 404 },
  ],
  '/nowhere': [door('/nowhere')],
  '/*': [{ ...door('/no/such/page', 'console'), status: 404 }],
  '/account': [desk('/account')],
  '/partner/:partner': [
    desk(partner('')),
    desk('/partner/par_00000000000000000000', 'missing', 404),
  ],
  '/partner/:partner/feed': [
    desk(partner('/feed')),
    desk(partner('/feed?kind=refunded'), 'nothing-found'),
  ],
  '/partner/:partner/messages': [
    desk(partner('/messages')),
    desk(partner('/messages?state=spam'), 'nothing-found'),
  ],
  '/partner/:partner/messages/answers': [desk(partner('/messages/answers'))],
  '/partner/:partner/messages/:message': [desk(partner('/messages/none'), 'missing', 404)],
  '/partner/:partner/profile': [desk(partner('/profile'))],
  '/partner/:partner/figures': [
    desk(partner('/figures')),
    desk(partner('/figures?days=365'), 'a-year'),
  ],
  '/partner/:partner/subscriptions': [desk(partner('/subscriptions'))],
  '/partner/:partner/statements': [desk(partner('/statements'))],
  '/partner/:partner/statements/:statement': [desk(partner('/statements/none'), 'missing', 404)],
  '/partner/:partner/earnings': [desk(partner('/earnings'))],
  '/partner/:partner/earnings/:statement': [desk(partner('/earnings/none'), 'missing', 404)],
  '/partner/:partner/payouts': [
    desk(partner('/payouts')),
    desk(partner('/payouts?way=sandbox'), 'provider'),
  ],
  '/partner/:partner/test-stores': [desk(partner('/test-stores'))],
  '/partner/:partner/test-stores/:store': [
    desk((states) => partner(`/test-stores/${states.desk.testStore}`)(states)),
    desk(partner('/test-stores/none'), 'missing', 404),
  ],
  '/partner/:partner/command-line': [desk(partner('/command-line'))],
  '/partner/:partner/tokens': [desk(partner('/tokens'))],
  '/partner/:partner/items/new': [desk(partner('/items/new'))],
  '/partner/:partner/items/:item': [desk(ownItem(''))],
  '/partner/:partner/items/:item/pictures': [desk(ownItem('/pictures'))],
  '/partner/:partner/items/:item/plans': [desk(ownItem('/plans'))],
  '/partner/:partner/items/:item/offers': [desk(ownItem('/offers'))],
  '/partner/:partner/items/:item/coupons': [desk(ownItem('/coupons'))],
  '/partner/:partner/items/:item/figures': [desk(ownItem('/figures?days=90'))],
  '/partner/:partner/items/:item/visibility': [desk(ownItem('/visibility'))],
  '/partner/:partner/items/:item/health': [desk(ownItem('/health'))],
  '/partner/:partner/items/:item/releases': [desk(ownItem('/releases'))],
  '/partner/:partner/items/:item/webhooks': [
    desk(ownItem('/webhooks')),
    desk(ownItem('/webhooks?outcome=failed&event=app.installed'), 'nothing-found'),
  ],
  '/partner/:partner/items/:item/webhooks/replay': [
    desk(ownItem('/webhooks/replay')),
    desk(
      ownItem('/webhooks/replay?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z'),
      'counted',
    ),
  ],
  '/partner/:partner/items/:item/webhooks/:message': [
    desk((states) => ownItem(`/webhooks/${states.desk.webhook}`)(states)),
    desk(ownItem('/webhooks/none'), 'missing', 404),
  ],
  '/partner/:partner/items/:item/submissions/:submission': [
    desk(ownItem('/submissions/none'), 'missing', 404),
  ],
  '/partner/:partner/reviews': [desk(partner('/reviews'))],
  '/partner/:partner/team': [desk(partner('/team'))],
  '/operator': [desk('/operator')],
  '/operator/inbox': [desk('/operator/inbox'), desk('/operator/inbox?view=done', 'nothing-found')],
  '/operator/inbox/summary': [desk('/operator/inbox/summary')],
  '/operator/figures': [desk('/operator/figures?days=90')],
  '/operator/items': [desk('/operator/items'), desk('/operator/items?q=qxzvwk', 'nothing-found')],
  '/operator/items/:item': [desk(({ desk: { item } }) => `/operator/items/${item}`)],
  '/operator/items/:item/decide': [
    desk(({ desk: { item } }) => `/operator/items/${item}/decide?what=unpublish`),
  ],
  '/operator/items/:item/stores': [desk(({ desk: { item } }) => `/operator/items/${item}/stores`)],
  '/operator/views': [desk('/operator/views')],
  '/operator/exports': [
    desk('/operator/exports'),
    desk('/operator/exports?list=orders&state=paid', 'new'),
  ],
  '/operator/bulk': [desk('/operator/bulk')],
  '/operator/bulk/new': [
    desk('/operator/bulk/new?act=unpublish_items&all=yes&filter.state=published'),
    desk('/operator/bulk/new?act=publish_items', 'nothing-selected'),
    desk('/operator/bulk/new?act=none', 'missing', 404),
  ],
  '/operator/bulk/:run': [
    desk(({ desk: { bulkRun } }) => `/operator/bulk/${bulkRun}`),
    desk('/operator/bulk/none', 'missing', 404),
  ],
  '/operator/find': [
    desk('/operator/find'),
    desk('/operator/find?q=store', 'found'),
    desk('/operator/find?q=qxzvwk', 'nothing-found'),
  ],
  '/operator/search': [
    desk('/operator/search'),
    desk('/operator/search?q=gift+card+zzz&market=app&language=en', 'tested'),
  ],
  '/operator/synonyms': [
    desk('/operator/synonyms'),
    desk('/operator/synonyms?q=zzzz', 'nothing-found'),
  ],
  '/operator/synonyms/:group': [
    desk('/operator/synonyms/syn_00000000000000000001'),
    desk('/operator/synonyms/new?term=hediye&language=tr', 'new'),
    desk('/operator/synonyms/none', 'missing', 404),
  ],
  '/operator/goals': [desk('/operator/goals')],
  '/operator/goals/:goal': [
    desk('/operator/goals/goal_00000000000000000001'),
    desk('/operator/goals/new', 'new'),
  ],
  '/operator/bundles': [desk('/operator/bundles')],
  '/operator/bundles/:bundle': [
    desk('/operator/bundles/new', 'new'),
    desk('/operator/bundles/none', 'missing', 404),
  ],
  '/operator/home-page': [
    desk('/operator/home-page'),
    desk('/operator/home-page?market=theme&width=phone&on=2030-01-01T12:00', 'themes-as-on'),
  ],
  '/operator/shelves': [desk('/operator/shelves')],
  '/operator/shelves/categories/:category': [
    desk((states) => `/operator/shelves/categories/${states.desk.category}`),
  ],
  '/operator/shelves/collections/:collection': [
    desk((states) => `/operator/shelves/collections/${states.desk.collection}`),
  ],
  '/operator/shelves/banners/:banner': [
    desk((states) => `/operator/shelves/banners/${states.desk.banner}`),
  ],
  '/operator/statements': [desk('/operator/statements')],
  '/operator/statements/:statement': [desk('/operator/statements/none', 'missing', 404)],
  '/operator/orders': [desk('/operator/orders')],
  '/operator/orders/:order': [desk((states) => `/operator/orders/${states.paidOrder}`)],
  '/operator/orders/:order/refund': [
    desk((states) => `/operator/orders/${states.paidOrder}/refund`),
    desk(
      (states) => `/operator/orders/${states.paidOrder}/refund?size=part&amount=9999999`,
      'too-much',
    ),
  ],
  '/operator/documents': [
    desk('/operator/documents'),
    desk('/operator/documents?store=none', 'nothing-found'),
  ],
  '/operator/installations/:installation': [
    desk((states) => `/operator/installations/${states.desk.installation}`),
    desk('/operator/installations/none', 'missing', 404),
  ],
  '/operator/subscriptions': [
    desk('/operator/subscriptions'),
    desk('/operator/subscriptions?q=nobody.example', 'nothing-found'),
  ],
  '/operator/subscriptions/:subscription': [
    ...(['active', 'due', 'paused', 'by-use', 'pending', 'ended-unpaid', 'owed'] as const).map(
      (state) =>
        desk(
          (states) => `/operator/subscriptions/${states.subscriptions[state]}`,
          state === 'active' ? 'page' : state,
        ),
    ),
    desk('/operator/subscriptions/none', 'missing', 404),
  ],
  '/operator/tax-report': [desk('/operator/tax-report')],
  '/operator/coupons': [desk('/operator/coupons')],
  '/operator/currencies': [
    desk('/operator/currencies?currency=TRY'),
    {
      ...desk('/operator/currencies?currency=TRY', 'rate-far-off'),
      press: () => ({
        type: { per_euro: '4.9', day: new Date().toISOString().slice(0, 10) },
        on: 'form:has([name=per_euro]) [type=submit]',
        until: '[name=confirmed]',
      }),
    },
  ],
  '/operator/tax': [desk('/operator/tax')],
  '/operator/shares': [desk('/operator/shares')],
  '/operator/earnings': [desk('/operator/earnings')],
  '/operator/earnings/:statement': [desk('/operator/earnings/none', 'missing', 404)],
  '/operator/payouts': [
    desk('/operator/payouts'),
    desk('/operator/payouts?currency=EUR', 'nothing-found'),
  ],
  '/operator/payouts/partners': [desk('/operator/payouts/partners')],
  '/operator/payouts/partners/:partner': [
    desk((states) => `/operator/payouts/partners/${states.desk.partner}`),
  ],
  '/operator/payouts/:batch': [
    desk((states) => `/operator/payouts/${states.desk.batch}`),
    desk('/operator/payouts/none', 'missing', 404),
  ],
  '/operator/books': [desk('/operator/books')],
  '/operator/reviews': [
    desk('/operator/reviews'),
    desk('/operator/reviews?state=hidden', 'nothing-found'),
  ],
  '/operator/reviews/:review': [desk('/operator/reviews/none', 'missing', 404)],
  '/operator/messages': [
    desk('/operator/messages'),
    desk('/operator/messages?email=nobody@example.com', 'nothing-found'),
  ],
  '/operator/messages/:message': [desk('/operator/messages/none', 'missing', 404)],
  '/operator/newsletter': [desk('/operator/newsletter')],
  '/operator/texts': [desk('/operator/texts')],
  '/operator/texts/:text': [
    desk('/operator/texts/legal.cookies'),
    desk('/operator/texts/legal.terms?view=preview', 'preview'),
  ],
  '/operator/settings': [desk('/operator/settings')],
  '/operator/jobs': [desk('/operator/jobs')],
  '/operator/platforms': [desk('/operator/platforms')],
  '/operator/platforms/new': [desk('/operator/platforms/new')],
  '/operator/platforms/:platform': [
    desk('/operator/platforms/1'),
    desk('/operator/platforms/99', 'missing', 404),
  ],
  '/operator/platforms/:platform/setup': [
    'look',
    'addresses',
    'money',
    'keys',
    'checks',
    'handover',
    'open',
  ].map((step) => desk(`/operator/platforms/1/setup?step=${step}`, step)),
  '/operator/protocol': [desk('/operator/protocol')],
  '/operator/platforms/:platform/report': [desk('/operator/platforms/1/report?version=9.0.0')],
  '/partner/:partner/platforms': [desk(partner('/platforms?platform=1&version=9.0.0'))],
  '/operator/rollouts': [desk('/operator/rollouts')],
  '/operator/queue': [desk('/operator/queue')],
  '/operator/queue/:submission': [
    desk((states) => `/operator/queue/${states.desk.submission}`),
    desk((states) => `/operator/queue/${states.desk.submission}?width=phone&view=after`, 'phone'),
    desk('/operator/queue/none', 'missing', 404),
  ],
  '/operator/applications': [
    desk('/operator/applications'),
    desk('/operator/applications?state=declined', 'nothing-found'),
  ],
  '/operator/applications/:application': [
    desk(({ desk: { application } }) => `/operator/applications/${application.id}`),
    desk('/operator/applications/none', 'missing', 404),
  ],
  '/operator/partners': [desk('/operator/partners')],
  '/operator/partners/:partner': [
    desk(({ desk: { partner } }) => `/operator/partners/${partner}`),
    desk('/operator/partners/par_none', 'missing', 404),
  ],
  '/operator/stores': [desk('/operator/stores')],
  '/operator/stores/:store': [
    desk((states) => `/operator/stores/${states.desk.store}`),
    ...SILENT_STORES,
  ],
  '/operator/audit': [desk('/operator/audit')],
  '/operator/team': [desk('/operator/team')],
}
