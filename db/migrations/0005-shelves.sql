-- What a market shows, kept ready to be read: shelves (sorted places of items), cards (what a list says of an item), words (search),
-- counts (facets). All of it is derived: triggers note which items a transaction touched, and one function works them off at its commit,
-- so that whoever changes an item, by whatever way, is seen at once and nothing can be forgotten.

create extension if not exists pg_trgm;

-- 1. What imported catalogues bring ------------------------------------------------------------------------------------------------------

-- A release that is only listed has no package yet: its item cannot be installed (D9).
alter table releases
  alter column manifest drop not null,
  alter column package_sha256 drop not null,
  alter column signature drop not null,
  alter column key_id drop not null,
  -- of an old version nobody may know the day
  alter column published_at drop not null,
  add column downloads integer not null default 0 check (downloads >= 0),
  -- sorts by its signs, whatever the database's language
  alter column version_order type text collate "C",
  add constraint releases_package_whole check (num_nulls(manifest, package_sha256, signature, key_id) in (0, 4));

alter table plans
  add column period text check (period in ('month', 'year')),
  -- lines by language
  add column features jsonb not null default '{}',
  add constraint plans_period_of_recurring check ((kind = 'recurring') = (period is not null));

alter table partners add column verified_at timestamptz;

alter table items
  add column number bigint generated always as identity unique,
  -- of the plan that the listing shows, the lowest one
  add column price_kind text not null default 'one_time' check (price_kind in ('free', 'one_time', 'recurring', 'usage')),
  add column price_period text check (price_period in ('month', 'year')),
  -- how many gave 1, 2, 3, 4 and 5 stars
  add column rating_histogram integer[] check (cardinality(rating_histogram) = 5),
  add column unpublished_reason text,
  -- where an imported item comes from, and a hash of what was said there: a second import of the same changes nothing
  add column source text,
  add column source_id text,
  add column source_hash text,
  add constraint items_source unique (source, source_id),
  add constraint items_source_whole check (num_nulls(source, source_id, source_hash) in (0, 3)),
  add constraint items_period_of_recurring check ((price_kind = 'recurring') = (price_period is not null));
update items set price_kind = 'free' where price_minor = 0;
alter table items add constraint items_free_costs_nothing check (price_kind <> 'free' or price_minor = 0);
create index items_partner on items (partner_id);

-- Stars that a catalogue brought along; who gave them is its own name for somebody.
create table imported_ratings (
  item_id text not null references items on delete cascade,
  rater text not null,
  stars numeric(2, 1) not null check (stars between 0.5 and 5),
  primary key (item_id, rater)
);

-- Stores that want to be told when a listed item can be installed (D9).
create table item_watches (
  item_id text not null references items on delete cascade,
  store_id text not null references stores on delete cascade,
  created_at timestamptz not null,
  primary key (store_id, item_id)
);

alter table categories add column number integer generated always as identity unique;

-- 2. Chosen by hand: collections and banners --------------------------------------------------------------------------------------------

create table collections (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  slug text not null,
  name jsonb not null,
  lead jsonb not null default '{}',
  position smallint not null,
  is_active boolean not null default true,
  unique (market, slug)
);

create table collection_items (
  collection_id text not null references collections on delete cascade,
  item_id text not null references items on delete cascade,
  position smallint not null,
  primary key (collection_id, item_id)
);

-- S7.3, S7.26, D19. Null means all: platforms, languages, days.
create table banners (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  platform_id smallint references platforms,
  locale text check (locale in ('tr', 'en', 'ar')),
  place text not null check (place in ('home', 'list')),
  title text not null,
  text text not null default '',
  -- the form of an item's picture, or null
  image jsonb,
  ground text,
  -- a path of this market, or a whole address outside (S4.3)
  target text not null check (target ~ '^(/[^/]|https://)'),
  action text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  position smallint not null,
  is_active boolean not null default true
);
create index banners_place on banners (market, place, position) where is_active;

-- 3. Shelves ----------------------------------------------------------------------------------------------------------------------------

-- D13: open weights; nothing paid. After a change: select shelve_items(array(select id from items)).
create table smart_weights (
  singleton boolean primary key default true check (singleton),
  rating real not null,
  installs real not null,
  -- per year of the newest release
  recency real not null,
  quality real not null,
  verified real not null
);
insert into smart_weights values (true, 0.40, 0.30, 0.06, 0.15, 0.05);

