-- Items, their texts, plans, pictures and releases.

create table partners (
  id text primary key,
  slug text not null unique,
  name text not null,
  website text,
  statement jsonb not null default '{}',
  created_at timestamptz not null
);

create table categories (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  slug text not null,
  name jsonb not null,
  drawing text,
  position smallint not null,
  unique (market, slug)
);

create table items (
  id text primary key,
  market text not null check (market in ('app', 'theme')),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug not in (
    'market', 'list', 'search', 'checkout', 'newsletter', 'calculate', 'payment', 'status', 'success', 'fail', 'account',
    'api', 'assets', 'partners', 'developers', 'legal', 'install', 'update', 'uninstall', 'connect', 'enter', 'builds', 'icons',
    'pictures', 'docs', 'app', 'theme')),
  prefix text not null unique,
  partner_id text not null references partners,
  name text not null,
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null check (currency in ('TRY', 'USD', 'EUR', 'SAR')),
  in_app_purchase boolean not null default false,
  icon text,
  -- theme: the arch's colours
  swatches text[] not null default '{}',
  ground text,
  links jsonb not null default '{}',
  -- whose work an item wraps, first the one it is named after: package, version, author, licence, source
  credits jsonb not null default '[]',
  -- texts by language: what it touches, what it leaves alone, its support document
  facts jsonb not null default '{}',
  -- bytes, compressed, that it adds to the page that carries most of it
  page_weight integer,
  rating numeric(3, 2),
  review_count integer not null default 0 check (review_count >= 0),
  install_count integer not null default 0 check (install_count >= 0),
  latest_release_id text,
  status text not null check (status in ('draft', 'published', 'unpublished')),
  published_at timestamptz,
  updated_at timestamptz not null
);
create index items_market_newest on items (market, published_at desc, id) where status = 'published';
create index items_market_installs on items (market, install_count desc, id) where status = 'published';
create index items_market_price on items (market, price_minor, id) where status = 'published';

create table item_texts (
  item_id text not null references items on delete cascade,
  locale text not null check (locale in ('tr', 'en', 'ar')),
  name text not null,
  tagline text not null,
  description text[] not null,
  features text[] not null default '{}',
  -- folded name, tagline and description (D24)
  search_text text not null,
  primary key (item_id, locale)
);

create table item_categories (
  item_id text not null references items on delete cascade,
  category_id text not null references categories,
  primary key (category_id, item_id)
);

create table plans (
  id text primary key,
  item_id text not null references items on delete cascade,
  kind text not null check (kind in ('free', 'one_time', 'recurring', 'usage')),
  name jsonb not null default '{}',
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null,
  position smallint not null,
  unique (item_id, position)
);

create table item_pictures (
  item_id text not null references items on delete cascade,
  -- 'cover' or 'screenshot'
  role text not null,
  locale text,
  device text not null check (device in ('desktop', 'phone')),
  position smallint not null,
  -- [{ path, width, height, type }] and a tiny blurred data: picture
  sources jsonb not null,
  width integer not null,
  height integer not null,
  placeholder text,
  alt jsonb not null default '{}',
  id bigint generated always as identity primary key
);
create index item_pictures_item on item_pictures (item_id, role, position);

create table packages (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size > 0),
  created_at timestamptz not null
);

create table releases (
  id text primary key,
  item_id text not null references items on delete cascade,
  version text not null,
  notes jsonb not null,
  manifest jsonb not null,
  package_sha256 text not null references packages,
  signature text not null,
  key_id text not null,
  status text not null check (status in ('published', 'halted', 'yanked')),
  -- sorts versions: '00001.00002.00003'
  version_order text not null,
  published_at timestamptz not null,
  unique (item_id, version)
);
alter table items add foreign key (latest_release_id) references releases deferrable initially deferred;

-- Append-only: each line carries the hash of the one before, signed.
create table release_log (
  position bigint generated always as identity primary key,
  release_id text not null references releases,
  entry text not null,
  previous_hash text not null,
  hash text not null unique,
  signature text not null,
  key_id text not null
);

-- What a loader put in last, so that it need not look at everything again.
create table loaded (
  name text primary key,
  fingerprint text not null,
  at timestamptz not null
);
