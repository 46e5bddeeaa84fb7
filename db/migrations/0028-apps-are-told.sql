-- What apps are told of their copies on stores (Standard Webhooks), and how it went.

-- Where an app is told: one of an app that lives on a server of its own, one for each shop of an app that lives on shops. Each has a secret of its own,
-- so that no shop can speak to another in the market's name.
create table webhook_endpoints (
  id text primary key,
  item_id text not null references items,
  url text not null,
  secret_sealed text not null,
  -- the secret before the last change signs beside the new one until then
  former_sealed text,
  former_until timestamptz,
  -- nothing is sent any more: the address answered 410
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (item_id, url),
  check ((former_sealed is null) = (former_until is null))
);

-- How many things an app was told of an installation: by it an app knows what is newer. A row of its own, for whoever writes it holds it last of all.
create table webhook_counters (
  installation_id text primary key references installations,
  last integer not null check (last > 0)
);

-- The outbox: written in the transaction of the change. The body is what is sent, byte for byte, each time the same.
create table webhook_messages (
  id text primary key,
  endpoint_id text not null references webhook_endpoints,
  installation_id text not null references installations,
  sequence integer not null check (sequence > 0),
  type text not null,
  body text not null check (length(body) <= 20000),
  state text not null check (state in ('waiting', 'delivered', 'dead', 'dropped')),
  -- of the schedule; what was sent by hand does not count
  tries smallint not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  occurred_at timestamptz not null,
  ended_at timestamptz,
  unique (installation_id, sequence),
  check ((state = 'waiting') = (ended_at is null))
);
create index webhook_messages_due on webhook_messages (next_try_at) where state = 'waiting';
create index webhook_messages_under_way on webhook_messages (endpoint_id) where leased_until is not null;
create index webhook_messages_ended on webhook_messages (ended_at) where state <> 'waiting';

-- The delivery log: the row is there before the call goes out.
create table webhook_tries (
  message_id text not null references webhook_messages on delete cascade,
  number smallint not null check (number > 0),
  by_hand boolean not null,
  started_at timestamptz not null,
  -- both null while it is under way, or when the worker died
  status smallint,
  failure text check (failure in ('blocked', 'unreachable', 'timeout', 'too_large', 'reset')),
  duration_ms integer,
  -- the first characters of the answer, without anything that looks like a secret
  answer text check (length(answer) <= 500),
  primary key (message_id, number)
);
