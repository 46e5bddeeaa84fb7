-- Module market. Texts, settings and branding of the market, requests for a store's data.

create table market_texts (
  path text not null check (path ~ '^/[a-z]+(/[a-z-]+)?$'),
  version integer not null check (version > 0),
  content jsonb check (jsonb_typeof(content) = 'object'),
  written_by text not null references people,
  written_at timestamptz not null,
  published_at timestamptz,
  primary key (path, version)
);
comment on table market_texts is
  'Pages of text that operators write; every saved version. Published versions do not change, the '
  'newest is shown. Without a row the text of the release applies.';
comment on column market_texts.content is
  'By language: title, lead, body. Null: the text of the release again.';
create unique index market_texts_one_draft on market_texts (path) where published_at is null;
create index market_texts_shown on market_texts (path, version desc) where published_at is not null;

create table market_settings (
  one_row boolean primary key default true check (one_row),
  operator jsonb check (jsonb_typeof(operator) = 'object'),
  brand jsonb check (jsonb_typeof(brand) = 'object'),
  operators_need_second boolean not null default false,
  changed_at timestamptz not null
);
comment on table market_settings is 'Settings of the whole market. Null: as the environment says.';
comment on column market_settings.operator is
  'name, address, mail, taxOffice, taxNumber of who runs the market.';
comment on column market_settings.brand is 'Colors, radii and fonts in place of the design''s own.';
comment on column market_settings.operators_need_second is 'Operators must use a second factor.';
insert into market_settings (changed_at) values (now());

create table market_faces (
  market text primary key check (market in ('both', 'app', 'theme')),
  name text check (name = btrim(name) and char_length(name) between 1 and 40
    and name !~ '[[:cntrl:]{}<>]'),
  logo text check (logo ~ '^/pictures/partners/[0-9a-f]+-[0-9]+[.]webp$'),
  mail text check (mail ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(mail) <= 254),
  changed_at timestamptz not null
);
comment on table market_faces is
  'Name and logo: of the whole market, and of each of the two markets where it differs. Null in a '
  'market: as the whole; null in the whole: as the release or the environment says.';
comment on column market_faces.mail is 'Where messages to the market are sent.';
insert into market_faces (market, changed_at) values
  ('both', now()), ('app', now()), ('theme', now());

create table store_data_requests (
  id text primary key check (id ~ '^sdr_[0-9a-z]{20}$'),
  store_id text not null references stores,
  kind text not null check (kind in ('export', 'erase')),
  state text not null check (state in ('queued', 'done', 'failed')),
  asked_by text not null references people,
  asked_at timestamptz not null,
  done_at timestamptz,
  counts jsonb,
  file_sealed text,
  file_until timestamptz,
  check ((state = 'queued') = (done_at is null))
);
comment on table store_data_requests is
  'A store''s owner wants a copy of the store''s data, or wants it erased (D23).';
comment on column store_data_requests.counts is 'How many rows of which table.';
comment on column store_data_requests.file_sealed is 'Of an export, until file_until.';
create index store_data_requests_files on store_data_requests (file_until)
  where file_sealed is not null;
create unique index store_data_requests_one_open on store_data_requests (store_id, kind)
  where state = 'queued';
create index store_data_requests_store on store_data_requests (store_id, asked_at desc);

-- A published text does not change.
create function keep_market_text() returns trigger language plpgsql as $$
begin
  if old.published_at is not null then raise exception 'a text that was published stands' using
    errcode = 'restrict_violation'; end if;
  return coalesce(new, old);
end $$;
create trigger keep_published
  before update or delete on market_texts for each row execute function keep_market_text();

create function note_market_text() returns trigger language plpgsql as $$
begin
  if new.published_at is not null then perform pg_notify('arasta_changed',
    'texts market:app market:theme'); end if;
  return null;
end $$;
create trigger note_change
  after insert or update on market_texts for each row execute function note_market_text();

-- Tells all processes that settings changed.
create function note_market_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'settings');
  return null;
end $$;
create trigger note_change
  after update on market_settings for each row execute function note_market_settings();
create trigger note_change
  after update on market_faces for each row execute function note_market_settings();
