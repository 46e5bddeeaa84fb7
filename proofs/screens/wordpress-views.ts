import type { Press } from './inspect-screen.ts'
import type { States } from './states.ts'
import type { View } from './views.ts'
import type { SiteOwner } from './wordpress-market.ts'

/**
 * Screens that only a market of WordPress sites has (D4): connecting one, a move, a copy, one that
 * is gone.
 */
const connect = (state: string, person?: SiteOwner, press?: Press): View => ({
  state,
  site: 'wordpress',
  path: '/connect/wordpress',
  ...(person && { person }),
  ...(press && { press: () => press }),
})
const own = (state: string, person: SiteOwner, press?: Press): View => ({
  ...connect(state, person, press),
  path: '/account/wordpress',
})

export const CONNECT_WORDPRESS: readonly View[] = [
  connect('address'),
  connect('mistyped', undefined, {
    type: { address: 'ayse@shop.example' },
    on: 'form:has([name=address]) [type=submit]',
    until: '[aria-invalid=true]',
  }),
  { ...connect('no-such-approval'), path: '/connect/wordpress?said=over' },
  connect('unreached', 'wp-unreached'),
  connect('plugin', 'wp-plugin'),
  connect('plugin-still-missing', 'wp-plugin', {
    on: 'form:has([value=look]) [type=submit]',
    until: '[role=alert]',
  }),
  connect('old-plugin', 'wp-old-plugin'),
  connect('approval', 'wp-approval'),
  connect('refused-replaces', 'wp-refused'),
  connect('approval-of-move', 'wp-moving'),
  connect('choice', 'wp-choice'),
  connect('original-silent', 'wp-original-silent'),
  connect('proof', 'wp-proof'),
  connect('code', 'wp-code'),
  connect('code-mistyped', 'wp-code', {
    type: { code: '12' },
    on: 'form:has([name=code]) [type=submit]',
    until: '[aria-invalid=true]',
  }),
  connect('code-too-soon', 'wp-code', { on: 'form:has([value=send])', until: '[role=alert]' }),
  connect('proof-in-wordpress', 'wp-approving'),
  connect('no-proof', 'wp-unproved'),
]

export const OWN_WORDPRESS: readonly View[] = [
  own('works', 'wp-site'),
  own('move-mistyped', 'wp-site', {
    type: { address: 'ayse@shop.example' },
    on: '[name=do][value=move]',
    until: '[aria-invalid=true]',
  }),
  own('leave-open', 'wp-site', { on: '#leave summary', until: '#leave details[open]' }),
  own('moved', 'wp-moved'),
  own('silent', 'wp-silent'),
  own('gone', 'wp-gone'),
  own('gone-open', 'wp-gone', { on: '#forget summary', until: '#forget details[open]' }),
]

const store = (
  state: string,
  of: (states: States, locale: string) => { id: string; domain: string } | undefined,
  typed?: (domain: string) => string,
): View => ({
  state,
  site: 'wordpress-console',
  person: 'wp-operator',
  path: (states, locale) => `/operator/stores/${of(states, locale)?.id}`,
  ...(typed && {
    press: (states, locale) => ({
      type: { domain: typed(of(states, locale)?.domain ?? '') },
      on: 'form:has([value=forget]) [type=submit]',
      until: ':is([aria-invalid=true], [role=alert])',
    }),
  }),
})

/**
 * At the console: support gives a site up. Each language has a store of its own, for it is done
 * once.
 */
export const SILENT_STORES: readonly View[] = [
  store('wordpress-silent', ({ sites }) => sites.silent),
  store('wordpress-gone', ({ sites }) => sites.gone),
  store(
    'wordpress-gone-mistyped',
    ({ sites }) => sites.gone,
    (domain) => `${domain}x`,
  ),
  store(
    'wordpress-given-up',
    ({ sites }, locale) => sites[locale],
    (domain) => domain,
  ),
]
