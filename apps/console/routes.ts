import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** A route that responds with a file; `screens/downloads.ts` selects it by path. */
const download = (id: string, path: string) => route(path, 'screens/downloads.ts', { id })

// All screens of the console: path, screen and layout.
export default [
  layout('layouts/signed-out.tsx', { id: 'signed-out' }, [
    index('screens/start.ts', { id: 'start' }),
    route('sign-in', 'screens/sign-in.tsx', { id: 'sign-in' }),
    route('sign-in/openid', 'screens/sign-in-openid.tsx', { id: 'sign-in-openid' }),
    route('sign-in/code', 'screens/sign-in-code.tsx', { id: 'sign-in-code' }),
    route('recovery', 'screens/recovery.tsx', { id: 'recovery' }),
    route('recovery/:token', 'screens/new-password.tsx', { id: 'new-password' }),
    route('email-check/:token', 'screens/email-check.tsx', { id: 'email-check' }),
    route('mail-check/:token', 'screens/partner-mail-check.tsx', { id: 'partner-mail-check' }),
    route('invitation/:token', 'screens/invitation.tsx', { id: 'invitation' }),
    route('apply', 'screens/apply.tsx', { id: 'apply' }),
    route('apply/:token', 'screens/application.tsx', { id: 'application' }),
    route('first/:token', 'screens/first-operator.tsx', { id: 'first-operator' }),
    route('nowhere', 'screens/no-access.tsx', { id: 'nowhere' }),
  ]),
  layout('layouts/signed-in.tsx', { id: 'desk' }, [
    route('account', 'screens/account.tsx', { id: 'account' }),
    route('partner', 'screens/partner.ts', { id: 'partner' }),
    route('partner/:partner', 'screens/partner-home.tsx', { id: 'partner-home' }),
    route('partner/:partner/messages', 'screens/partner-messages.tsx', { id: 'partner-messages' }),
    route('partner/:partner/messages/answers', 'screens/partner-answers.tsx', {
      id: 'partner-answers',
    }),
    route('partner/:partner/messages/:message', 'screens/partner-message.tsx', {
      id: 'partner-message',
    }),
    route('partner/:partner/feed', 'screens/partner-feed.tsx', { id: 'partner-feed' }),
    route('partner/:partner/profile', 'screens/partner-profile.tsx', { id: 'partner-profile' }),
    route('partner/:partner/figures', 'screens/partner-analytics.tsx', { id: 'partner-figures' }),
    route('partner/:partner/subscriptions', 'screens/partner-subscriptions.tsx', {
      id: 'partner-subscriptions',
    }),
    route('partner/:partner/statements', 'screens/partner-statements.tsx', {
      id: 'partner-statements',
    }),
    route('partner/:partner/statements/:statement', 'screens/partner-statement.tsx', {
      id: 'partner-statement',
    }),
    route('partner/:partner/earnings', 'screens/partner-earnings.tsx', { id: 'partner-earnings' }),
    route('partner/:partner/earnings/:statement', 'screens/partner-earnings-statement.tsx', {
      id: 'partner-earnings-statement',
    }),
    route('partner/:partner/payouts', 'screens/partner-payouts.tsx', { id: 'partner-payouts' }),
    route('partner/:partner/test-stores', 'screens/partner-test-stores.tsx', {
      id: 'partner-test-stores',
    }),
    route('partner/:partner/test-stores/:store', 'screens/partner-test-store.tsx', {
      id: 'partner-test-store',
    }),
    route('partner/:partner/command-line', 'screens/partner-command-line.tsx', {
      id: 'partner-command-line',
    }),
    route('partner/:partner/tokens', 'screens/partner-tokens.tsx', { id: 'partner-tokens' }),
    route('partner/:partner/items/new', 'screens/partner-item-new.tsx', { id: 'partner-item-new' }),
    route('partner/:partner/items/:item', 'screens/partner-item.tsx', { id: 'partner-item' }, [
      index('screens/partner-item-listing.tsx', { id: 'partner-item-listing' }),
      route('pictures', 'screens/partner-item-pictures.tsx', { id: 'partner-item-pictures' }),
      route('plans', 'screens/partner-item-plans.tsx', { id: 'partner-item-plans' }),
      route('offers', 'screens/partner-item-offers.tsx', { id: 'partner-item-offers' }),
      route('coupons', 'screens/partner-item-coupons.tsx', { id: 'partner-item-coupons' }),
      route('releases', 'screens/partner-releases.tsx', { id: 'partner-releases' }),
      route('visibility', 'screens/partner-item-visibility.tsx', {
        id: 'partner-item-visibility',
      }),
      route('health', 'screens/partner-item-health.tsx', { id: 'partner-item-health' }),
      route('figures', 'screens/item-analytics.tsx', { id: 'item-figures' }),
      route('webhooks', 'screens/partner-webhooks.tsx', { id: 'partner-webhooks' }),
      route('webhooks/replay', 'screens/partner-webhook-replay.tsx', {
        id: 'partner-webhook-replay',
      }),
      route('webhooks/:message', 'screens/partner-webhook.tsx', { id: 'partner-webhook' }),
    ]),
    route(
      'partner/:partner/items/:item/submissions/:submission',
      'screens/partner-submission.tsx',
      { id: 'partner-submission' },
    ),
    route('partner/:partner/reviews', 'screens/partner-reviews.tsx', { id: 'partner-reviews' }),
    route('partner/:partner/platforms', 'screens/partner-platforms.tsx', {
      id: 'partner-platforms',
    }),
    route('partner/:partner/team', 'screens/partner-team.tsx', { id: 'partner-team' }),
    route('operator', 'screens/operator-home.tsx', { id: 'operator-home' }),
    route('operator/inbox', 'screens/operator-inbox.tsx', { id: 'operator-inbox' }),
    route('operator/inbox/summary', 'screens/operator-inbox-summary.tsx', {
      id: 'operator-inbox-summary',
    }),
    route('operator/items', 'screens/operator-items.tsx', { id: 'operator-items' }),
    route('operator/installations/:installation', 'screens/operator-installation.tsx', {
      id: 'operator-installation',
    }),
    route('operator/items/:item', 'screens/operator-item.tsx', { id: 'operator-item' }),
    route('operator/items/:item/decide', 'screens/operator-decision.tsx', {
      id: 'operator-decision',
    }),
    route('operator/items/:item/stores', 'screens/operator-item-stores.tsx', {
      id: 'operator-item-stores',
    }),
    route('operator/views', 'screens/operator-views.tsx', { id: 'operator-views' }),
    route('operator/exports', 'screens/operator-exports.tsx', { id: 'operator-exports' }),
    route('operator/bulk', 'screens/operator-bulk.tsx', { id: 'operator-bulk' }),
    route('operator/bulk/new', 'screens/operator-bulk-new.tsx', { id: 'operator-bulk-new' }),
    route('operator/bulk/:run', 'screens/operator-bulk-run.tsx', { id: 'operator-bulk-run' }),
    route('operator/find', 'screens/operator-find.tsx', { id: 'operator-find' }),
    route('operator/search', 'screens/operator-search.tsx', { id: 'operator-search' }),
    route('operator/synonyms', 'screens/operator-synonyms.tsx', { id: 'operator-synonyms' }),
    route('operator/synonyms/:group', 'screens/operator-synonym-group.tsx', {
      id: 'operator-synonym-group',
    }),
    route('operator/goals', 'screens/operator-goals.tsx', { id: 'operator-goals' }),
    route('operator/goals/:goal', 'screens/operator-goal.tsx', { id: 'operator-goal' }),
    route('operator/bundles', 'screens/operator-bundles.tsx', { id: 'operator-bundles' }),
    route('operator/bundles/:bundle', 'screens/operator-bundle.tsx', { id: 'operator-bundle' }),
    route('operator/home-page', 'screens/operator-home-page.tsx', { id: 'operator-home-page' }),
    route('operator/shelves', 'screens/operator-merchandising.tsx', { id: 'operator-shelves' }),
    route('operator/shelves/categories/:category', 'screens/operator-category.tsx', {
      id: 'operator-category',
    }),
    route('operator/shelves/collections/:collection', 'screens/operator-collection.tsx', {
      id: 'operator-collection',
    }),
    route('operator/shelves/banners/:banner', 'screens/operator-banner.tsx', {
      id: 'operator-banner',
    }),
    route('operator/statements', 'screens/operator-statements.tsx', { id: 'operator-statements' }),
    route('operator/statements/:statement', 'screens/operator-statement.tsx', {
      id: 'operator-statement',
    }),
    route('operator/orders', 'screens/operator-orders.tsx', { id: 'operator-orders' }),
    route('operator/orders/:order', 'screens/operator-order.tsx', { id: 'operator-order' }, [
      route('refund', 'screens/operator-refund.tsx', { id: 'operator-refund' }),
    ]),
    route('operator/documents', 'screens/operator-documents.tsx', { id: 'operator-documents' }),
    route('operator/subscriptions', 'screens/operator-subscriptions.tsx', {
      id: 'operator-subscriptions',
    }),
    route('operator/subscriptions/:subscription', 'screens/operator-subscription.tsx', {
      id: 'operator-subscription',
    }),
    route('operator/tax-report', 'screens/operator-tax-report.tsx', { id: 'operator-tax-report' }),
    route('operator/coupons', 'screens/operator-coupons.tsx', { id: 'operator-coupons' }),
    route('operator/currencies', 'screens/operator-currencies.tsx', {
      id: 'operator-currencies',
    }),
    route('operator/tax', 'screens/operator-tax.tsx', { id: 'operator-tax' }),
    route('operator/shares', 'screens/operator-shares.tsx', { id: 'operator-shares' }),
    route('operator/earnings', 'screens/operator-earnings.tsx', { id: 'operator-earnings' }),
    route('operator/earnings/:statement', 'screens/operator-earnings-statement.tsx', {
      id: 'operator-earnings-statement',
    }),
    route('operator/payouts', 'screens/operator-payouts.tsx', { id: 'operator-payouts' }),
    route('operator/payouts/partners', 'screens/operator-payout-partners.tsx', {
      id: 'operator-payout-partners',
    }),
    route('operator/payouts/partners/:partner', 'screens/operator-payout-partner.tsx', {
      id: 'operator-payout-partner',
    }),
    route('operator/payouts/:batch', 'screens/operator-payout-batch.tsx', {
      id: 'operator-payout-batch',
    }),
    route('operator/books', 'screens/operator-reconciliation.tsx', { id: 'operator-books' }),
    route('operator/reviews', 'screens/operator-reviews.tsx', { id: 'operator-reviews' }),
    route('operator/reviews/:review', 'screens/operator-store-review.tsx', {
      id: 'operator-store-review',
    }),
    route('operator/messages', 'screens/operator-messages.tsx', { id: 'operator-messages' }),
    route('operator/messages/:message', 'screens/operator-message.tsx', { id: 'operator-message' }),
    route('operator/newsletter', 'screens/operator-newsletter.tsx', { id: 'operator-newsletter' }),
    route('operator/texts', 'screens/operator-texts.tsx', { id: 'operator-texts' }),
    route('operator/texts/:text', 'screens/operator-text.tsx', { id: 'operator-text' }),
    route('operator/settings', 'screens/operator-settings.tsx', { id: 'operator-settings' }),
    route('operator/jobs', 'screens/operator-jobs.tsx', { id: 'operator-jobs' }),
    route('operator/platforms', 'screens/operator-platforms.tsx', { id: 'operator-platforms' }),
    route('operator/platforms/new', 'screens/operator-platform-new.tsx', {
      id: 'operator-platform-new',
    }),
    route('operator/platforms/:platform', 'screens/operator-platform.tsx', {
      id: 'operator-platform',
    }),
    route('operator/platforms/:platform/setup', 'screens/operator-platform-setup.tsx', {
      id: 'operator-platform-setup',
    }),
    route('operator/protocol', 'screens/operator-protocol.tsx', { id: 'operator-protocol' }),
    route('operator/platforms/:platform/report', 'screens/operator-platform-report.tsx', {
      id: 'operator-platform-report',
    }),
    route('operator/rollouts', 'screens/operator-rollouts.tsx', { id: 'operator-rollouts' }),
    route('operator/queue', 'screens/operator-queue.tsx', { id: 'operator-queue' }),
    route('operator/queue/:submission', 'screens/operator-review.tsx', { id: 'operator-review' }),
    route('operator/applications', 'screens/operator-applications.tsx', {
      id: 'operator-applications',
    }),
    route('operator/applications/:application', 'screens/operator-application.tsx', {
      id: 'operator-application',
    }),
    route('operator/partners', 'screens/operator-partners.tsx', { id: 'operator-partners' }),
    route('operator/partners/:partner', 'screens/operator-partner.tsx', { id: 'operator-partner' }),
    route('operator/stores', 'screens/operator-stores.tsx', { id: 'operator-stores' }),
    route('operator/stores/:store', 'screens/operator-store.tsx', { id: 'operator-store' }),
    route('operator/figures', 'screens/operator-analytics.tsx', { id: 'operator-figures' }),
    route('operator/audit', 'screens/operator-audit.tsx', { id: 'operator-audit' }),
    route('operator/team', 'screens/operator-team.tsx', { id: 'operator-team' }),
  ]),
  download('operator-store-data-file', 'operator/stores/:store/data/:request/file'),
  download('operator-export-file', 'operator/exports/:export/file'),
  download('operator-platform-report-csv', 'operator/platforms/:platform/report.csv'),
  download('partner-platforms-csv', 'partner/:partner/platforms/:platform/report.csv'),
  download('operator-newsletter-export', 'operator/newsletter/export'),
  download('partner-figures-csv', 'partner/:partner/figures.csv'),
  download('item-figures-csv', 'partner/:partner/items/:item/figures.csv'),
  download('partner-earnings-file', 'partner/:partner/earnings/:statement/file'),
  download('operator-earnings-file', 'operator/earnings/:statement/file'),
  download('operator-payout-file', 'operator/payouts/:batch/file'),
  download('operator-figures-csv', 'operator/figures.csv'),
  download('operator-tax-report-csv', 'operator/tax-report.csv'),
  download('operator-reverse-charge-csv', 'operator/reverse-charge.csv'),
  download('operator-order-document', 'operator/orders/:order/documents/:document'),
  download('operator-review-picture', 'operator/queue/:submission/pictures/:moment'),
  route('sign-out', 'screens/sign-out.ts', { id: 'sign-out' }),
  route('*', 'screens/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfig
