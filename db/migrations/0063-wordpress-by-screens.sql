-- A WordPress site is connected by its owner (D4, D6): what one browser asked for, what was found there, and the one answer of WordPress's consent page that is waited for.

create table wordpress_claims (
  id text primary key,
  -- of the secret that the browser keeps in a cookie
  handle_hash bytea not null unique,
  domain text not null,
  next_path text not null,
  locale text not null,
  -- origin of the site as it names itself; null until a WordPress was found
  url text,
  -- its page that asks the owner; null while the site is not ready for it
  consent_url text check (consent_url is null or url is not null),
  -- why it is not ready, or what came of the last answer
  failure text,
  looked_at timestamptz not null,
  -- of the secret that only the answer to the last question carries; gone with the first that brings it
  state_hash bytea,
  state_until timestamptz,
  -- whose session ends by the answer
  replaces text,
  expires_at timestamptz not null,
  check ((state_hash is null) = (state_until is null))
);
create index wordpress_claims_expiry on wordpress_claims (expires_at);

create table wordpress_sites (
  store_id text primary key references stores,
  -- the user of WordPress who approved it
  approved_by text not null,
  connected_at timestamptz not null,
  -- what the last look found
  looked_at timestamptz not null,
  failure text,
  facts jsonb not null default '{}',
  -- its owner has disconnected it; the keys are given back when everything is off
  leaving_at timestamptz,
  left_at timestamptz,
  check (left_at is null or leaving_at is not null)
);
create index wordpress_sites_leaving on wordpress_sites (leaving_at) where leaving_at is not null and left_at is null;
