-- Platforms, the stores on them, and who is signed in.

create table platforms (
  id smallint primary key check (id between 1 and 6),
  key text not null unique,
  name text not null,
  logo text not null,
  -- 'connector' speaks the Store Connector protocol
  adapter text not null,
  connector_url text,
  connector_key_id text,
  connector_secret_sealed text,
  panel_origins text[] not null default '{}',
  -- '{shop}.demo.localhost' → '{shop}.panel.demo.localhost' (S9.6)
  panel_host_rule jsonb,
  -- D9: are list prices shown with tax, and whose rate while no invoice address is known
  prices_include_tax boolean not null default true,
  home_country char(2) not null default 'TR',
  created_at timestamptz not null default now()
);

create table platform_keys (
  platform_id smallint not null references platforms,
  kid text not null,
  public_jwk jsonb not null,
  retired_at timestamptz,
  primary key (platform_id, kid)
);

create table stores (
  id text primary key,
  platform_id smallint not null references platforms,
  external_id text not null,
  domain text not null,
  name text not null,
  url text not null,
  is_os2 boolean not null,
  panel_origin text,
  platform_version text,
  status text not null check (status in ('active', 'closed')),
  checked_at timestamptz not null,
  created_at timestamptz not null,
  unique (platform_id, external_id)
);
create index stores_domain on stores (platform_id, domain);

-- The store token is a handle (kept as its hash) for a credential that only the server can read.
create table store_credentials (
  handle_hash bytea primary key,
  store_id text not null references stores,
  key_id text not null,
  secret_sealed text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index store_credentials_store on store_credentials (store_id, created_at desc);

create table used_launch_tokens (
  platform_id smallint not null references platforms,
  jti text not null,
  expires_at timestamptz not null,
  primary key (platform_id, jti)
);
create index used_launch_tokens_expiry on used_launch_tokens (expires_at);

-- A launch link opened at top level waits here for "Continue as …?" (login forgery, D5).
create table pending_entries (
  handle_hash bytea primary key,
  store_id text not null references stores,
  account jsonb not null,
  locale text not null,
  store_token_sealed text,
  target_path text not null,
  expires_at timestamptz not null
);
create index pending_entries_expiry on pending_entries (expires_at);

create table sessions (
  token_hash bytea primary key,
  id text not null unique,
  store_id text not null references stores,
  account jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_store on sessions (store_id);
create index sessions_expiry on sessions (expires_at);
