-- Finding: more to filter by (platform, permissions, language, last release), the smart order term by term, names to complete while typing.

-- 1. Traits -----------------------------------------------------------------------------------------------------------------------------

-- The day that "in the last 30 days" counts from, in UTC. It turns by `turn_market_day`, so that what is derived is the same whenever one looks.
create table market_day (singleton boolean primary key default true check (singleton), today date not null);
insert into market_day values (true, (now() at time zone 'UTC')::date);

create function utc_day(moment timestamptz) returns date language sql immutable strict parallel safe as $$
  select (moment at time zone 'UTC')::date
$$;

-- Bits 19, 20 and 21: the newest release is of the last 365, 90, 30 days. One that has no day is never new.
create function fresh_bits(released_at timestamptz, today date) returns integer language sql immutable parallel safe as $$
  select coalesce(bit_or(bit), 0) from (values (365, 1 << 19), (90, 1 << 20), (30, 1 << 21)) as step (days, bit) where utc_day(released_at) > today - days
$$;

-- What an item has or has not, a bit each, alike to `contexts/catalog/traits.ts`: 0 to 11 works on platform 1 to 12; 12 asks for nothing, 13 to 15
-- asks for a web service user, a design block, a tracking code; 16 to 18 speaks Turkish, English, Arabic; 19 to 21 as above. Of an item without
-- a package nobody knows what it fits and asks for.
create function item_traits(manifest jsonb, locales text[], released_at timestamptz, today date) returns integer language sql immutable parallel safe as $$
  select case when manifest is null then 0 else
      coalesce((select bit_or(1 << (id::integer - 1)) from jsonb_object_keys(coalesce(manifest -> 'compatibility' -> 'platforms', '{}')) as fits (id)
        where id ~ '^([1-9]|1[0-2])$'), 0)
      | coalesce((select bit_or(case asked ->> 'code' when 'web_service_user' then 1 << 13 when 'design_block' then 1 << 14 when 'tracking_code' then 1 << 15 else 0 end)
        from jsonb_array_elements(coalesce(manifest -> 'permissions', '[]')) as asked), 1 << 12) end
    | case when 'tr' = any (locales) then 1 << 16 else 0 end | case when 'en' = any (locales) then 1 << 17 else 0 end
    | case when 'ar' = any (locales) then 1 << 18 else 0 end | fresh_bits(released_at, today)
$$;

alter table shelf add column traits integer not null default 0;
alter table item_words add column traits integer not null default 0;
alter table shelf_counts add column traits integer not null default 0, drop constraint shelf_counts_pkey, add primary key (shelf, free, rating_band, traits);

-- Filters are read out of the index that puts in order. Few that have a trait are found by the last one.
drop index shelf_smart, shelf_rating, shelf_price, shelf_installs, shelf_newest;
create index shelf_smart on shelf (shelf, smart desc, number) include (free, rating_band, traits);
create index shelf_rating on shelf (shelf, rating desc, reviews desc, number) include (free, rating_band, traits);
create index shelf_price on shelf (shelf, price, number) include (free, rating_band, traits);
create index shelf_installs on shelf (shelf, installs, number) include (free, rating_band, traits);
create index shelf_newest on shelf (shelf, published_at desc, number) include (free, rating_band, traits);
create index shelf_traits on shelf (shelf, traits);

create or replace function count_shelf() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shelf_counts as known (shelf, free, rating_band, traits, n)
    select shelf, free, rating_band, traits, count(*) from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (shelf, free, rating_band, traits) do update set n = known.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into shelf_counts as known (shelf, free, rating_band, traits, n)
    select shelf, free, rating_band, traits, -count(*) from old_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (shelf, free, rating_band, traits) do update set n = known.n + excluded.n;
  else
    insert into shelf_counts as known (shelf, free, rating_band, traits, n)
    select shelf, free, rating_band, traits, sum(change)
    from (select shelf, free, rating_band, traits, 1 as change from new_rows union all select shelf, free, rating_band, traits, -1 from old_rows) both_rows
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (shelf, free, rating_band, traits) do update set n = known.n + excluded.n;
  end if;
  return null;
end $$;

-- What is there already, all at once and without its words, which stay as they are: they hold the notes of the newest three releases.
alter table shelf disable trigger count_updated;
update item_words w set traits = item_traits(r.manifest, array(select locale from item_texts where item_id = i.id), r.published_at, d.today)
from items i left join releases r on r.id = i.latest_release_id cross join market_day d where i.number = w.number;
update shelf s set traits = w.traits from item_words w where w.number = s.number;
alter table shelf enable trigger count_updated;
delete from shelf_counts;
insert into shelf_counts (shelf, free, rating_band, traits, n) select shelf, free, rating_band, traits, count(*) from shelf group by 1, 2, 3, 4;

