-- What apps may do on a store by way of its web services, and what of it the owner took back.

-- New fixed parts of addresses of ours (D3).
alter table items drop constraint items_slug_check;
update items set slug = slug || '-' || number where slug in (
  'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status', 'success', 'fail',
  'account', 'api', 'assets', 'partners', 'developers', 'legal', 'install', 'update', 'uninstall', 'connect', 'enter',
  'builds', 'icons', 'pictures', 'docs', 'app', 'theme', 'compare', 'contact', 'share', 'preview', 'sitemap',
  'robots', 'health', 'console', 'partner', 'operator', 'loader', 'webhooks', 'favicon', 'reviews', 'releases',
  'installed', 'updates', 'orders', 'addresses', 'cards', 'site-notice', 'unsubscribe',
  'apps', 'themes', 'categories', 'collections', 'about', 'help',
  'support', 'terms', 'privacy', 'cookies', 'refunds', 'invoices', 'receipts', 'coupons', 'settings',
  'sign-in', 'sign-out', 'rights', 'scripts', 'authorize', 'connections');
alter table items add constraint items_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug not in (
  'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status', 'success', 'fail',
  'account', 'api', 'assets', 'partners', 'developers', 'legal', 'install', 'update', 'uninstall', 'connect', 'enter',
  'builds', 'icons', 'pictures', 'docs', 'app', 'theme', 'compare', 'contact', 'share', 'preview', 'sitemap',
  'robots', 'health', 'console', 'partner', 'operator', 'loader', 'webhooks', 'favicon', 'reviews', 'releases',
  'installed', 'updates', 'orders', 'addresses', 'cards', 'site-notice', 'unsubscribe',
  'apps', 'themes', 'categories', 'collections', 'about', 'help',
  'support', 'terms', 'privacy', 'cookies', 'refunds', 'invoices', 'receipts', 'coupons', 'settings',
  'sign-in', 'sign-out', 'rights', 'scripts', 'authorize', 'connections'));

-- Rights of the web-service user that the owner does not want the app to have, whatever its release asks for.
alter table installations add column refused_scopes text[] not null default '{}';

-- The key itself is the platform's and the app's: kept by nobody in between. Here is only when it was asked for, taken and to be renewed.
create table web_service_keys (
  installation_id text primary key references installations,
  -- of the app's last call, before the platform was asked
  asked_at timestamptz,
  taken_at timestamptz,
  -- the owner or the calendar: the one before ends a day later
  renew_asked_at timestamptz
);
create index web_service_keys_age on web_service_keys (taken_at);