-- Puts prices of several currencies in one order. Never shown, never charged: there is no conversion (D9).
create table price_order (currency char(3) primary key, weight real not null check (weight > 0));
insert into price_order values ('TRY', 1), ('SAR', 11), ('USD', 42), ('EUR', 48);

-- An item's place on a shelf: shelf -1 and -2 are all of the app and the theme market, the others are a category's number. Every sort is
-- one index, read forwards or backwards from the shelf's end, so a page costs the same on 1,000 and on 1,000,000 items.
create table shelf (
  shelf integer not null,
  number bigint not null references items (number) on delete cascade,
  free boolean not null,
  -- whole and half stars times two: 9 is 4.5 and more; 0 is not rated
  rating_band smallint not null,
  smart real not null,
  rating real not null,
  reviews integer not null,
  price bigint not null,
  installs integer not null,
  published_at timestamptz not null,
  primary key (shelf, number)
);
create index shelf_smart on shelf (shelf, smart desc, number) include (free, rating_band);
create index shelf_rating on shelf (shelf, rating desc, reviews desc, number) include (free, rating_band);
create index shelf_price on shelf (shelf, price, number) include (free, rating_band);
create index shelf_installs on shelf (shelf, installs, number) include (free, rating_band);
create index shelf_newest on shelf (shelf, published_at desc, number) include (free, rating_band);
create index shelf_number on shelf (number);

-- How many stand on each shelf, by price and rating: facets without counting.
create table shelf_counts (
  shelf integer not null,
  free boolean not null,
  rating_band smallint not null,
  n integer not null,
  primary key (shelf, free, rating_band)
);

-- What a list says of an item, one row for each language that the item speaks.
create table item_cards (
  number bigint not null references items (number) on delete cascade,
  locale text not null check (locale in ('tr', 'en', 'ar')),
  -- json, not jsonb: it is only ever sent as it stands
  card json not null,
  primary key (number, locale)
);

-- What search reads: folded words of all languages (A name, B tagline, C developer and categories, D the rest) beside what filters need.
create table item_words (
  number bigint primary key references items (number) on delete cascade,
  market text not null,
  shelves integer[] not null,
  free boolean not null,
  rating_band smallint not null,
  smart real not null,
  rating real not null,
  reviews integer not null,
  price bigint not null,
  installs integer not null,
  published_at timestamptz not null,
  words tsvector not null,
  -- those of the names alone: short, so that asking who is called so opens no long row
  names tsvector not null
);
alter table item_words alter column words set storage external;
create index item_words_app on item_words using gin (words) where market = 'app';
create index item_words_theme on item_words using gin (words) where market = 'theme';

-- Words that exist, for those that do not: a typo finds its word (D24).
create table known_words (word text collate "C" primary key);
create index known_words_trigrams on known_words using gin (word gin_trgm_ops);