-- Whoever crosses a border between two days gets other bits, and nobody else. True when it was another day.
create index releases_day on releases (published_at);
create function turn_market_day(wanted date) returns boolean language plpgsql as $$
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
    join releases r on r.published_at >= ((least(before, wanted) - days)::timestamp at time zone 'UTC')
      and r.published_at < ((greatest(before, wanted) - days + 1)::timestamp at time zone 'UTC')
    join items i on i.latest_release_id = r.id;
  update shelf s set traits = s.traits & (1 << 19) - 1 | c.bits from crossing c where s.number = c.number and s.traits >> 19 << 19 <> c.bits;
  get diagnostics moved = row_count;
  update item_words w set traits = w.traits & (1 << 19) - 1 | c.bits from crossing c where w.number = c.number and w.traits >> 19 << 19 <> c.bits;
  drop table crossing;
  if moved > 0 then perform pg_notify('arasta_changed', 'market:app market:theme'); end if;
  return true;
end $$;

-- 2. The smart order, term by term (D13) --------------------------------------------------------------------------------------------------

-- The one place where the formula stands: an item's place and the answer to "why is this here?" are both read from it. `…_value` is what is
-- weighed: stars with ten times 3.5 given before anybody judged, installs as they are, years since 2020, the share of what a good listing has.
create function smart_terms(wanted text[]) returns table (number bigint, rating_value double precision, rating double precision,
  installs_value integer, installs double precision, recency_value double precision, recency double precision,
  quality_value double precision, quality double precision, verified_value boolean, verified double precision, smart real) language sql stable as $$
  select number, rated, w.rating * rated / 5, install_count, w.installs * least(1, ln(1 + install_count) / ln(1e6)), years, w.recency * years,
    listed, w.quality * listed, checked, w.verified * checked::integer,
    (w.rating * rated / 5 + w.installs * least(1, ln(1 + install_count) / ln(1e6)) + w.recency * years + w.verified * checked::integer + w.quality * listed)::real
  from (
    select i.number, i.install_count,
      ((coalesce(i.rating, 0) * i.review_count + 3.5 * 10) / (i.review_count + 10))::double precision as rated,
      (extract(epoch from coalesce(r.published_at, i.published_at, i.updated_at) - timestamptz '2020-01-01Z') / (365.25 * 86400))::double precision as years,
      (((i.icon is not null or i.swatches <> '{}')::integer + exists (select from item_pictures where item_id = i.id)::integer
        + (r.package_sha256 is not null)::integer
        + coalesce((select count(*) from item_texts where item_id = i.id), 0) / 3.0
        + least(1, (select max(length(array_to_string(description, ' '))) from item_texts where item_id = i.id) / 200.0)) / 5)::double precision as listed,
      p.verified_at is not null as checked
    from items i
    join partners p on p.id = i.partner_id
    left join releases r on r.id = i.latest_release_id
    where i.id = any (wanted)) facts
  cross join smart_weights w
$$;

