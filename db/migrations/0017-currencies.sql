-- D27: a store sees and pays in one currency. Partners give prices in several; where there is none,
-- a dated rate converts.
set local check_function_bodies = off;

create table exchange_rates (
  currency char(3) not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  per_euro numeric(20, 10) not null check (per_euro > 0),
  source text not null check (source in ('initial', 'operator', 'ecb')),
  entered_by text,
  entered_at timestamptz not null default now(),
  primary key (currency, day)
);
comment on table exchange_rates is
  'What one euro costs in a currency, from a day on, as the European Central Bank publishes it. '
  'Two of them give the rate between two currencies.';
comment on column exchange_rates.day is 'Never in the future: the newest rate is the one in force.';
comment on column exchange_rates.source is
  'initial: came with the product, for the currencies that it knew before there were rates.';
comment on column exchange_rates.entered_by is
  'The operator, or the account that ran the command.';
insert into exchange_rates (currency, day, per_euro, source) values
  ('TRY', '2026-01-01', 48, 'initial'), ('USD', '2026-01-01', 1.1428571429, 'initial'),
  ('SAR', '2026-01-01', 4.3636363636, 'initial');
create trigger keep_exchange_rates
  before delete or truncate on exchange_rates
  for each statement execute function refuse_change();

create table currencies (
  code char(3) primary key check (code ~ '^[A-Z]{3}$'),
  is_used boolean not null default true,
  step_minor bigint not null default 1 check (step_minor between 1 and 10000000),
  ending_minor bigint not null default 0,
  constraint currencies_ending_within_step check (ending_minor >= 0 and ending_minor < step_minor)
);
comment on table currencies is 'Currencies of the market (ISO 4217).';
comment on column currencies.is_used is
  'Stores may be billed in it, and partners give prices in it. A currency that is no longer used '
  'stays, since items have prices in it.';
comment on column currencies.step_minor is
  'Converted prices are multiples of it, in minor units, plus ending_minor: 100 and 90 give 12.90.';

-- An amount in another currency can always be converted.
create function require_rate() returns trigger language plpgsql as $$
begin
  if new.code <> 'EUR' and not exists (select from exchange_rates where currency = new.code) then
    raise exception 'currency % has no rate', new.code using errcode = 'check_violation',
      constraint = 'currencies_have_a_rate';
  end if;
  return new;
end $$;
create trigger require_rate
  before insert or update on currencies for each row execute function require_rate();
insert into currencies (code) values ('TRY'), ('USD'), ('EUR'), ('SAR');

create function note_currencies() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'currencies market:app market:theme');
  return null;
end $$;
create trigger note_change
  after insert or update or delete on currencies
  for each statement execute function note_currencies();
create trigger note_change
  after insert or update on exchange_rates
  for each statement execute function note_currencies();

alter table platforms add column currency char(3) not null default 'TRY' references currencies;
comment on column platforms.currency is
  'Its visitors see prices in it, and its stores that name no other currency of the market.';
alter table stores add column currency char(3) check (currency ~ '^[A-Z]{3}$');
comment on column stores.currency is
  'As the platform says; the store is billed in it if the market uses it.';

alter table items drop constraint items_currency_check,
  add foreign key (currency) references currencies;
alter table plans add foreign key (currency) references currencies;
create table plan_prices (
  item_id text not null,
  position smallint not null,
  currency char(3) not null references currencies,
  price_minor bigint not null check (price_minor > 0),
  primary key (item_id, position, currency),
  foreign key (item_id, position) references plans (item_id, position) on delete cascade
);
comment on table plan_prices is
  'Prices of a plan in other currencies than its own. A store that is billed in one of them pays '
  'this, and no converted price.';
create trigger note_inserted
  after insert on plan_prices referencing new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_deleted
  after delete on plan_prices referencing old table as old_rows
  for each statement execute function note_part_of_item();
create trigger note_updated
  after update on plan_prices referencing old table as old_rows new table as new_rows
  for each statement execute function note_part_of_item();

