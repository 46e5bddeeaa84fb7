-- "What is missing on my shop": the market reads a few public pages of a store and records what it
-- did not find there (docs/decisions/0070).

create table shop_looks (
  store_id text primary key references stores on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  looked_at timestamptz,
  pages smallint not null default 0 check (pages >= 0),
  check ((looked_at is null) = (pages = 0))
);
comment on table shop_looks is
  'When the pages of a store were read, for what they lack. Deleted 60 days after the last time.';
comment on column shop_looks.asked_at is 'When it was last asked for; weekly at most by itself.';
comment on column shop_looks.due_at is 'Next try; null when it was read or given up.';
comment on column shop_looks.looked_at is 'Null while the shop could not be read.';
create index shop_looks_due on shop_looks (due_at) where due_at is not null;
create index shop_looks_asked on shop_looks (asked_at);

create table shop_findings (
  store_id text not null references shop_looks on delete cascade,
  kind text not null check (kind in ('consent', 'structured_data', 'description', 'alt_texts',
    'contact', 'reviews', 'sitemap', 'search', 'free_delivery', 'delivery_day',
    'picture_viewer')),
  page_url text not null check (char_length(page_url) <= 2000),
  seen smallint not null check (seen >= 1),
  total smallint not null check (total >= seen),
  primary key (store_id, kind)
);
comment on table shop_findings is 'What was not found on the pages of a store when they were read.';
comment on column shop_findings.page_url is 'A page on which it shows.';
comment on column shop_findings.seen is 'Pages or pictures that lack it, out of `total`.';

create table shop_finding_dismissals (
  store_id text not null references stores on delete cascade,
  kind text not null,
  dismissed_at timestamptz not null,
  primary key (store_id, kind)
);
comment on table shop_finding_dismissals is
  'Findings that a store does not want to see again, until it takes that back.';

-- The paths of saved items, findings, requests and shops are no slugs of items (D3). Items that have
-- one keep it.
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
    'open', 'wordpress', 'answer', 'saved', 'missing', 'ask', 'shops')) not valid;
