-- What partners see of their items: the delivery log of webhooks with replay
-- (docs/decisions/0083).

create table webhook_replays (
  id text primary key check (id ~ '^whr_[0-9a-z]{20}$'),
  item_id text not null references items,
  type text check (length(type) <= 40),
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  messages integer not null default 0 check (messages >= 0),
  asked_at timestamptz(3) not null,
  done_at timestamptz(3),
  check (from_at < until_at)
);
comment on table webhook_replays is
  'A partner has everything that failed in a span of time sent again: a job puts the messages back '
  'into the queue.';
comment on column webhook_replays.type is 'Only messages about this event; null: all of them.';
comment on column webhook_replays.messages is 'How many the job has put back so far.';
comment on column webhook_replays.done_at is 'All of them are in the queue.';
create unique index webhook_replays_open on webhook_replays (item_id) where done_at is null;
create index webhook_replays_newest on webhook_replays (item_id, asked_at desc);
create index webhook_replays_age on webhook_replays (asked_at);

alter table webhook_messages
  add column item_id text references items,
  add column replayed_at timestamptz(3),
  add column replay_id text references webhook_replays on delete set null;
update webhook_messages set item_id = webhook_endpoints.item_id
  from webhook_endpoints where webhook_endpoints.id = webhook_messages.endpoint_id;
alter table webhook_messages
  alter column item_id set not null,
  alter column installation_id drop not null,
  alter column sequence drop not null,
  add constraint webhook_messages_test_check
    check ((installation_id is null) = (type = 'webhook.test')
      and (sequence is null) = (installation_id is null));
comment on column webhook_messages.item_id is 'Of its endpoint: lists read by it.';
comment on column webhook_messages.installation_id is 'Null for a test event, which is about none.';
comment on column webhook_messages.replayed_at is
  'It was put back into the queue to be sent again, with the same id and body; its tries since then '
  'say so to the receiver.';
comment on column webhook_messages.replay_id is 'The replay of a span of time that did so last.';
create index webhook_messages_of_item on webhook_messages (item_id, occurred_at desc, id desc);
create index webhook_messages_of_event on webhook_messages (item_id, type, occurred_at desc, id desc);
create index webhook_messages_undelivered on webhook_messages (item_id, occurred_at desc, id desc)
  where state <> 'delivered';
create index webhook_messages_replay on webhook_messages (replay_id) where replay_id is not null;

alter table webhook_endpoints
  add column failing_since timestamptz(3),
  add column told_at timestamptz(3);
comment on column webhook_endpoints.failing_since is
  'The first failed try after the last success; null while tries succeed.';
comment on column webhook_endpoints.told_at is 'When the partner got a mail that it fails.';
create index webhook_endpoints_newest on webhook_endpoints (item_id, created_at desc, id);
create index webhook_endpoints_failing on webhook_endpoints (item_id, failing_since)
  where failing_since is not null;
create index webhook_endpoints_told on webhook_endpoints (item_id, told_at)
  where told_at is not null;

create table webhook_health (
  endpoint_id text not null references webhook_endpoints on delete cascade,
  hour timestamptz(3) not null,
  tries integer not null check (tries > 0),
  failed integer not null check (failed between 0 and tries),
  primary key (endpoint_id, hour)
);
comment on table webhook_health is 'Tries by endpoint and hour, for the share that failed.';
create index webhook_health_age on webhook_health (hour);
