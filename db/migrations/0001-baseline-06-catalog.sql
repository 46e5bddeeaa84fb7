-- Module catalog. Items, releases, packages, the release log, categories, collections, banners,
-- pictures, lists and search.

create extension if not exists pg_trgm;
-- Some functions name tables of later modules; a function is checked when it is first called.
set local check_function_bodies = off;

-- D24: the same as lib/fold.ts, with the same test vectors. The collation is PostgreSQL's own, so
-- that it folds alike on every machine.
create function fold(said text) returns text language sql immutable strict parallel safe as $$
  -- plain ASCII has nothing to unify
  select case when octet_length(said) = length(said) then
    btrim(regexp_replace(lower(said collate "pg_unicode_fast"), '[^a-z0-9]+', ' ', 'g'))
    else btrim(regexp_replace(
      translate(
        lower(translate(
          regexp_replace(normalize(said, nfkd), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'),
          'I', 'i') collate "pg_unicode_fast"),
        'ışğçöüςأإآٱىئؤةـ', 'isgcouσااااييوه'),
      '[^[:alnum:]]+', ' ', 'g') collate "pg_unicode_fast") end
$$;

-- Shares that grow and end with everybody.
create function are_stages(stages integer[]) returns boolean language sql immutable strict as $$
  select coalesce(cardinality(stages) between 1 and 6 and stages[1] > 0
    and stages[cardinality(stages)] = 10000
    and not exists (select 1 from generate_series(2, cardinality(stages)) as n
      where stages[n] <= stages[n - 1]), false)
$$;

create table categories (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  slug text not null,
  name jsonb not null,
  drawing text,
  position smallint not null,
  number integer generated always as identity unique,
  is_tag boolean not null default false,
  merged_into text references categories,
  unique (market, slug),
  constraint categories_only_tags_merge check (merged_into is null or (is_tag
    and merged_into <> id)),
  constraint categories_tags_behind check (case when is_tag then position >= 10000
    and drawing is null else position < 10000 end)
);
comment on table categories is
  'Categories and tags of a market. A tag is a smaller category: lists are read from it and its '
  'names are search words. Tags are sorted behind all categories, so that an item''s first shelf '
  'is a category.';
comment on column categories.number is 'Shelf number in the table shelf.';
comment on column categories.merged_into is
  'Another tag replaced it: everything that still names this one means that one.';
create index categories_merged on categories (merged_into) where merged_into is not null;

create table partner_categories (
  slug text primary key check (slug ~ '^[a-z]+(-[a-z]+)*$'),
  name jsonb not null,
  text jsonb not null,
  position integer not null
);
comment on table partner_categories is
  'Kinds of partners (D19), for the partner directory and the application form.';
insert into partner_categories (slug, name, text, position) values
  ('developer', '{"tr":"Geliştirici","en":"Developer","ar":"مطوّر"}',
   '{"tr":"Mağazaya bir iş yaptıran uygulamalar yazar.","en":"Writes apps that do a job on a shop.","ar":"يكتب تطبيقات تؤدي عملًا في المتجر."}', 1),
  ('designer', '{"tr":"Tasarımcı","en":"Designer","ar":"مصمّم"}',
   '{"tr":"Mağazanın bütün sayfalarını giydiren temalar çizer.","en":"Draws themes that dress every page of a shop.","ar":"يرسم قوالب تُلبس صفحات المتجر كلها."}', 2),
  ('agency', '{"tr":"Ajans","en":"Agency","ar":"وكالة"}',
   '{"tr":"Mağaza sahipleri için kurar, düzenler, büyütür.","en":"Sets up, arranges and grows shops for their owners.","ar":"تُنشئ المتاجر وترتّبها وتنمّيها لأصحابها."}', 3),
  ('integrator', '{"tr":"Entegratör","en":"Integrator","ar":"مختص ربط"}',
   '{"tr":"Ödeme, kargo, muhasebe gibi dış sistemleri bağlar.","en":"Connects outside systems: payment, delivery, accounting.","ar":"يربط الأنظمة الخارجية: الدفع والشحن والمحاسبة."}', 4);

create table items (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  slug text not null unique,
  prefix text not null unique,
  partner_id text not null,
  name text not null,
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null check (currency in ('TRY', 'USD', 'EUR', 'SAR')),
  in_app_purchase boolean not null default false,
  icon text,
  swatches text[] not null default '{}',
  ground text,
  links jsonb not null default '{}',
  credits jsonb not null default '[]',
  facts jsonb not null default '{}',
  page_weight integer,
  rating numeric(3, 2),
  review_count integer not null default 0 check (review_count >= 0),
  install_count integer not null default 0 check (install_count >= 0),
  latest_release_id text,
  status text not null check (status in ('draft', 'published', 'unpublished')),
  published_at timestamptz,
  updated_at timestamptz not null,
  number bigint generated always as identity unique,
  price_kind text not null default 'one_time'
    check (price_kind in ('free', 'one_time', 'recurring', 'usage')),
  price_period text check (price_period in ('month', 'year')),
  rating_histogram integer[] check (cardinality(rating_histogram) = 5),
  unpublished_reason text,
  source text,
  source_id text,
  source_hash text,
  brought_stars numeric(14, 2) not null default 0,
  brought_count integer not null default 0 check (brought_count >= 0),
  brought_histogram integer[] check (cardinality(brought_histogram) = 5),
  own_ratings integer[] not null default '{0,0,0,0,0}'
    check (cardinality(own_ratings) = 5 and 0 <= all (own_ratings)),
  constraint items_source unique (source, source_id),
  constraint items_free_costs_nothing check (price_kind <> 'free' or price_minor = 0),
  constraint items_period_of_recurring
    check ((price_kind = 'recurring') = (price_period is not null)),
  -- An item's slug is never a fixed part of an address of the product (D3). The same list is in the
  -- code.
  constraint items_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug not in ('market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment',
    'status', 'success', 'fail', 'account', 'api', 'assets', 'partners', 'developers', 'legal',
    'install', 'update', 'uninstall', 'connect', 'enter', 'builds', 'icons', 'pictures', 'docs',
    'app', 'theme', 'compare', 'contact', 'share', 'preview', 'sitemap', 'robots', 'health',
    'console', 'partner', 'operator', 'loader', 'webhooks', 'favicon', 'reviews', 'releases',
    'installed', 'updates', 'orders', 'addresses', 'cards', 'site-notice', 'unsubscribe', 'apps',
    'themes', 'categories', 'collections', 'about', 'help', 'support', 'terms', 'privacy',
    'cookies', 'refunds', 'invoices', 'receipts', 'coupons', 'settings', 'sign-in', 'sign-out',
    'rights', 'scripts', 'authorize', 'connections', 'site', 'open', 'wordpress', 'answer')),
  constraint items_source_whole check (num_nulls(source, source_id, source_hash) in (0, 3))
);
comment on table items is
  'Apps and themes. rating, review_count and rating_histogram are sums of imported ratings '
  '(brought_) and ratings given here (own_ratings), computed by sum_ratings, so that a second '
  'import removes nothing that was given here.';
