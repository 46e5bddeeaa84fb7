-- Every fixed part of an address of ours can never be an item's slug, wherever in the address it stands, nor can words we may want one day (D3).
alter table items drop constraint items_slug_check;
update items set slug = slug || '-' || number where slug in (
  'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status', 'success', 'fail',
  'account', 'api', 'assets', 'partners', 'developers', 'legal', 'install', 'update', 'uninstall', 'connect', 'enter',
  'builds', 'icons', 'pictures', 'docs', 'app', 'theme', 'compare', 'contact', 'share', 'preview', 'sitemap',
  'robots', 'health', 'console', 'partner', 'operator', 'loader', 'webhooks', 'favicon', 'reviews', 'releases',
  'installed', 'updates', 'orders', 'addresses', 'cards', 'site-notice', 'unsubscribe',
  'apps', 'themes', 'categories', 'collections', 'about', 'help',
  'support', 'terms', 'privacy', 'cookies', 'refunds', 'invoices', 'receipts', 'coupons', 'settings',
  'sign-in', 'sign-out');
alter table items add constraint items_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug not in (
  'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status', 'success', 'fail',
  'account', 'api', 'assets', 'partners', 'developers', 'legal', 'install', 'update', 'uninstall', 'connect', 'enter',
  'builds', 'icons', 'pictures', 'docs', 'app', 'theme', 'compare', 'contact', 'share', 'preview', 'sitemap',
  'robots', 'health', 'console', 'partner', 'operator', 'loader', 'webhooks', 'favicon', 'reviews', 'releases',
  'installed', 'updates', 'orders', 'addresses', 'cards', 'site-notice', 'unsubscribe',
  'apps', 'themes', 'categories', 'collections', 'about', 'help',
  'support', 'terms', 'privacy', 'cookies', 'refunds', 'invoices', 'receipts', 'coupons', 'settings',
  'sign-in', 'sign-out'));

-- The log of reviews (D14) is read through once a day. What was its end then is noted here, so that a log that is cut later is found.
create table review_log_checks (
  -- UTC; the row is the lock: one worker reads the log that day
  day date primary key,
  started_at timestamptz not null,
  -- null while it is read; a worker that died leaves it so, and another one takes over
  finished_at timestamptz,
  position bigint,
  hash text,
  -- what was found wrong: kind with position or subject, the first hundred
  faults jsonb,
  fault_count integer check (fault_count >= 0)
);

-- D19: bit 11 of what an item has says that its newest release has a build for second-generation storefronts (themes); platforms keep bits 0 to 10.
-- The rest is as in migration 0008.
create or replace function item_traits(manifest jsonb, locales text[], released_at timestamptz, today date) returns integer language sql immutable parallel safe as $$
  select case when manifest is null then 0 else
      coalesce((select bit_or(1 << (id::integer - 1)) from jsonb_object_keys(coalesce(manifest -> 'compatibility' -> 'platforms', '{}')) as fits (id)
        where id ~ '^([1-9]|1[01])$'), 0)
      | case when manifest -> 'os2' = 'true'::jsonb then 1 << 11 else 0 end
      | coalesce((select bit_or(case asked ->> 'code' when 'web_service_user' then 1 << 13 when 'design_block' then 1 << 14 when 'tracking_code' then 1 << 15 else 0 end)
        from jsonb_array_elements(coalesce(manifest -> 'permissions', '[]')) as asked), 1 << 12) end
    | case when 'tr' = any (locales) then 1 << 16 else 0 end | case when 'en' = any (locales) then 1 << 17 else 0 end
    | case when 'ar' = any (locales) then 1 << 18 else 0 end | fresh_bits(released_at, today)
$$;
update item_words w set traits = w.traits | (1 << 11)
from items i join releases r on r.id = i.latest_release_id where i.number = w.number and r.manifest -> 'os2' = 'true'::jsonb;
update shelf s set traits = s.traits | (1 << 11)
from items i join releases r on r.id = i.latest_release_id where i.number = s.number and r.manifest -> 'os2' = 'true'::jsonb;