alter table orders
  add column source_price_minor bigint,
  add column source_currency char(3),
  add column exchange_rate numeric(30, 15) check (exchange_rate > 0),
  add column rate_day text check (rate_day ~ '^\d{4}-\d\d-\d\d$'),
  add constraint orders_converted_whole
    check (num_nulls(source_price_minor, source_currency, exchange_rate, rate_day) in (0, 4));
comment on column orders.source_price_minor is
  'The partner''s price, when the list price was converted from another currency; with the rate '
  'between major units and the day of the rate.';

-- What a list sorts by: twice the price, so that what is paid by use only (1) stands between free
-- and the cheapest.
create function shelf_price(price_minor bigint, kind text) returns bigint
  language sql immutable parallel safe as $$
  select greatest(2 * price_minor, (kind <> 'free')::integer)
$$;

-- The same as convert in lib/conversion.ts, exact for all amounts: rounded half up to a multiple of
-- the step plus the ending, and never to nothing.
create function converted_price(price bigint, numerator numeric, denominator numeric, step bigint,
  ending bigint) returns bigint language sql immutable parallel safe as $$
  select case when price = 0 then 0 else greatest(
    div(2 * (price * numerator - ending * denominator) + step * denominator,
      2 * step * denominator) * step + ending,
    case when ending > 0 then ending else step end)::bigint end
$$;

-- The same for what lists sort by.
create function converted_shelf_price(price bigint, numerator numeric, denominator numeric,
  step bigint, ending bigint) returns bigint language sql immutable parallel safe as $$
  select case when price <= 1 then price
    else 2 * converted_price(price / 2, numerator, denominator, step, ending) end
$$;

-- Prices in other currencies of the plan that the listing shows; null without any.
create function listing_prices(wanted_item text) returns jsonb language sql stable as $$
  select jsonb_object_agg(p.currency, p.price_minor)
  from plan_prices p
  where p.item_id = wanted_item and p.position = (
    select plans.position from plans join items on items.id = plans.item_id
    where plans.item_id = wanted_item and plans.kind = items.price_kind
      and plans.price_minor = items.price_minor
    order by plans.position limit 1)
$$;

alter table shelf
  add column currency char(3) not null default 'XXX',
  add column priced_in char(3)[] not null default '{}';
comment on column shelf.price is 'In its own currency, see shelf_price.';
comment on column shelf.priced_in is 'Other currencies that the partner gave prices in.';
drop index shelf_price;
create index shelf_price on shelf (shelf, currency, price, number)
  include (free, rating_band, traits, priced_in);

create table shelf_prices (
  shelf integer not null,
  currency char(3) not null,
  number bigint not null references items (number) on delete cascade,
  price bigint not null,
  free boolean not null,
  rating_band smallint not null,
  rating real not null,
  traits integer not null,
  primary key (shelf, currency, number)
);
comment on table shelf_prices is
  'Places by prices in other currencies than the item''s own. Derived by shelve_items.';
create index shelf_prices_price on shelf_prices (shelf, currency, price, number)
  include (free, rating_band, traits);
create index shelf_prices_number on shelf_prices (number);

alter table item_words
  add column currency char(3) not null default 'XXX',
  add column prices jsonb;
comment on column item_words.prices is 'In other currencies, by currency; see listing_prices.';