comment on column items.prefix is 'Of class names and files that the item adds to a store.';
comment on column items.swatches is 'Theme: colors of its icon.';
comment on column items.credits is
  'Whose work the item wraps, first the one it is named after: package, version, author, license, '
  'source.';
comment on column items.facts is
  'By language: what it changes, what it leaves alone, its support document.';
comment on column items.page_weight is
  'Bytes, compressed, that it adds to the page that carries most of it.';
comment on column items.number is 'Key of the derived tables.';
comment on column items.price_kind is 'Of the plan that the listing shows, the cheapest one.';
comment on column items.rating_histogram is 'How many gave 1, 2, 3, 4 and 5 stars.';
comment on column items.source is 'Where an imported item comes from; with source_id unique.';
comment on column items.source_hash is
  'Of what the source said: importing the same again changes nothing.';
comment on column items.brought_stars is 'Sum of all imported stars.';
comment on column items.brought_histogram is 'Null when only the average is known.';
comment on column items.own_ratings is 'How many stores gave 1, 2, 3, 4 and 5 stars here.';
create index items_changed on items (updated_at desc, id desc);
create index items_name_parts on items using gin ((fold(name)) gin_trgm_ops);
create index items_partner on items (partner_id);
create index items_partner_changed on items (partner_id, updated_at desc, id desc);

create table item_texts (
  item_id text not null references items on delete cascade,
  locale text not null check (locale in ('tr', 'en', 'ar')),
  name text not null,
  tagline text not null,
  description text[] not null,
  features text[] not null default '{}',
  primary key (item_id, locale)
);
comment on table item_texts is 'Texts of an item by language.';

create table item_categories (
  item_id text not null references items on delete cascade,
  category_id text not null references categories,
  primary key (category_id, item_id)
);
comment on table item_categories is 'Categories and tags of an item.';
create index item_categories_item on item_categories (item_id);

create table plans (
  id text primary key,
  item_id text not null references items on delete cascade,
  kind text not null check (kind in ('free', 'one_time', 'recurring', 'usage')),
  name jsonb not null default '{}',
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null,
  position smallint not null,
  period text check (period in ('month', 'year')),
  features jsonb not null default '{}',
  unique (item_id, "position"),
  constraint plans_period_of_recurring check ((kind = 'recurring') = (period is not null))
);
comment on table plans is 'Prices of an item.';
comment on column plans.features is 'Lines by language.';