-- D24: the same as lib/fold.ts, with the same vectors in both tests. The collation is PostgreSQL's own, so it folds alike on every machine.
create function fold(said text) returns text language sql immutable strict parallel safe as $$
  -- plain ASCII has nothing to unify
  select case when octet_length(said) = length(said) then btrim(regexp_replace(lower(said collate "pg_unicode_fast"), '[^a-z0-9]+', ' ', 'g'))
    else btrim(regexp_replace(
      translate(
        lower(translate(
          regexp_replace(normalize(said, nfkd), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'),
          'I', 'i') collate "pg_unicode_fast"),
        'ışğçöüςأإآٱىئؤةـ', 'isgcouσااااييوه'),
      '[^[:alnum:]]+', ' ', 'g') collate "pg_unicode_fast") end
$$;

-- Folded words with one weight; where a word stands nobody asks. Not to_tsvector: its parser depends on the database's locale.
create function weighed_words(said text, weight "char") returns tsvector language sql immutable parallel safe as $$
  select coalesce(string_agg(format('''%s'':1%s', left(word, 60), weight), ' '), '')::tsvector
  -- a text search vector holds a megabyte at most
  from unnest(string_to_array(fold(left(coalesce(said, ''), 60000)), ' ')) as one (word)
  where word <> ''
$$;

create function market_shelf(market text) returns integer language sql immutable strict parallel safe as $$
  select case market when 'app' then -1 when 'theme' then -2 end
$$;

create function best_text(texts jsonb, wanted text) returns text language sql immutable parallel safe as $$
  select coalesce(texts ->> wanted, texts ->> 'en', (select value from jsonb_each_text(texts) limit 1), '')
$$;

create function card_picture(wanted_item text, wanted_device text, wanted_locale text) returns jsonb language sql stable as $$
  select jsonb_build_object('sources', sources, 'width', width, 'height', height, 'placeholder', placeholder, 'alt', best_text(alt, wanted_locale))
  from item_pictures
  where item_id = wanted_item and role = 'cover' and device = wanted_device
  order by case locale when wanted_locale then 0 when 'en' then 1 else 2 end, position limit 1
$$;

-- Everything derived of these items, anew.
create function shelve_items(wanted text[]) returns void language plpgsql as $$
begin
  create temporary table if not exists shelving (
    id text, number bigint primary key, market text, partner text, free boolean, rating_band smallint, smart real, rating real, reviews integer,
    price bigint, installs integer, published_at timestamptz, shelves integer[]
  ) on commit delete rows;
  delete from shelving;
  -- Two transactions that changed parts of one item wait for each other here; the later one then sees both.
  perform from items where id = any (wanted) order by number for no key update;

  insert into shelving
  select i.id, i.number, i.market, p.name,
    i.price_kind = 'free', floor(coalesce(i.rating, 0) * 2)::smallint,
    w.rating * (coalesce(i.rating, 0) * i.review_count + 3.5 * 10) / (i.review_count + 10) / 5
      + w.installs * least(1, ln(1 + i.install_count) / ln(1e6))
      + w.recency * extract(epoch from coalesce(r.published_at, i.published_at, i.updated_at) - timestamptz '2020-01-01Z') / (365.25 * 86400)
      + w.verified * (p.verified_at is not null)::int
      + w.quality * ((i.icon is not null or i.swatches <> '{}')::int + exists (select from item_pictures where item_id = i.id)::int
          + (r.package_sha256 is not null)::int
          + coalesce((select count(*) from item_texts where item_id = i.id), 0) / 3.0
          + least(1, (select max(length(array_to_string(description, ' '))) from item_texts where item_id = i.id) / 200.0)) / 5,
    coalesce(i.rating, 0), i.review_count,
    -- what is free to install and paid by use is not free: it stands before the cheapest
    greatest(round(i.price_minor * o.weight), (i.price_kind <> 'free')::int)::bigint,
    i.install_count, coalesce(i.published_at, i.updated_at),
    market_shelf(i.market) || array(select c.number from item_categories k join categories c on c.id = k.category_id where k.item_id = i.id order by c.position)
  from items i
  join partners p on p.id = i.partner_id
  join price_order o on o.currency = i.currency
  left join releases r on r.id = i.latest_release_id
  cross join smart_weights w
  where i.id = any (wanted) and i.status = 'published';
  if cardinality(wanted) > 500 then analyze shelving; end if;

  delete from shelf s using items i
  where i.id = any (wanted) and s.number = i.number
    and not exists (select from shelving g where g.number = s.number and s.shelf = any (g.shelves));
  insert into shelf as known
  select one, number, free, rating_band, smart, rating, reviews, price, installs, published_at
  from shelving cross join lateral unnest(shelves) as one
  order by one, number
  on conflict (shelf, number) do update set free = excluded.free, rating_band = excluded.rating_band, smart = excluded.smart, rating = excluded.rating,
    reviews = excluded.reviews, price = excluded.price, installs = excluded.installs, published_at = excluded.published_at
  where known is distinct from excluded;

  delete from item_cards c using items i
  where i.id = any (wanted) and c.number = i.number
    and not exists (select from shelving g join item_texts t on t.item_id = g.id where g.number = c.number and t.locale = c.locale);
  insert into item_cards as known
  select i.number, t.locale, json_build_object(
    'id', i.id, 'market', i.market, 'slug', i.slug, 'prefix', i.prefix, 'name', t.name, 'tagline', t.tagline,
    'price_minor', i.price_minor, 'currency', i.currency, 'price_kind', i.price_kind, 'price_period', i.price_period, 'in_app_purchase', i.in_app_purchase,
    'rating', i.rating, 'review_count', i.review_count, 'install_count', i.install_count,
    'developer', json_build_object('slug', p.slug, 'name', p.name), 'icon', i.icon, 'swatches', i.swatches, 'ground', i.ground,
    'cover_desktop', card_picture(i.id, 'desktop', t.locale), 'cover_phone', card_picture(i.id, 'phone', t.locale),
    'shelves', g.shelves[2:], 'version', r.version, 'installable', r.package_sha256 is not null,
    'permission_count', coalesce(jsonb_array_length(r.manifest -> 'permissions'), 0))
  from shelving g
  join items i on i.number = g.number
  join partners p on p.id = i.partner_id
  join item_texts t on t.item_id = i.id
  left join releases r on r.id = i.latest_release_id
  on conflict (number, locale) do update set card = excluded.card where known.card::text <> excluded.card::text;

  delete from item_words w using items i
  where i.id = any (wanted) and w.number = i.number and not exists (select from shelving g where g.number = w.number);
  insert into item_words as known
  select g.number, g.market, g.shelves, g.free, g.rating_band, g.smart, g.rating, g.reviews, g.price, g.installs, g.published_at,
    called.named || weighed_words(said.taglines, 'B')
      || weighed_words(concat_ws(' ', g.partner, (select string_agg(word, ' ') from categories c, jsonb_each_text(c.name) as named (language, word)
           where c.number = any (g.shelves))), 'C')
      || weighed_words(concat_ws(' ', said.rest, (select string_agg(note, ' ') from releases n, jsonb_each_text(n.notes) as noted (language, note)
           where n.item_id = g.id and n.status = 'published' and n.version_order >= coalesce(
             (select version_order from releases where item_id = g.id and status = 'published' order by version_order desc offset 2 limit 1), ''))), 'D'),
    strip(called.named)
  from shelving g
  cross join lateral (
    select string_agg(name, ' ') as names, string_agg(tagline, ' ') as taglines,
      string_agg(concat_ws(' ', array_to_string(features, ' '), array_to_string(description, ' ')), ' ') as rest
    from item_texts where item_id = g.id) said
  cross join lateral (select weighed_words(said.names, 'A') as named offset 0) called
  on conflict (number) do update set market = excluded.market, shelves = excluded.shelves, free = excluded.free, rating_band = excluded.rating_band,
    smart = excluded.smart, rating = excluded.rating, reviews = excluded.reviews, price = excluded.price, installs = excluded.installs,
    published_at = excluded.published_at, words = excluded.words, names = excluded.names
  where known is distinct from excluded;

  insert into known_words
  select distinct said.word
  from item_words w join shelving g using (number), unnest(tsvector_to_array(ts_filter(w.words, '{a,b,c}'))) as said (word)
  where length(said.word) between 4 and 30 and not exists (select from known_words k where k.word = said.word)
  on conflict do nothing;
end $$;

-- 4. Who changed what, and telling of it ------------------------------------------------------------------------------------------------

create function count_shelf() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shelf_counts as known select shelf, free, rating_band, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (shelf, free, rating_band) do update set n = known.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into shelf_counts as known select shelf, free, rating_band, -count(*) from old_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (shelf, free, rating_band) do update set n = known.n + excluded.n;
  else
    insert into shelf_counts as known
    select shelf, free, rating_band, sum(change)
    from (select shelf, free, rating_band, 1 as change from new_rows union all select shelf, free, rating_band, -1 from old_rows) both_rows
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (shelf, free, rating_band) do update set n = known.n + excluded.n;
  end if;
  return null;
end $$;
create trigger count_inserted after insert on shelf referencing new table as new_rows for each statement execute function count_shelf();
create trigger count_deleted after delete on shelf referencing old table as old_rows for each statement execute function count_shelf();
create trigger count_updated after update on shelf referencing old table as old_rows new table as new_rows for each statement execute function count_shelf();

-- Both are empty but for transactions under way. One row in `shelving_due` makes one call at the commit, however many items were touched.
create unlogged table item_changes (
  item_id text not null,
  market text,
  -- more than a counter
  content boolean not null
);
create unlogged table shelving_due (asked boolean not null default true);

-- The setting is local to the transaction: a savepoint that is rolled back takes it away together with the row.
create function ask_for_shelving() returns void language plpgsql as $$
begin
  if current_setting('arasta.shelving_asked', true) is distinct from pg_current_xact_id()::text then
    perform set_config('arasta.shelving_asked', pg_current_xact_id()::text, true);
    insert into shelving_due default values;
  end if;
end $$;

create function shelve_changes() returns trigger language plpgsql as $$
declare
  changed text[];
  tags text;
begin
  -- What changes from here on asks anew.
  perform set_config('arasta.shelving_asked', '', true);
  delete from shelving_due;
  with gone as (delete from item_changes returning item_id, market, content),
    each_item as (select item_id, max(market) as market, bool_or(content) as content from gone group by item_id),
    known as (select item_id, coalesce(each_item.market, items.market) as market, content from each_item left join items on items.id = item_id)
  select array_agg(item_id), concat_ws(' ',
    (select string_agg(distinct 'market:' || market, ' ') from known where content),
    case when count(*) <= 50 then string_agg('item:' || item_id, ' ') end)
  into changed, tags from known;
  if changed is null then return null; end if;
  perform shelve_items(changed);
  if tags <> '' then perform pg_notify('arasta_changed', tags); end if;
  return null;
end $$;
create constraint trigger shelve_changes after insert on shelving_due deferrable initially deferred
  for each row execute function shelve_changes();

create function note_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into item_changes select id, market, true from new_rows;
  elsif tg_op = 'DELETE' then
    insert into item_changes select id, market, true from old_rows;
  else
    insert into item_changes
    select n.id, n.market, to_jsonb(n) - 'install_count' - 'updated_at' is distinct from to_jsonb(o) - 'install_count' - 'updated_at'
    from new_rows n join old_rows o using (number)
    where to_jsonb(n) - 'updated_at' is distinct from to_jsonb(o) - 'updated_at';
  end if;
  perform ask_for_shelving();
  return null;
end $$;
create trigger note_inserted after insert on items referencing new table as new_rows for each statement execute function note_item();
create trigger note_deleted after delete on items referencing old table as old_rows for each statement execute function note_item();
create trigger note_updated after update on items referencing old table as old_rows new table as new_rows for each statement execute function note_item();

create function note_part_of_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into item_changes select distinct item_id, null, true from new_rows;
  elsif tg_op = 'DELETE' then
    insert into item_changes select distinct item_id, null, true from old_rows;
  else
    insert into item_changes
    select distinct item_id, null, true
    from ((select * from new_rows except select * from old_rows) union all (select * from old_rows except select * from new_rows)) as differing;
  end if;
  perform ask_for_shelving();
  return null;
end $$;
do $$
declare part text;
begin
  foreach part in array array['item_texts', 'item_pictures', 'item_categories', 'releases', 'plans'] loop
    execute format('create trigger note_inserted after insert on %I referencing new table as new_rows for each statement execute function note_part_of_item()', part);
    execute format('create trigger note_deleted after delete on %I referencing old table as old_rows for each statement execute function note_part_of_item()', part);
    execute format('create trigger note_updated after update on %I referencing old table as old_rows new table as new_rows for each statement execute function note_part_of_item()', part);
  end loop;
end $$;

create function note_partner() returns trigger language plpgsql as $$
begin
  insert into item_changes select i.id, i.market, true from items i join new_rows n on n.id = i.partner_id join old_rows o on o.id = n.id
  where n is distinct from o;
  perform ask_for_shelving();
  return null;
end $$;
create trigger note_updated after update on partners referencing old table as old_rows new table as new_rows for each statement execute function note_partner();

-- What a market shows beside items. Names of categories are words of items, too.
create function note_category() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.name, new.slug) is distinct from (old.name, old.slug) then
    insert into item_changes select item_id, new.market, true from item_categories where category_id = new.id;
    perform ask_for_shelving();
  end if;
  perform pg_notify('arasta_changed', 'market:' || coalesce(new.market, old.market));
  return null;
end $$;
create trigger note_change after insert or update or delete on categories for each row execute function note_category();

create function note_market() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'market:' || coalesce(new.market, old.market));
  return null;
end $$;
create trigger note_change after insert or update or delete on collections for each row execute function note_market();
create trigger note_change after insert or update or delete on banners for each row execute function note_market();

create function note_collection_item() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'market:' || market) from collections where id = coalesce(new.collection_id, old.collection_id);
  return null;
end $$;
create trigger note_change after insert or update or delete on collection_items for each row execute function note_collection_item();

create function note_platform() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'platform:' || coalesce(new.id, old.id));
  return null;
end $$;
create trigger note_change after insert or update or delete on platforms for each row execute function note_platform();

-- The old way to search is gone, and so are indexes that lists no longer read.
alter table item_texts drop column search_text;
drop index items_market_newest, items_market_installs, items_market_price;
create index item_categories_item on item_categories (item_id);

-- What is there already stands on its shelves from now on.
select shelve_items(array(select id from items));
