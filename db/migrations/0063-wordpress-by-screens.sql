-- A WordPress site is connected by its owner (D4, D6): what one browser asked for, what was found there, and the one answer of WordPress's consent page that is waited for.

create table wordpress_claims (
  id text primary key,
  -- of the secret that the browser keeps in a cookie
  handle_hash bytea not null unique,
  domain text not null,
  next_path text not null,
  locale text not null,
  -- origin of the site as it names itself; null until a WordPress was found
  url text,
  -- its page that asks the owner; null while the site is not ready for it
  consent_url text check (consent_url is null or url is not null),
  -- why it is not ready, or what came of the last answer
  failure text,
  looked_at timestamptz not null,
  -- of the secret that only the answer to the last question carries; gone with the first that brings it
  state_hash bytea,
  state_until timestamptz,
  -- whose session ends by the answer
  replaces text,
  expires_at timestamptz not null,
  check ((state_hash is null) = (state_until is null))
);
create index wordpress_claims_expiry on wordpress_claims (expires_at);

create table wordpress_sites (
  store_id text primary key references stores,
  -- the user of WordPress who approved it
  approved_by text not null,
  connected_at timestamptz not null,
  -- what the last look found
  looked_at timestamptz not null,
  failure text,
  facts jsonb not null default '{}',
  -- its owner has disconnected it; the keys are given back when everything is off
  leaving_at timestamptz,
  left_at timestamptz,
  check (left_at is null or leaving_at is not null)
);
create index wordpress_sites_leaving on wordpress_sites (leaving_at) where leaving_at is not null and left_at is null;

-- New fixed parts of addresses of ours (D3).
alter table items drop constraint items_slug_check;
update items set slug = slug || '-' || number where slug in ('wordpress', 'answer');
alter table items add constraint items_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug not in (
  'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status', 'success', 'fail',
  'account', 'api', 'assets', 'partners', 'developers', 'legal', 'install', 'update', 'uninstall', 'connect', 'enter',
  'builds', 'icons', 'pictures', 'docs', 'app', 'theme', 'compare', 'contact', 'share', 'preview', 'sitemap',
  'robots', 'health', 'console', 'partner', 'operator', 'loader', 'webhooks', 'favicon', 'reviews', 'releases',
  'installed', 'updates', 'orders', 'addresses', 'cards', 'site-notice', 'unsubscribe',
  'apps', 'themes', 'categories', 'collections', 'about', 'help',
  'support', 'terms', 'privacy', 'cookies', 'refunds', 'invoices', 'receipts', 'coupons', 'settings',
  'sign-in', 'sign-out', 'rights', 'scripts', 'authorize', 'connections', 'site', 'open', 'wordpress', 'answer'));