create table item_pictures (
  item_id text not null references items on delete cascade,
  role text not null,
  locale text,
  device text not null check (device in ('desktop', 'phone')),
  position smallint not null,
  sources jsonb not null,
  width integer not null,
  height integer not null,
  placeholder text,
  alt jsonb not null default '{}',
  id bigint generated always as identity primary key
);
comment on table item_pictures is 'Covers and screenshots.';
comment on column item_pictures.role is '''cover'' or ''screenshot''.';
comment on column item_pictures.sources is '[{ path, width, height, type }]';
comment on column item_pictures.placeholder is 'A tiny blurred data: picture.';
create index item_pictures_item on item_pictures (item_id, role, position);

create table packages (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size > 0),
  created_at timestamptz not null
);
comment on table packages is 'Uploaded packages by content. The bytes are in the blob store.';

create table releases (
  id text primary key,
  item_id text not null references items on delete cascade,
  version text not null,
  notes jsonb not null,
  manifest jsonb,
  package_sha256 text references packages,
  signature text,
  key_id text,
  status text not null check (status in ('published', 'halted', 'yanked')),
  version_order text collate "C" not null,
  published_at timestamptz,
  downloads integer not null default 0 check (downloads >= 0),
  share integer not null default 10000 check (share between 0 and 10000),
  unique (item_id, version),
  -- Either all of the package is known or none.
  constraint releases_package_whole check (num_nulls(manifest, package_sha256, signature,
    key_id) in (0, 4))
);
comment on table releases is
  'Versions of items. A release that is only listed has no package: its item cannot be installed '
  '(D9).';
comment on column releases.version_order is 'Sortable form of the version: 00001.00002.00003.';
comment on column releases.published_at is 'Null when the day of an old version is unknown.';
comment on column releases.share is
  'To how many of 10,000 stores it is offered, see rollout_place. Kept by the trigger on '
  'rollouts.';
create index releases_day on releases (published_at);

create table imported_ratings (
  item_id text not null references items on delete cascade,
  rater text not null,
  stars numeric(2, 1) not null check (stars between 0.5 and 5),
  primary key (item_id, rater)
);
comment on table imported_ratings is 'Stars from an imported catalog.';
comment on column imported_ratings.rater is 'The catalog''s own name of the person.';

create table item_watches (
  item_id text not null references items on delete cascade,
  store_id text not null references stores on delete cascade,
  created_at timestamptz not null,
  primary key (store_id, item_id)
);
comment on table item_watches is
  'Stores that want to be notified when a listed item can be installed (D9).';

create table package_file_hashes (
  package_sha256 text not null references packages,
  path text not null,
  sha384 text not null check (sha384 ~ '^sha384-[A-Za-z0-9+/]{64}$'),
  primary key (package_sha256, path)
);
comment on table package_file_hashes is
  'Hashes of a package''s scripts, made on first request (PCI DSS 6.4.3).';
comment on column package_file_hashes.sha384 is 'As browsers write it in the integrity attribute.';

create table package_uploads (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  started_at timestamptz not null,
  state text not null default 'keeping' check (state in ('keeping', 'removing'))
);
comment on table package_uploads is
  'Packages being stored: written before the bytes are stored, removed with the release that has '
  'them. What remains was interrupted, and its bytes are removed.';
create index package_uploads_started on package_uploads (started_at);

create table package_holds (
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  holder text not null,
  primary key (sha256, holder)
);
comment on table package_holds is
  'Packages without a release that somebody still needs: the cleanup of uploads keeps them.';

create table release_log (
  index bigint primary key check (index >= 0),
  release_id text not null references releases,
  state text not null check (state in ('published', 'halted', 'yanked')),
  sha256 text not null references packages,
  entry text not null check (octet_length(entry) <= 8192),
  leaf_hash text not null,
  peaks text[] not null,
  root_hash text not null check (root_hash ~ '^[0-9a-f]{64}$'),
  logged_at timestamptz not null,
  constraint release_log_leaf_of_entry
    check (leaf_hash = encode(sha256('\x00'::bytea || convert_to(entry, 'UTF8')), 'hex'))
);
comment on table release_log is
  'The release log (D11): a Merkle tree as in RFC 9162. What was published, halted or yanked can '
  'be proved to be in it, and a later log can be proved to contain an earlier one.';
comment on column release_log.index is 'From 0, without gaps.';
comment on column release_log.entry is 'The exact bytes of the leaf.';
comment on column release_log.peaks is
  'Hashes of the complete subtrees of the tree that ends with this entry, largest first: all that '
  'the next entry needs.';
comment on column release_log.root_hash is 'Of that tree.';
create index release_log_release on release_log (release_id, index desc);

create table item_stops (
  id text primary key check (id ~ '^stp_[0-9a-z]{20}$'),
  item_id text not null references items on delete cascade,
  notice text not null check (length(notice) between 1 and 300),
  releases text[] not null,
  was_published boolean not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz
);
comment on table item_stops is
  'An operator''s emergency stop of an item (PKG-13): it is no longer offered, and stores that '
  'have it are notified. One row per stop.';
comment on column item_stops.notice is
  'Public text: on the item''s page, in the release log, to the stores that have it.';
comment on column item_stops.releases is
  'What was offered then, and is offered again when the stop is lifted.';
create unique index item_stops_in_force on item_stops (item_id) where lifted_at is null;

create table rollouts (
  release_id text primary key references releases on delete cascade,
  item_id text not null references items on delete cascade,
  before_id text references releases on delete set null,
  stages integer[] not null check (are_stages(stages)),
  wait_hours integer not null check (wait_hours between 1 and 336),
  stage integer not null default 1,
  state text not null default 'running' check (state in ('running', 'done')),
  counted_from timestamptz not null,
  next_at timestamptz,
  look_at timestamptz,
  started_at timestamptz not null,
  halted_for text check (halted_for in ('failures', 'health')),
  check (stage between 1 and cardinality(stages)),
  check ((state = 'running') = (next_at is not null)
    and (state = 'running') = (look_at is not null))
);
comment on table rollouts is
  'Staged releases: which shares of stores get a release, and when the next stage comes.';
comment on column rollouts.before_id is
  'The release that everybody had then; failures are compared with it.';
comment on column rollouts.stage is 'From 1.';
comment on column rollouts.state is
  'done: everybody has been offered it for wait_hours, and it is no longer watched. A halt is a '
  'state of the release.';
comment on column rollouts.counted_from is
  'Earlier failures no longer count: somebody has looked at them.';
comment on column rollouts.halted_for is
  'The last halt was automatic; null: there was none, or a person resumed it.';
create index rollouts_due on rollouts (look_at) where state = 'running';
create index rollouts_item on rollouts (item_id, started_at desc);

create table rollout_stages (
  release_id text not null references rollouts on delete cascade,
  stage integer not null check (stage between 1 and 6),
  reached_at timestamptz not null,
  reached_by text references people,
  primary key (release_id, stage)
);
comment on table rollout_stages is
  'When a stage was reached, and by whom (null: by its waiting time).';

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
comment on table collections is 'Collections chosen by operators.';

create table collection_items (
  collection_id text not null references collections on delete cascade,
  item_id text not null references items on delete cascade,
  position smallint not null,
  primary key (collection_id, item_id)
);
comment on table collection_items is 'Items of a collection.';

create table banners (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  platform_id smallint references platforms,
  locale text check (locale in ('tr', 'en', 'ar')),
  place text not null check (place in ('home', 'list')),
  title text not null,
  text text not null default '',
  image jsonb,
  ground text,
  target text not null,
  action text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  position smallint not null,
  is_active boolean not null default true,
  external boolean not null default false,
  constraint banners_target_check check (case when external then target ~ '^https://[^/?#\\\s]'
    else target ~ '^/([^/\\]|$)' and target !~ '[\\\s]' end)
);
comment on table banners is 'S7.3, S7.26, D19. Null platform, language or day means all.';
comment on column banners.image is 'In the form of an item''s picture, or null.';
comment on column banners.target is
  'A path of this market, or an absolute address outside it when external is set (S4.3). Browsers '
  'read /\ as //.';
create index banners_place on banners (market, place, position) where is_active;

create table picture_files (
  path text primary key check (path like 'partners/%'),
  origin text not null check (origin ~ '^[0-9a-f]{64}$'),
  put_at timestamptz not null,
  looked_at timestamptz,
  left_at timestamptz,
  state text not null default 'kept' check (state in ('kept', 'removing'))
);
comment on table picture_files is
  'Files of partners'' pictures: what was uploaded for each, so that a repeated upload is '
  'recognized, and since when nothing refers to it, so that it is removed later.';
comment on column picture_files.origin is 'SHA-256 of the upload.';
comment on column picture_files.looked_at is 'When references were last counted.';
comment on column picture_files.left_at is
  'Since when no listing, draft or submission refers to it.';
comment on column picture_files.state is
  'removing: being deleted; an upload of the same file waits.';
create index picture_files_due on picture_files (looked_at nulls first, path);
create index picture_files_left on picture_files (left_at) where left_at is not null;

create table smart_weights (
  singleton boolean primary key default true check (singleton),
  rating real not null,
  installs real not null,
  recency real not null,
  quality real not null,
  verified real not null
);
comment on table smart_weights is
  'Weights of the smart order (D13): public, nothing paid. After a change: select '
  'shelve_items(array(select id from items)).';
comment on column smart_weights.recency is 'Per year of the newest release.';
insert into smart_weights values (true, 0.40, 0.30, 0.06, 0.15, 0.05);

create table price_order (
  currency char(3) primary key,
  weight real not null check (weight > 0)
);
comment on table price_order is
  'Puts prices of several currencies in one order. Never shown, never charged: there is no '
  'conversion (D9).';
insert into price_order values ('TRY', 1), ('SAR', 11), ('USD', 42), ('EUR', 48);

create table market_day (
  singleton boolean primary key default true check (singleton),
  today date not null
);
comment on table market_day is
  'The day from which "in the last 30 days" counts, in UTC. Changed by turn_market_day, so that '
  'derived data does not depend on when it is read.';
insert into market_day values (true, (now() at time zone 'UTC')::date);

create table shelf (
  shelf integer not null,
  number bigint not null references items (number) on delete cascade,
  free boolean not null,
  rating_band smallint not null,
  smart real not null,
  rating real not null,
  reviews integer not null,
  price bigint not null,
  installs integer not null,
  published_at timestamptz not null,
  traits integer not null default 0,
  primary key (shelf, number)
);
comment on table shelf is
  'Place of an item in a list. Shelves -1 and -2 are all of the app and the theme market, others '
  'are a category''s number. Every sort is one index read in either direction, so a page costs '
  'the same for 1,000 and for 1,000,000 items. Derived by shelve_items.';
comment on column shelf.rating_band is
  'Stars times two, rounded down: 9 is 4.5 and more; 0 is not rated.';
comment on column shelf.traits is 'Bits, see item_traits.';
create index shelf_installs on shelf (shelf, installs, number) include (free, rating_band, traits);
create index shelf_newest on shelf (shelf, published_at desc, number) include (free, rating_band,
  traits);
create index shelf_number on shelf (number);
create index shelf_price on shelf (shelf, price, number) include (free, rating_band, traits);
create index shelf_rating on shelf (shelf, rating desc, reviews desc, number) include (free,
  rating_band, traits);
-- Filters are read from the index that gives the order.
create index shelf_smart on shelf (shelf, smart desc, number) include (free, rating_band, traits);
-- Finds the few that have a trait.
create index shelf_traits on shelf (shelf, traits);

create table shelf_counts (
  shelf integer not null,
  free boolean not null,
  rating_band smallint not null,
  n integer not null,
  traits integer not null default 0,
  primary key (shelf, free, rating_band, traits)
);
comment on table shelf_counts is
  'How many items are on each shelf, by price and rating: facets without counting.';

create table item_cards (
  number bigint not null references items (number) on delete cascade,
  locale text not null check (locale in ('tr', 'en', 'ar')),
  card json not null,
  primary key (number, locale)
);
comment on table item_cards is
  'What a list shows of an item, one row per language of the item. Derived by shelve_items.';
comment on column item_cards.card is 'json, not jsonb: it is only sent as it is.';

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
  names tsvector not null,
  traits integer not null default 0
);
comment on table item_words is
  'What search reads: folded words of all languages (weight A name, B tagline, C developer and '
  'categories, D the rest) beside what filters need. Derived by shelve_items.';
alter table item_words alter column words set storage external;
comment on column item_words.names is
  'Words of the names only: short, so that a search by name reads no long row.';
create index item_names_app on item_words using gin (names) where market = 'app';
create index item_names_theme on item_words using gin (names) where market = 'theme';
create index item_words_app on item_words using gin (words) where market = 'app';
create index item_words_theme on item_words using gin (words) where market = 'theme';

create table known_words (
  word text collate "C" primary key
);
comment on table known_words is 'Words that exist: a typo finds its word (D24).';
create index known_words_trigrams on known_words using gin (word gin_trgm_ops);

create unlogged table item_changes (
  item_id text not null,
  market text,
  content boolean not null
);
comment on table item_changes is
  'Items that the running transaction changed, for shelve_changes. Empty outside of transactions.';
comment on column item_changes.content is 'More than a counter changed.';

create unlogged table shelving_due (
  asked boolean not null default true
);
comment on table shelving_due is
  'One row makes one call of shelve_changes at commit, however many items changed. Empty outside '
  'of transactions.';

-- References of tables above and of modules before to tables of this one.
alter table partner_tokens add foreign key (item_id) references items;
alter table contact_messages add foreign key (item_id) references items;
alter table items add foreign key (latest_release_id) references releases deferrable initially deferred;

-- Folded words with one weight, without positions. Not to_tsvector: its parser depends on the
-- database's locale.
create function weighed_words(said text, weight "char") returns tsvector
  language sql immutable parallel safe as $$
  select coalesce(string_agg(format('''%s'':1%s', left(word, 60), weight), ' '), '')::tsvector
  -- a text search vector holds a megabyte at most
  from unnest(string_to_array(fold(left(coalesce(said, ''), 60000)), ' ')) as one (word)
  where word <> ''
