-- Pages below an item (`/delivery-day/reviews`) must not be taken for pages about an item called so (`/install/reviews`) (D3).
update items set slug = slug || '-' || number where slug in ('reviews', 'releases');
alter table items drop constraint items_slug_check;
alter table items add constraint items_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug not in (
  'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status', 'success', 'fail', 'account',
  'api', 'assets', 'partners', 'developers', 'legal', 'install', 'update', 'uninstall', 'connect', 'enter', 'builds',
  'icons', 'pictures', 'docs', 'app', 'theme', 'compare', 'contact', 'share', 'preview', 'sitemap', 'robots', 'health',
  'console', 'partner', 'operator', 'loader', 'webhooks', 'favicon', 'reviews', 'releases'));