-- Recomputes all derived rows of these items.
create or replace function shelve_items(wanted text[]) returns void language plpgsql as $$
begin
  create temporary table if not exists priced_to_shelve (
    id text, number bigint primary key, market text, partner text, free boolean,
      rating_band smallint, smart real, rating real, reviews integer,
    price bigint, installs integer, published_at timestamptz, shelves integer[], traits integer,
    currency char(3), prices jsonb, priced_in char(3)[]
  ) on commit delete rows;
  delete from priced_to_shelve;
  -- Two transactions that changed parts of one item wait for each other here; the later one sees
  -- both changes.
  perform from items where id = any (wanted) order by number for no key update;
  -- Keep the day from changing meanwhile.
  perform from market_day for share;

  insert into priced_to_shelve
  select i.id, i.number, i.market, p.name,
    i.price_kind = 'free', floor(coalesce(i.rating, 0) * 2)::smallint,
    s.smart,
    coalesce(i.rating, 0), i.review_count,
    shelf_price(i.price_minor, i.price_kind),
    i.install_count, coalesce(i.published_at, i.updated_at),
    market_shelf(i.market) || array(select c.number from item_categories k
      join categories c on c.id = k.category_id where k.item_id = i.id order by c.position),
    item_traits(r.manifest, array(select locale from item_texts where item_id = i.id),
      r.published_at, d.today),
    i.currency, l.prices, array(select jsonb_object_keys(l.prices))
  from items i
  join partners p on p.id = i.partner_id
  left join releases r on r.id = i.latest_release_id
  join smart_terms(wanted) s on s.number = i.number
  cross join market_day d
  cross join lateral (select listing_prices(i.id) as prices) l
  where i.id = any (wanted) and i.status = 'published';
  if cardinality(wanted) > 500 then analyze priced_to_shelve; end if;

  delete from shelf s using items i
  where i.id = any (wanted) and s.number = i.number
    and not exists (select from priced_to_shelve g where g.number = s.number
      and s.shelf = any (g.shelves));
  insert into shelf as known (shelf, number, free, rating_band, smart, rating, reviews, price,
    installs, published_at, traits, currency, priced_in)
  select one, number, free, rating_band, smart, rating, reviews, price, installs, published_at,
    traits, currency, priced_in
  from priced_to_shelve cross join lateral unnest(shelves) as one
  order by one, number
  on conflict (shelf, number) do update set free = excluded.free,
    rating_band = excluded.rating_band, smart = excluded.smart, rating = excluded.rating,
    reviews = excluded.reviews, price = excluded.price, installs = excluded.installs,
      published_at = excluded.published_at,
    traits = excluded.traits, currency = excluded.currency, priced_in = excluded.priced_in
  where known is distinct from excluded;

  delete from shelf_prices s using items i
  where i.id = any (wanted) and s.number = i.number
    and not exists (select from priced_to_shelve g where g.number = s.number
      and s.shelf = any (g.shelves) and s.currency = any (g.priced_in));
  insert into shelf_prices as known (shelf, currency, number, price, free, rating_band, rating,
    traits)
  select one, said.key, number, shelf_price(said.value::bigint, 'one_time'), free, rating_band,
    rating, traits
  from priced_to_shelve cross join lateral unnest(shelves) as one
  cross join lateral jsonb_each_text(prices) as said
  order by one, said.key, number
  on conflict (shelf, currency, number) do update set price = excluded.price,
    free = excluded.free, rating_band = excluded.rating_band, rating = excluded.rating,
    traits = excluded.traits
  where known is distinct from excluded;

  delete from item_cards c using items i
  where i.id = any (wanted) and c.number = i.number
    and not exists (select from priced_to_shelve g join item_texts t on t.item_id = g.id
      where g.number = c.number and t.locale = c.locale);
  insert into item_cards as known
  select i.number, t.locale, json_build_object(
    'id', i.id, 'market', i.market, 'slug', i.slug, 'prefix', i.prefix, 'name', t.name, 'tagline',
      t.tagline,
    'price_minor', i.price_minor, 'currency', i.currency, 'prices', g.prices,
      'price_kind', i.price_kind,
      'price_period', i.price_period, 'in_app_purchase', i.in_app_purchase,
    'rating', i.rating, 'review_count', i.review_count, 'install_count', i.install_count,
    'developer', json_build_object('slug', p.slug, 'name', p.name), 'icon', i.icon, 'swatches',
      i.swatches, 'ground', i.ground,
    'cover_desktop', card_picture(i.id, 'desktop', t.locale), 'cover_phone',
      card_picture(i.id, 'phone', t.locale),
    'shelves', g.shelves[2:], 'version', r.version, 'installable', r.package_sha256 is not null,
    'permission_count', coalesce(jsonb_array_length(r.manifest -> 'permissions'), 0))
  from priced_to_shelve g
  join items i on i.number = g.number
  join partners p on p.id = i.partner_id
  join item_texts t on t.item_id = i.id
  left join releases r on r.id = i.latest_release_id
  on conflict (number, locale) do update set card = excluded.card
    where known.card::text <> excluded.card::text;

  delete from item_words w using items i
  where i.id = any (wanted) and w.number = i.number
    and not exists (select from priced_to_shelve g where g.number = w.number);
  insert into item_words as known (number, market, shelves, free, rating_band, smart, rating,
    reviews, price, installs, published_at, words, names, traits, currency, prices)
  select g.number, g.market, g.shelves, g.free, g.rating_band, g.smart, g.rating, g.reviews,
    g.price, g.installs, g.published_at,
    called.named || weighed_words(said.taglines, 'B')
      || weighed_words(concat_ws(' ', g.partner,
        (select string_agg(word, ' ') from categories c,
        jsonb_each_text(c.name) as named (language, word)
           where c.number = any (g.shelves))), 'C')
      || weighed_words(concat_ws(' ', said.rest,
        (select string_agg(note, ' ') from releases n,
        jsonb_each_text(n.notes) as noted (language, note)
           where n.item_id = g.id and n.status = 'published' and n.version_order >= coalesce(
             (select version_order from releases where item_id = g.id and status = 'published'
               order by version_order desc offset 2 limit 1), ''))), 'D'),
    strip(called.named), g.traits, g.currency, g.prices
  from priced_to_shelve g
  cross join lateral (
    select string_agg(name, ' ') as names, string_agg(tagline, ' ') as taglines,
      string_agg(concat_ws(' ', array_to_string(features, ' '), array_to_string(description, ' ')),
        ' ') as rest
    from item_texts where item_id = g.id) said
  cross join lateral (select weighed_words(said.names, 'A') as named offset 0) called
  on conflict (number) do update set market = excluded.market, shelves = excluded.shelves,
    free = excluded.free, rating_band = excluded.rating_band,
    smart = excluded.smart, rating = excluded.rating, reviews = excluded.reviews,
      price = excluded.price, installs = excluded.installs,
    published_at = excluded.published_at, words = excluded.words, names = excluded.names,
    traits = excluded.traits, currency = excluded.currency, prices = excluded.prices
  where known is distinct from excluded;

  insert into known_words
  select distinct said.word
  from item_words w join priced_to_shelve g using (number),
    unnest(tsvector_to_array(ts_filter(w.words, '{a,b,c}'))) as said (word)
  where length(said.word) between 4 and 30 and not exists (select from known_words k
    where k.word = said.word)
  on conflict do nothing;