$$;

-- Number of the shelf that holds a whole market.
create function market_shelf(market text) returns integer
  language sql immutable strict parallel safe as $$
  select case market when 'app' then -1 when 'theme' then -2 end
$$;

-- The wanted language, else English, else any.
create function best_text(texts jsonb, wanted text) returns text
  language sql immutable parallel safe as $$
  select coalesce(texts ->> wanted, texts ->> 'en',
    (select value from jsonb_each_text(texts) limit 1), '')
$$;

-- The cover for a card.
create function card_picture(wanted_item text, wanted_device text, wanted_locale text) returns jsonb
  language sql stable as $$
  select jsonb_build_object('sources', sources, 'width', width, 'height', height, 'placeholder',
    placeholder, 'alt', best_text(alt, wanted_locale))
  from item_pictures
  where item_id = wanted_item and role = 'cover' and device = wanted_device
  order by case locale when wanted_locale then 0 when 'en' then 1 else 2 end, position limit 1
$$;

-- Recomputes all derived rows of these items.
create function shelve_items(wanted text[]) returns void language plpgsql as $$
begin
  create temporary table if not exists to_shelve (
    id text, number bigint primary key, market text, partner text, free boolean,
      rating_band smallint, smart real, rating real, reviews integer,
    price bigint, installs integer, published_at timestamptz, shelves integer[], traits integer
  ) on commit delete rows;
  delete from to_shelve;
  -- Two transactions that changed parts of one item wait for each other here; the later one sees
  -- both changes.
  perform from items where id = any (wanted) order by number for no key update;
  -- Keep the day from changing meanwhile.
  perform from market_day for share;

  insert into to_shelve
  select i.id, i.number, i.market, p.name,
    i.price_kind = 'free', floor(coalesce(i.rating, 0) * 2)::smallint,
    s.smart,
    coalesce(i.rating, 0), i.review_count,
    -- free to install but paid by use is not free: it sorts before the cheapest
    greatest(round(i.price_minor * o.weight), (i.price_kind <> 'free')::int)::bigint,
    i.install_count, coalesce(i.published_at, i.updated_at),
    market_shelf(i.market) || array(select c.number from item_categories k
      join categories c on c.id = k.category_id where k.item_id = i.id order by c.position),
    item_traits(r.manifest, array(select locale from item_texts where item_id = i.id),
      r.published_at, d.today)
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
    and not exists (select from to_shelve g where g.number = s.number
      and s.shelf = any (g.shelves));
  insert into shelf as known (shelf, number, free, rating_band, smart, rating, reviews, price,
    installs, published_at, traits)
  select one, number, free, rating_band, smart, rating, reviews, price, installs, published_at,
    traits
  from to_shelve cross join lateral unnest(shelves) as one
  order by one, number
  on conflict (shelf, number) do update set free = excluded.free,
    rating_band = excluded.rating_band, smart = excluded.smart, rating = excluded.rating,
    reviews = excluded.reviews, price = excluded.price, installs = excluded.installs,
      published_at = excluded.published_at,
    traits = excluded.traits
  where known is distinct from excluded;

  delete from item_cards c using items i
  where i.id = any (wanted) and c.number = i.number
    and not exists (select from to_shelve g join item_texts t on t.item_id = g.id
      where g.number = c.number and t.locale = c.locale);
  insert into item_cards as known
  select i.number, t.locale, json_build_object(
    'id', i.id, 'market', i.market, 'slug', i.slug, 'prefix', i.prefix, 'name', t.name, 'tagline',
      t.tagline,
    'price_minor', i.price_minor, 'currency', i.currency, 'price_kind', i.price_kind,
      'price_period', i.price_period, 'in_app_purchase', i.in_app_purchase,
    'rating', i.rating, 'review_count', i.review_count, 'install_count', i.install_count,
    'developer', json_build_object('slug', p.slug, 'name', p.name), 'icon', i.icon, 'swatches',
      i.swatches, 'ground', i.ground,
    'cover_desktop', card_picture(i.id, 'desktop', t.locale), 'cover_phone',
      card_picture(i.id, 'phone', t.locale),
    'shelves', g.shelves[2:], 'version', r.version, 'installable', r.package_sha256 is not null,
    'permission_count', coalesce(jsonb_array_length(r.manifest -> 'permissions'), 0))
  from to_shelve g
  join items i on i.number = g.number
  join partners p on p.id = i.partner_id
  join item_texts t on t.item_id = i.id
  left join releases r on r.id = i.latest_release_id
  on conflict (number, locale) do update set card = excluded.card
    where known.card::text <> excluded.card::text;

  delete from item_words w using items i
  where i.id = any (wanted) and w.number = i.number
    and not exists (select from to_shelve g where g.number = w.number);
  insert into item_words as known (number, market, shelves, free, rating_band, smart, rating,
    reviews, price, installs, published_at, words, names, traits)
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
    strip(called.named), g.traits
  from to_shelve g
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
    traits = excluded.traits
  where known is distinct from excluded;

  insert into known_words
  select distinct said.word
  from item_words w join to_shelve g using (number),
    unnest(tsvector_to_array(ts_filter(w.words, '{a,b,c}'))) as said (word)
  where length(said.word) between 4 and 30 and not exists (select from known_words k
    where k.word = said.word)
  on conflict do nothing;
