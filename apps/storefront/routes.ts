import {
  index,
  layout,
  prefix,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from '@react-router/dev/routes'

// All screens (specification 2, D21): path, screen, layout and guard. A screen of both site and
// frame is one file with two ids.
/**
 * Only canonical paths exist (`lib/page-address.ts`); make the router match them exactly, in the
 * browser too.
 */
const inOneForm = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children && { children: inOneForm(entry.children) }),
  }))

export default inOneForm([
  layout('layouts/site.tsx', { id: 'site' }, [
    layout('guards/domain-check.ts', { id: 'site-open' }, [
      index('screens/home.tsx', { id: 'home' }),
      route('list', 'screens/list.tsx', { id: 'list' }),
      route('search', 'screens/list.tsx', { id: 'search' }),
      route('compare', 'screens/compare.tsx', { id: 'compare' }),
      route(':slug', 'screens/detail.tsx', { id: 'detail' }),
      route(':slug/releases', 'screens/releases.tsx', { id: 'releases' }),
      route(':slug/reviews', 'screens/reviews.tsx', { id: 'reviews' }),
    ]),
    route('enter/:handle', 'screens/enter.tsx', { id: 'enter' }),
    route('connect', 'screens/connect.tsx', { id: 'connect' }),
    route('connect/site', 'screens/connect-site.tsx', { id: 'connect-site' }),
    route('connect/wordpress', 'screens/connect-wordpress.tsx', { id: 'connect-wordpress' }),
    route('connect/wordpress/open', 'screens/approve-wordpress.ts', { id: 'approve-wordpress' }),
    route('connect/wordpress/answer', 'screens/wordpress-answer.ts', { id: 'wordpress-answer' }),
    route('authorize', 'screens/authorize.tsx', { id: 'authorize' }),
    route('contact', 'screens/contact.tsx', { id: 'contact' }),
    route('contact/:reply_token', 'screens/contact-again.tsx', { id: 'contact-again' }),
    route('newsletter', 'screens/newsletter.tsx', { id: 'newsletter' }),
    route('newsletter/:approve_token', 'screens/newsletter-approve.tsx', {
      id: 'newsletter-approve',
    }),
    route('newsletter/unsubscribe/:token', 'screens/newsletter-unsubscribe.tsx', {
      id: 'newsletter-leave',
    }),
    route('partners', 'screens/article.tsx', { id: 'partners' }),
    route('developers', 'screens/article.tsx', { id: 'developers' }),
    route('developers/:developer', 'screens/developer.tsx', { id: 'developer' }),
    route('legal', 'screens/article.tsx', { id: 'legal' }),
    route('legal/:page', 'screens/article.tsx', { id: 'legal-page' }),
    layout('guards/auth-required.ts', { id: 'site-signed-in' }, [
      route('install/:slug', 'screens/install.tsx', { id: 'install' }),
      route('update/:slug', 'screens/update.tsx', { id: 'update' }),
      route('uninstall/:slug', 'screens/uninstall.tsx', { id: 'uninstall' }),
      route('subscribe/:slug', 'screens/subscribe.tsx', { id: 'subscribe' }),
      route('account', 'screens/account.tsx', { id: 'account' }),
      route('account/installed', 'screens/installed.tsx', { id: 'installed' }),
      route('account/site', 'screens/own-site.tsx', { id: 'own-site' }),
      route('account/site/open', 'screens/open-site.ts', { id: 'open-site' }),
      route('account/wordpress', 'screens/own-wordpress.tsx', { id: 'own-wordpress' }),
      route('account/site-notice', 'screens/site-notice.ts', { id: 'site-notice' }),
      route('account/updates', 'screens/updates.tsx', { id: 'updates' }),
      route('account/orders', 'screens/orders.tsx', { id: 'orders' }),
      route('account/orders/:number', 'screens/order.tsx', { id: 'order' }),
      route('account/subscriptions', 'screens/subscriptions.tsx', { id: 'subscriptions' }),
      route('account/subscriptions/:id', 'screens/subscription.tsx', { id: 'subscription' }),
      route('account/subscriptions/:id/pay', 'screens/pay-subscription.ts', {
        id: 'pay-subscription',
      }),

      route('account/addresses', 'screens/addresses.tsx', { id: 'addresses' }),
      route('account/status', 'screens/notices.tsx', { id: 'notices' }),
      route('account/support', 'screens/messages.tsx', { id: 'messages' }),
      route('account/support/help/:slug', 'screens/help.tsx', { id: 'help' }),
      route('account/support/:message', 'screens/thread.tsx', { id: 'thread' }),
      route('account/apps/:slug', 'screens/open-app.ts', { id: 'open-app' }),
      route('account/cards', 'screens/cards.tsx', { id: 'cards' }),
      route('account/reviews', 'screens/decisions.tsx', { id: 'decisions' }),
      route('account/scripts', 'screens/scripts.tsx', { id: 'scripts' }),
      route('account/installed/:slug', 'screens/installation.tsx', { id: 'installation' }),
      route('account/installed/:slug/theme', 'screens/make-live.tsx', { id: 'make-live' }),
      route('account/installed/:slug/settings', 'screens/settings.tsx', { id: 'settings' }),
      route('account/ask/:slug', 'screens/ask.tsx', { id: 'ask' }),
      route('account/rights/:slug', 'screens/rights.tsx', { id: 'rights' }),
    ]),
  ]),
  layout('layouts/checkout.tsx', { id: 'site-checkout' }, [
    layout('guards/auth-required.ts', { id: 'checkout-signed-in' }, [
      route('checkout/:slug', 'screens/checkout.tsx', { id: 'checkout' }),
      route('checkout/subscriptions/:id', 'screens/agree.tsx', { id: 'agree' }),
      route('checkout/subscribe/:slug', 'screens/agree.tsx', { id: 'agree-trial' }),
    ]),
  ]),
  layout('layouts/preview.tsx', { id: 'site-preview' }, [
    layout('guards/domain-check.ts', { id: 'preview-open' }, [
      route('preview/:slug', 'screens/preview.tsx', { id: 'preview' }),
    ]),
    route('share/:token', 'screens/shared-preview.tsx', { id: 'shared-preview' }),
  ]),
  ...prefix('market', [
    layout('layouts/frame.tsx', { id: 'frame' }, [
      layout('guards/auth-required.ts', { id: 'frame-signed-in' }, [
        index('screens/home.tsx', { id: 'market-home' }),
        route('list', 'screens/list.tsx', { id: 'market-list' }),
        route('search', 'screens/list.tsx', { id: 'market-search' }),
        route('compare', 'screens/compare.tsx', { id: 'market-compare' }),
        route('installed', 'screens/installed.tsx', { id: 'market-installed' }),
        route('updates', 'screens/updates.tsx', { id: 'market-updates' }),
        route('orders', 'screens/orders.tsx', { id: 'market-orders' }),
        route('orders/:number', 'screens/order.tsx', { id: 'market-order' }),
        route('subscriptions', 'screens/subscriptions.tsx', { id: 'market-subscriptions' }),
        route('subscriptions/:id', 'screens/subscription.tsx', { id: 'market-subscription' }),
        route('subscriptions/:id/pay', 'screens/pay-subscription.ts', {
          id: 'market-pay-subscription',
        }),
        route('addresses', 'screens/addresses.tsx', { id: 'market-addresses' }),
        route('status', 'screens/notices.tsx', { id: 'market-notices' }),
        route('support', 'screens/messages.tsx', { id: 'market-messages' }),
        route('support/help/:slug', 'screens/help.tsx', { id: 'market-help' }),
        route('support/:message', 'screens/thread.tsx', { id: 'market-thread' }),
        route('cards', 'screens/cards.tsx', { id: 'market-cards' }),
        route('reviews', 'screens/decisions.tsx', { id: 'market-decisions' }),
        route('scripts', 'screens/scripts.tsx', { id: 'market-scripts' }),
        route('site-notice', 'screens/site-notice.ts', { id: 'market-site-notice' }),
        route('installed/:slug', 'screens/installation.tsx', { id: 'market-installation' }),
        route('installed/:slug/theme', 'screens/make-live.tsx', { id: 'market-make-live' }),
        route('installed/:slug/settings', 'screens/settings.tsx', { id: 'market-settings' }),
        route('ask/:slug', 'screens/ask.tsx', { id: 'market-ask' }),
        route('rights/:slug', 'screens/rights.tsx', { id: 'market-rights' }),
        route('install/:slug', 'screens/install.tsx', { id: 'market-install' }),
        route('update/:slug', 'screens/update.tsx', { id: 'market-update' }),
        route('uninstall/:slug', 'screens/uninstall.tsx', { id: 'market-uninstall' }),
        route('subscribe/:slug', 'screens/subscribe.tsx', { id: 'market-subscribe' }),
        route('checkout/:slug', 'screens/checkout.tsx', { id: 'market-checkout' }),
        route('contact', 'screens/contact.tsx', { id: 'market-contact' }),
        route('developers/:developer', 'screens/developer.tsx', { id: 'market-developer' }),
        route('preview/:slug', 'screens/preview.tsx', { id: 'market-preview' }),
        route(':slug', 'screens/detail.tsx', { id: 'market-detail' }),
        route(':slug/releases', 'screens/releases.tsx', { id: 'market-releases' }),
        route(':slug/reviews', 'screens/reviews.tsx', { id: 'market-reviews' }),
      ]),
    ]),
    route('checkout/success', 'screens/checkout-result.tsx', { id: 'market-success' }),
    route('checkout/fail', 'screens/checkout-result.tsx', { id: 'market-fail' }),
  ]),
  route('checkout/success', 'screens/checkout-result.tsx', { id: 'success' }),
  route('checkout/fail', 'screens/checkout-result.tsx', { id: 'fail' }),
  route('_ui', 'screens/showcase.tsx', { id: 'showcase' }),
  route('*', 'screens/not-found.tsx', { id: 'not-found' }),
]) satisfies RouteConfig
