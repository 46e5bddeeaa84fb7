-- Apps outside that an owner connected to the shop (D19, OAuth 2.1): what they may be let see of it by way of the market.

create table app_connections (
  id text primary key,
  installation_id text not null references installations,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- of the person in the panel, as they were called then
  approved_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index app_connections_one_live on app_connections (installation_id) where revoked_at is null;

-- A code is good for a minute and for one use; only hashes lie here.
create table connect_codes (
  code_hash bytea primary key,
  connection_id text not null references app_connections on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index connect_codes_age on connect_codes (expires_at);

create table connect_tokens (
  token_hash bytea primary key,
  connection_id text not null references app_connections on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  -- of a refresh token: it was traded; should it come again, somebody else has it too
  used_at timestamptz
);
create index connect_tokens_age on connect_tokens (expires_at);
create index connect_tokens_connection on connect_tokens (connection_id);