end $$;

-- Keeps shelf_counts.
create function count_shelf() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shelf_counts as known (shelf, free, rating_band, traits, n)
    select shelf, free, rating_band, traits, count(*) from new_rows group by 1, 2, 3, 4 order by 1,
      2, 3, 4
    on conflict (shelf, free, rating_band, traits) do update set n = known.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into shelf_counts as known (shelf, free, rating_band, traits, n)
    select shelf, free, rating_band, traits, -count(*) from old_rows group by 1, 2, 3, 4 order by 1,
      2, 3, 4
    on conflict (shelf, free, rating_band, traits) do update set n = known.n + excluded.n;
  else
    insert into shelf_counts as known (shelf, free, rating_band, traits, n)
    select shelf, free, rating_band, traits, sum(change)
    from (select shelf, free, rating_band, traits, 1 as change from new_rows union all select shelf,
      free, rating_band, traits, -1 from old_rows) both_rows
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (shelf, free, rating_band, traits) do update set n = known.n + excluded.n;
  end if;
  return null;
end $$;
create trigger count_inserted
  after insert on shelf referencing new table as new_rows
  for each statement execute function count_shelf();
create trigger count_deleted
  after delete on shelf referencing old table as old_rows
  for each statement execute function count_shelf();
create trigger count_updated
  after update on shelf referencing old table as old_rows new table as new_rows
  for each statement execute function count_shelf();