end $$;

create or replace function turn_market_day(wanted date) returns boolean language plpgsql as $$
declare
  before date;
  moved integer;
begin
  select today into before from market_day for update;
  if before = wanted then return false; end if;
  update market_day set today = wanted;
  create temporary table crossing on commit drop as
    select distinct i.number, fresh_bits(r.published_at, wanted) as bits
    from (values (30), (90), (365)) as border (days)
    join releases r on r.published_at >= ((least(before,
      wanted) - days)::timestamp at time zone 'UTC')
      and r.published_at < ((greatest(before, wanted) - days + 1)::timestamp at time zone 'UTC')
    join items i on i.latest_release_id = r.id;
  update shelf s set traits = s.traits & ~(7 << 19) | c.bits from crossing c
    where s.number = c.number and s.traits & (7 << 19) <> c.bits;
  get diagnostics moved = row_count;
  update shelf_prices s set traits = s.traits & ~(7 << 19) | c.bits from crossing c
    where s.number = c.number and s.traits & (7 << 19) <> c.bits;
  update item_words w set traits = w.traits & ~(7 << 19) | c.bits from crossing c
    where w.number = c.number and w.traits & (7 << 19) <> c.bits;
  drop table crossing;
  if moved > 0 then perform pg_notify('arasta_changed', 'market:app market:theme'); end if;
  return true;
end $$;

select shelve_items(array_agg(id)) from items where status = 'published' having count(*) > 0;
alter table shelf alter column currency drop default;
alter table item_words alter column currency drop default;
drop table price_order;
