-- Bundles: items that are sold together for less (docs/decisions/0067).

create table bundles (
  id text primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  market text not null check (market in ('app', 'theme')),
  names jsonb not null,
  texts jsonb not null default '{}',
  percent_off smallint not null check (percent_off between 1 and 90),
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table bundles is
  'Items that operators sell together for less. An order keeps what it was sold as, whatever '
  'happens to the bundle.';
comment on column bundles.percent_off is 'Of the sum of its items'' prices.';
create index bundles_updated on bundles (updated_at desc, id desc);

create table bundle_items (
  bundle_id text not null references bundles on delete cascade,
  position smallint not null check (position between 1 and 8),
  item_id text not null references items,
  plan_id text not null references plans,
  primary key (bundle_id, position),
  unique (bundle_id, item_id)
);
comment on table bundle_items is
  'What is in a bundle. An item or plan that is no longer sold stays, and is left out of what '
  'stores see.';
create index bundle_items_item on bundle_items (item_id);
create index bundle_items_plan on bundle_items (plan_id);

-- Subscriptions have periods, trials and agreements of their own: they are in no bundle.
create function check_bundle_item() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bundles b, items i, plans p
    where b.id = new.bundle_id and i.id = new.item_id and p.id = new.plan_id
      and i.market = b.market and p.item_id = i.id and p.kind in ('free', 'one_time')) then
    raise check_violation using constraint = 'bundle_items_sold_once',
      message = format('plan %s of item %s cannot be in bundle %s', new.plan_id, new.item_id,
        new.bundle_id);
  end if;
  return new;
end $$;
create trigger check_bundle_item
  before insert or update on bundle_items for each row execute function check_bundle_item();

-- Deferred, because a bundle and its items are written one after the other.
create function check_bundle_size() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  if tg_table_name = 'bundles' then
    wanted := new.id;
  elsif tg_op = 'DELETE' then
    wanted := old.bundle_id;
  else
    wanted := new.bundle_id;
  end if;
  if exists (select from bundles where id = wanted and state = 'published')
    and (select count(*) from bundle_items where bundle_id = wanted) < 2 then
    raise check_violation using constraint = 'bundles_two_items',
      message = format('published bundle %s has fewer than two items', wanted);
  end if;
  return null;
end $$;
create constraint trigger bundles_two_items
  after insert or update of state on bundles
  deferrable initially deferred for each row execute function check_bundle_size();
create constraint trigger bundles_two_items
  after insert or update or delete on bundle_items
  deferrable initially deferred for each row execute function check_bundle_size();

-- The pages of its items name a bundle, too. Whoever writes its items also sets `updated_at`.
create function note_bundle() returns trigger language plpgsql as $$
declare
  bundle bundles := coalesce(new, old);
begin
  perform pg_notify('arasta_changed', 'market:' || bundle.market);
  perform pg_notify('arasta_changed', 'item:' || item_id) from bundle_items
    where bundle_id = bundle.id;
  return null;
end $$;
create trigger note_change
  after insert or update or delete on bundles for each row execute function note_bundle();
create function note_bundle_item() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'item:' || old.item_id);
  return null;
end $$;
create trigger note_change
  after delete on bundle_items for each row execute function note_bundle_item();

-- The path of bundles is no slug of an item (D3). An item that has it keeps it.
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
    'open', 'wordpress', 'answer', 'saved', 'missing', 'ask', 'shops', 'bundles')) not valid;