-- The setting is local to the transaction: a savepoint that is rolled back removes it together with
-- the row.
create function ask_for_shelving() returns void language plpgsql as $$
begin
  if current_setting('arasta.shelving_asked', true) is distinct from pg_current_xact_id()::text then
    perform set_config('arasta.shelving_asked', pg_current_xact_id()::text, true);
    insert into shelving_due default values;
  end if;
end $$;

-- Derives again what the transaction changed, and notifies all processes.
create function shelve_changes() returns trigger language plpgsql as $$
declare
  changed text[];
  tags text;
begin
  -- Later changes ask again.
  perform set_config('arasta.shelving_asked', '', true);
  delete from shelving_due;
  with gone as (delete from item_changes returning item_id, market, content),
    each_item as (select item_id, max(market) as market, bool_or(content) as content from gone
      group by item_id),
    known as (select item_id, coalesce(each_item.market, items.market) as market, content
      from each_item left join items on items.id = item_id)
  select array_agg(item_id), concat_ws(' ',
    (select string_agg(distinct 'market:' || market, ' ') from known where content),
    case when count(*) <= 50 then string_agg('item:' || item_id, ' ') end)
  into changed, tags from known;
  if changed is null then return null; end if;
  perform shelve_items(changed);
  if tags <> '' then perform pg_notify('arasta_changed', tags); end if;
  return null;
end $$;
create constraint trigger shelve_changes
  after insert on shelving_due deferrable initially deferred
  for each row execute function shelve_changes();

-- Triggers note changed items, whoever changes them; shelve_changes processes them at commit.
create function note_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into item_changes select id, market, true from new_rows;
  elsif tg_op = 'DELETE' then
    insert into item_changes select id, market, true from old_rows;
  else
    insert into item_changes
    select n.id, n.market, to_jsonb(n) - 'install_count' - 'updated_at' is distinct from to_jsonb(o)
      - 'install_count' - 'updated_at'
    from new_rows n join old_rows o using (number)
    where to_jsonb(n) - 'updated_at' is distinct from to_jsonb(o) - 'updated_at';
  end if;
  perform ask_for_shelving();
  return null;
end $$;
create trigger note_inserted
  after insert on items referencing new table as new_rows
  for each statement execute function note_item();
create trigger note_deleted
  after delete on items referencing old table as old_rows
  for each statement execute function note_item();
create trigger note_updated
  after update on items referencing old table as old_rows new table as new_rows
  for each statement execute function note_item();

create function note_part_of_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into item_changes select distinct item_id, null, true from new_rows;
  elsif tg_op = 'DELETE' then
    insert into item_changes select distinct item_id, null, true from old_rows;
  else
    insert into item_changes
    select distinct item_id, null, true
    from ((select * from new_rows except select * from old_rows)
      union all (select * from old_rows except select * from new_rows)) as differing;
  end if;
  perform ask_for_shelving();
  return null;
end $$;
create trigger note_inserted
  after insert on item_texts referencing new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_deleted
  after delete on item_texts referencing old table as old_rows
  for each statement execute function note_part_of_item();
create trigger note_updated
  after update on item_texts referencing old table as old_rows new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_inserted
  after insert on item_pictures referencing new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_deleted
  after delete on item_pictures referencing old table as old_rows
  for each statement execute function note_part_of_item();
