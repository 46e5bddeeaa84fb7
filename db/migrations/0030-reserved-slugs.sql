-- The paths of subscriptions are no slugs of items (D3). Items that have one keep it.
alter table items drop constraint items_slug_check,
  add constraint items_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug not in (
    'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status',
    'success', 'fail', 'account', 'api', 'assets', 'partners', 'developers', 'legal', 'install',
    'update', 'uninstall', 'subscribe', 'subscriptions', 'pay', 'connect', 'enter', 'builds',
    'icons', 'pictures', 'docs', 'app', 'theme', 'compare', 'contact', 'share', 'preview',
    'sitemap', 'robots', 'health', 'console', 'partner', 'operator', 'loader', 'webhooks',
    'favicon', 'reviews', 'releases', 'installed', 'updates', 'orders', 'addresses', 'cards',
    'site-notice', 'unsubscribe', 'apps', 'themes', 'categories', 'collections', 'about', 'help',
    'support', 'terms', 'privacy', 'cookies', 'refunds', 'invoices', 'receipts', 'coupons',
    'settings', 'sign-in', 'sign-out', 'rights', 'scripts', 'authorize', 'connections', 'site',
    'open', 'wordpress', 'answer')) not valid;
