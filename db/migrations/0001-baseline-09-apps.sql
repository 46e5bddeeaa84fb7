-- Module apps. Credentials of apps, OAuth connections, webhooks, in-app purchases, web-service
-- keys, the script inventory.

create table app_credentials (
  key_id text primary key,
  installation_id text not null unique references installations,
  secret_sealed text not null,
  created_at timestamptz not null
);
comment on table app_credentials is
  'Keys with which apps sign, one per installation, invalid when it ends.';

create table app_call_nonces (
  scope text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (scope, nonce)
);
comment on table app_call_nonces is
  'What may not be used again until it expires: nonces of signed calls, our launch tokens.';
create index app_call_nonces_age on app_call_nonces (expires_at);

create table app_purchases (
  id text primary key,
  order_id text not null unique references orders,
  installation_id text not null references installations,
  store_id text not null references stores,
  item_id text not null references items,
  request_id text not null,
  fingerprint text not null,
  consumed_at timestamptz,
  created_at timestamptz not null
);
comment on table app_purchases is 'In-app purchases.';
comment on column app_purchases.request_id is
  'The app''s own name of its request: asking again returns the same.';
create unique index app_purchases_one_request on app_purchases (store_id, item_id, request_id);

create table web_service_keys (
  installation_id text primary key references installations,
  asked_at timestamptz,
  taken_at timestamptz,
  renew_asked_at timestamptz
);
comment on table web_service_keys is
  'When a web-service key was requested, fetched and is to be renewed. The key itself is only at '
  'the platform and the app.';
comment on column web_service_keys.asked_at is
  'Of the app''s last call, before the platform was asked.';
comment on column web_service_keys.renew_asked_at is
  'By the owner or the schedule: the previous key ends a day later.';
create index web_service_keys_age on web_service_keys (taken_at);

create table app_connections (
  id text primary key,
  installation_id text not null references installations,
  scopes text[] not null check (cardinality(scopes) > 0),
  approved_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
comment on table app_connections is
  'External apps that an owner connected to the store (D19, OAuth 2.1), and what they may read.';
comment on column app_connections.approved_by is 'The person in the panel, as named then.';
create unique index app_connections_one_live on app_connections (installation_id)
  where revoked_at is null;

create table connect_codes (
  code_hash bytea primary key,
  connection_id text not null references app_connections on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table connect_codes is
  'OAuth authorization codes: valid for a minute and one use; only hashes are stored.';
create index connect_codes_age on connect_codes (expires_at);

create table connect_tokens (
  token_hash bytea primary key,
  connection_id text not null references app_connections on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table connect_tokens is 'OAuth tokens, as hashes.';
comment on column connect_tokens.used_at is
  'Of a refresh token: it was exchanged; if it is used again, somebody else has it too.';
create index connect_tokens_age on connect_tokens (expires_at);
create index connect_tokens_connection on connect_tokens (connection_id);

create table script_checks (
  store_id text primary key references stores,
  began_at timestamptz not null,
  checked_at timestamptz,
  changed text[] not null default '{}'
);
comment on table script_checks is
  'Daily check whether a store still has what we put there (PCI DSS 11.6.1).';
comment on column script_checks.began_at is 'Written before the store is asked.';
comment on column script_checks.checked_at is
  'Null while it runs, or when the store did not answer.';
comment on column script_checks.changed is 'Effects that are not as we put them.';

create table webhook_endpoints (
  id text primary key,
  item_id text not null references items,
  url text not null,
  secret_sealed text not null,
  former_sealed text,
  former_until timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (item_id, url),
  check ((former_sealed is null) = (former_until is null))
);
comment on table webhook_endpoints is
  'Where an app receives webhooks (Standard Webhooks): one for an app with a server of its own, '
  'one per shop for an app that lives on shops. Each has its own secret, so that no shop can '
  'speak to another in the market''s name.';
comment on column webhook_endpoints.former_sealed is
  'After a change the former secret signs too, until former_until.';
comment on column webhook_endpoints.disabled_at is
  'Nothing is sent any more: the address answered 410.';

create table webhook_counters (
  installation_id text primary key references installations,
  last integer not null check (last > 0)
);
comment on table webhook_counters is
  'Sequence number of an installation''s webhooks. A row of its own, because it is locked last of '
  'all.';

create table webhook_messages (
  id text primary key,
  endpoint_id text not null references webhook_endpoints,
  installation_id text not null references installations,
  sequence integer not null check (sequence > 0),
  type text not null,
  body text not null check (length(body) <= 20000),
  state text not null check (state in ('waiting', 'delivered', 'dead', 'dropped')),
  tries smallint not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  occurred_at timestamptz not null,
  ended_at timestamptz,
  unique (installation_id, sequence),
  check ((state = 'waiting') = (ended_at is null))
);
comment on table webhook_messages is
  'The webhook outbox: written in the transaction of the change. The body is sent byte for byte, '
  'the same each time.';
comment on column webhook_messages.tries is 'Of the schedule; manual deliveries do not count.';
create index webhook_messages_due on webhook_messages (next_try_at) where state = 'waiting';
create index webhook_messages_ended on webhook_messages (ended_at) where state <> 'waiting';
create index webhook_messages_under_way on webhook_messages (endpoint_id)
  where leased_until is not null;

create table webhook_tries (
  message_id text not null references webhook_messages on delete cascade,
  number smallint not null check (number > 0),
  by_hand boolean not null,
  started_at timestamptz not null,
  status smallint,
  failure text check (failure in ('blocked', 'unreachable', 'timeout', 'too_large', 'reset')),
  duration_ms integer,
  answer text check (length(answer) <= 500),
  primary key (message_id, number)
);
comment on table webhook_tries is 'The delivery log: written before the call.';
comment on column webhook_tries.status is
  'Null like failure while it runs, or when the worker died.';
comment on column webhook_tries.answer is
  'First characters of the answer, without anything that looks like a secret.';