create trigger note_updated
  after update on item_pictures referencing old table as old_rows new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_inserted
  after insert on item_categories referencing new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_deleted
  after delete on item_categories referencing old table as old_rows
  for each statement execute function note_part_of_item();
create trigger note_updated
  after update on item_categories referencing old table as old_rows new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_inserted
  after insert on releases referencing new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_deleted
  after delete on releases referencing old table as old_rows
  for each statement execute function note_part_of_item();
create trigger note_updated
  after update on releases referencing old table as old_rows new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_inserted
  after insert on plans referencing new table as new_rows
  for each statement execute function note_part_of_item();
create trigger note_deleted
  after delete on plans referencing old table as old_rows
  for each statement execute function note_part_of_item();
create trigger note_updated
  after update on plans referencing old table as old_rows new table as new_rows
  for each statement execute function note_part_of_item();

-- Category names are search words of items.
create function note_category() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.name, new.slug) is distinct from (old.name, old.slug) then
    insert into item_changes select item_id, new.market, true from item_categories
      where category_id = new.id;
    perform ask_for_shelving();
  end if;
  perform pg_notify('arasta_changed', 'market:' || coalesce(new.market, old.market));
  return null;
end $$;
create trigger note_change
  after insert or update or delete on categories for each row execute function note_category();

create function note_market() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'market:' || coalesce(new.market, old.market));
  return null;
end $$;
create trigger note_change
  after insert or update or delete on collections for each row execute function note_market();
create trigger note_change
  after insert or update or delete on banners for each row execute function note_market();

create function note_collection_item() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'market:' || market) from collections
    where id = coalesce(new.collection_id, old.collection_id);
  return null;
end $$;
create trigger note_change
  after insert or update or delete on collection_items
  for each row execute function note_collection_item();

-- Day of a moment in UTC.
create function utc_day(moment timestamptz) returns date
  language sql immutable strict parallel safe as $$
  select (moment at time zone 'UTC')::date
$$;

-- Bits 19, 20 and 21: the newest release is of the last 365, 90, 30 days. One without a day is
-- never new.
create function fresh_bits(released_at timestamptz, today date) returns integer
  language sql immutable parallel safe as $$
  select coalesce(bit_or(bit), 0) from (values (365, 1 << 19), (90, 1 << 20),
    (30, 1 << 21)) as step (days, bit) where utc_day(released_at) > today - days
$$;

-- What an item has, one bit each, as in modules/catalog/traits.ts: 0 to 10 works on platform 1 to
-- 11; 11 has a build for second-generation storefronts (D19); 12 asks for nothing, 13 to 15 asks
-- for a web service user, a design block, a tracking code; 16 to 18 has Turkish, English, Arabic
-- texts; 19 to 21 see fresh_bits. Without a package, platforms and permissions are unknown.
create function item_traits(manifest jsonb, locales text[], released_at timestamptz, today date)
  returns integer language sql immutable parallel safe as $$
  select case when manifest is null then 0 else
      coalesce((select bit_or(1 << (id::integer - 1))
        from jsonb_object_keys(coalesce(manifest -> 'compatibility' -> 'platforms',
        '{}')) as fits (id)
        where id ~ '^([1-9]|1[01])$'), 0)
      | case when manifest -> 'os2' = 'true'::jsonb then 1 << 11 else 0 end
      | coalesce((select bit_or(case asked ->> 'code' when 'web_service_user' then 1 << 13
        when 'design_block' then 1 << 14 when 'tracking_code' then 1 << 15 else 0 end)
        from jsonb_array_elements(coalesce(manifest -> 'permissions', '[]')) as asked), 1 << 12) end
    | case when 'tr' = any (locales) then 1 << 16 else 0 end | case
      when 'en' = any (locales) then 1 << 17 else 0 end
    | case when 'ar' = any (locales) then 1 << 18 else 0 end | fresh_bits(released_at, today)
$$;

-- Items that cross a limit of fresh_bits get other bits. Returns whether the day changed.
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
    join releases r on r.published_at >= ((least(before,
      wanted) - days)::timestamp at time zone 'UTC')
      and r.published_at < ((greatest(before, wanted) - days + 1)::timestamp at time zone 'UTC')
    join items i on i.latest_release_id = r.id;
  update shelf s set traits = s.traits & (1 << 19) - 1 | c.bits from crossing c
    where s.number = c.number and s.traits >> 19 << 19 <> c.bits;
  get diagnostics moved = row_count;
  update item_words w set traits = w.traits & (1 << 19) - 1 | c.bits from crossing c
    where w.number = c.number and w.traits >> 19 << 19 <> c.bits;
  drop table crossing;
  if moved > 0 then perform pg_notify('arasta_changed', 'market:app market:theme'); end if;
  return true;
end $$;