-- As in migration 0005, with traits, and the smart order from where it stands.
create or replace function shelve_items(wanted text[]) returns void language plpgsql as $$
begin
  -- Not called as in migration 0005: a connection that has called the earlier function still holds that one's table.
  create temporary table if not exists to_shelve (
    id text, number bigint primary key, market text, partner text, free boolean, rating_band smallint, smart real, rating real, reviews integer,
    price bigint, installs integer, published_at timestamptz, shelves integer[], traits integer
  ) on commit delete rows;
  delete from to_shelve;
  -- Two transactions that changed parts of one item wait for each other here; the later one then sees both.
  perform from items where id = any (wanted) order by number for no key update;
  -- Nor does the day turn meanwhile.
  perform from market_day for share;

  insert into to_shelve
  select i.id, i.number, i.market, p.name,
    i.price_kind = 'free', floor(coalesce(i.rating, 0) * 2)::smallint,
    s.smart,
    coalesce(i.rating, 0), i.review_count,
    -- what is free to install and paid by use is not free: it stands before the cheapest
    greatest(round(i.price_minor * o.weight), (i.price_kind <> 'free')::int)::bigint,
    i.install_count, coalesce(i.published_at, i.updated_at),
    market_shelf(i.market) || array(select c.number from item_categories k join categories c on c.id = k.category_id where k.item_id = i.id order by c.position),
    item_traits(r.manifest, array(select locale from item_texts where item_id = i.id), r.published_at, d.today)
  from items i
  join partners p on p.id = i.partner_id
  join price_order o on o.currency = i.currency
  left join releases r on r.id = i.latest_release_id
  join smart_terms(wanted) s on s.number = i.number
  cross join market_day d
  where i.id = any (wanted) and i.status = 'published';
  if cardinality(wanted) > 500 then analyze to_shelve; end if;

  delete from shelf s using items i
  where i.id = any (wanted) and s.number = i.number
    and not exists (select from to_shelve g where g.number = s.number and s.shelf = any (g.shelves));
  insert into shelf as known (shelf, number, free, rating_band, smart, rating, reviews, price, installs, published_at, traits)
  select one, number, free, rating_band, smart, rating, reviews, price, installs, published_at, traits
  from to_shelve cross join lateral unnest(shelves) as one
  order by one, number
  on conflict (shelf, number) do update set free = excluded.free, rating_band = excluded.rating_band, smart = excluded.smart, rating = excluded.rating,
    reviews = excluded.reviews, price = excluded.price, installs = excluded.installs, published_at = excluded.published_at,
    traits = excluded.traits
  where known is distinct from excluded;

  delete from item_cards c using items i
  where i.id = any (wanted) and c.number = i.number
    and not exists (select from to_shelve g join item_texts t on t.item_id = g.id where g.number = c.number and t.locale = c.locale);
  insert into item_cards as known
  select i.number, t.locale, json_build_object(
    'id', i.id, 'market', i.market, 'slug', i.slug, 'prefix', i.prefix, 'name', t.name, 'tagline', t.tagline,
    'price_minor', i.price_minor, 'currency', i.currency, 'price_kind', i.price_kind, 'price_period', i.price_period, 'in_app_purchase', i.in_app_purchase,
    'rating', i.rating, 'review_count', i.review_count, 'install_count', i.install_count,
    'developer', json_build_object('slug', p.slug, 'name', p.name), 'icon', i.icon, 'swatches', i.swatches, 'ground', i.ground,
    'cover_desktop', card_picture(i.id, 'desktop', t.locale), 'cover_phone', card_picture(i.id, 'phone', t.locale),
    'shelves', g.shelves[2:], 'version', r.version, 'installable', r.package_sha256 is not null,
    'permission_count', coalesce(jsonb_array_length(r.manifest -> 'permissions'), 0))
  from to_shelve g
  join items i on i.number = g.number
  join partners p on p.id = i.partner_id
  join item_texts t on t.item_id = i.id
  left join releases r on r.id = i.latest_release_id
  on conflict (number, locale) do update set card = excluded.card where known.card::text <> excluded.card::text;

  delete from item_words w using items i
  where i.id = any (wanted) and w.number = i.number and not exists (select from to_shelve g where g.number = w.number);
  insert into item_words as known (number, market, shelves, free, rating_band, smart, rating, reviews, price, installs, published_at, words, names, traits)
  select g.number, g.market, g.shelves, g.free, g.rating_band, g.smart, g.rating, g.reviews, g.price, g.installs, g.published_at,
    called.named || weighed_words(said.taglines, 'B')
      || weighed_words(concat_ws(' ', g.partner, (select string_agg(word, ' ') from categories c, jsonb_each_text(c.name) as named (language, word)
           where c.number = any (g.shelves))), 'C')
      || weighed_words(concat_ws(' ', said.rest, (select string_agg(note, ' ') from releases n, jsonb_each_text(n.notes) as noted (language, note)
           where n.item_id = g.id and n.status = 'published' and n.version_order >= coalesce(
             (select version_order from releases where item_id = g.id and status = 'published' order by version_order desc offset 2 limit 1), ''))), 'D'),
    strip(called.named), g.traits
  from to_shelve g
  cross join lateral (
    select string_agg(name, ' ') as names, string_agg(tagline, ' ') as taglines,
      string_agg(concat_ws(' ', array_to_string(features, ' '), array_to_string(description, ' ')), ' ') as rest
    from item_texts where item_id = g.id) said
  cross join lateral (select weighed_words(said.names, 'A') as named offset 0) called
  on conflict (number) do update set market = excluded.market, shelves = excluded.shelves, free = excluded.free, rating_band = excluded.rating_band,
    smart = excluded.smart, rating = excluded.rating, reviews = excluded.reviews, price = excluded.price, installs = excluded.installs,
    published_at = excluded.published_at, words = excluded.words, names = excluded.names,
    traits = excluded.traits
  where known is distinct from excluded;

  insert into known_words
  select distinct said.word
  from item_words w join to_shelve g using (number), unnest(tsvector_to_array(ts_filter(w.words, '{a,b,c}'))) as said (word)
  where length(said.word) between 4 and 30 and not exists (select from known_words k where k.word = said.word)
  on conflict do nothing;
end $$;

-- 3. Names, while somebody types (D24) ----------------------------------------------------------------------------------------------------

create index item_names_app on item_words using gin (names) where market = 'app';
create index item_names_theme on item_words using gin (names) where market = 'theme';
-- An index is built without a search path, so its function brings its own.
create function name_words(said text) returns tsvector language sql immutable parallel safe set search_path from current as $$ select weighed_words(said, 'A') $$;
create index partners_words on partners using gin (name_words(name));