-- The only place of the formula (D13): an item's place and the answer to "why is this here?" both
-- read it. The _value columns are what is weighed: stars with ten times 3.5 added, installs, years
-- since 2020, share of a complete listing.
create function smart_terms(wanted text[]) returns table (number bigint,
  rating_value double precision, rating double precision,
  installs_value integer, installs double precision, recency_value double precision,
    recency double precision,
  quality_value double precision, quality double precision, verified_value boolean,
    verified double precision, smart real) language sql stable as $$
  select number, rated, w.rating * rated / 5, install_count,
    w.installs * least(1, ln(1 + install_count::bigint) / ln(1e6)), years, w.recency * years,
    listed, w.quality * listed, checked, w.verified * checked::integer,
    (w.rating * rated / 5 + w.installs * least(1,
      ln(1 + install_count::bigint) / ln(1e6)) + w.recency * years + w.verified * checked::integer +
      w.quality * listed)::real
  from (
    select i.number, i.install_count,
      ((coalesce(i.rating, 0) * i.review_count + 3.5 * 10) / (i.review_count::bigint + 10))::double
        precision as rated,
      (extract(epoch from coalesce(r.published_at, i.published_at,
        i.updated_at) - timestamptz '2020-01-01Z') / (365.25 * 86400))::double precision as years,
      (((i.icon is not null or i.swatches <> '{}')::integer + exists (select from item_pictures
        where item_id = i.id)::integer
        + (r.package_sha256 is not null)::integer
        + coalesce((select count(*) from item_texts where item_id = i.id), 0) / 3.0
        + least(1, (select max(length(array_to_string(description, ' '))) from item_texts
          where item_id = i.id) / 200.0)) / 5)::double precision as listed,
      p.verified_at is not null as checked
    from items i
    join partners p on p.id = i.partner_id
    left join releases r on r.id = i.latest_release_id
    where i.id = any (wanted)) facts
  cross join smart_weights w
$$;

-- An index is built without a search path, so the function sets its own.
create function name_words(said text) returns tsvector
  language sql immutable parallel safe set search_path from current as $$
  select weighed_words(said, 'A') $$;

-- Adds up imported ratings and ratings given here.
create function sum_ratings() returns trigger language plpgsql as $$
declare
  own_count bigint := (select sum(n) from unnest(new.own_ratings) n);
  own_stars bigint := (select sum(n * stars)
    from unnest(new.own_ratings) with ordinality as given (n, stars));
  total bigint;
begin
  -- An item inserted with a rating has an imported one.
  if tg_op = 'INSERT' and new.brought_count = 0 and new.review_count > 0 then
    new.brought_count := new.review_count;
    new.brought_stars := coalesce(new.rating * new.review_count, 0);
    new.brought_histogram := new.rating_histogram;
  end if;
  total := own_count + new.brought_count;
  new.review_count := least(total, 2147483647);
  new.rating := case when total > 0 then round((new.brought_stars + own_stars) / total, 2) end;
  new.rating_histogram := case
    when total = 0 or (new.brought_count > 0 and new.brought_histogram is null) then null
    when new.brought_count = 0 then new.own_ratings
    else (select array_agg(least(coalesce(brought, 0)::bigint + own, 2147483647) order by stars)
      from unnest(new.brought_histogram, new.own_ratings) with ordinality as both_kinds (brought,
        own, stars)) end;
  return new;
end $$;
create trigger sum_ratings
  before insert or update of brought_stars, brought_count, brought_histogram, own_ratings on items
  for each row execute function sum_ratings();

create trigger append_only
  before update or delete or truncate on release_log
  for each statement execute function refuse_change();
alter table release_log enable always trigger append_only;

-- An entry needs the one before it.
create function keep_release_log_gapless() returns trigger language plpgsql as $$
begin
  if new.index > 0 and not exists (select from release_log where index = new.index - 1) then
    raise exception 'entry % of the release log has none before it',
      new.index using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger gapless
  before insert on release_log for each row execute function keep_release_log_gapless();

-- A logged release changes only together with the log: it cannot be withdrawn, restored or given
-- other bytes silently.
create function keep_release_as_logged() returns trigger language plpgsql as $$
declare
  logged record;
begin
  select l.state, l.sha256, r.status, r.package_sha256 into logged from release_log l
    join releases r on r.id = l.release_id
  where l.release_id = new.id order by l.index desc limit 1;
  if found and (logged.state <> logged.status
    or logged.sha256 is distinct from logged.package_sha256) then
    raise exception 'release % is % in the log, but %', new.id, logged.state,
      logged.status using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger as_logged
  after update of status, package_sha256 on releases deferrable initially deferred
  for each row execute function keep_release_as_logged();

-- What an item shows and stores are offered: installable before listed only, offered to all before
-- staged, stable before prerelease (2.0.0-beta.1), then the highest version.
create function newest_release(item text) returns text language sql stable as $$
  select id from releases where item_id = item and status = 'published'
  order by package_sha256 is null, share < 10000, package_sha256 is not null and version like '%-%',
    version_order desc, version collate "C" limit 1
$$;

-- A draft or submission written before two tags were merged still names the old one.
create function follow_merged_tag() returns trigger language plpgsql as $$
declare
  target text := (select merged_into from categories where id = new.category_id);
begin
  if target is null then return new; end if;
  new.category_id := target;
  if exists (select from item_categories where item_id = new.item_id
    and category_id = target) then return null; end if;
  return new;
end $$;
create trigger follow_merged_tag
  before insert on item_categories for each row execute function follow_merged_tag();

-- Position of a store among 10,000 for one version of one item. The same rule as placeOf in
-- modules/catalog/rollout-rules.ts.
create function rollout_place(store text, item text, version text) returns integer
  language sql immutable as $$
  select (((get_byte(h, 0)::bigint << 24) + (get_byte(h, 1)::bigint << 16) + (get_byte(h,
    2)::bigint << 8) + get_byte(h, 3)) % 10000)::integer
  from (select sha256(convert_to(store || ' ' || item || ' ' || version, 'UTF8')) as h) as hashed
$$;

-- Keeps releases.share.
create function share_follows_stage() returns trigger language plpgsql as $$
begin
  update releases set share = new.stages[new.stage] where id = new.release_id;
  return null;
end $$;
create trigger share_follows_stage
  after insert or update of stage, stages on rollouts
  for each row execute function share_follows_stage();
