-- Orders for the last use of ended subscriptions are charged, and stores on which partners develop.

alter table subscriptions drop constraint subscriptions_check3;
alter table subscriptions
  add constraint subscriptions_ended_waits check (state <> 'ended' or next_action_at is null
    or due_order_id is not null);
comment on column subscriptions.due_order_id is
  'The order of the next period while it is not paid; of an ended subscription, the one for its last use.';

create table developer_codes (
  code_sha256 text primary key,
  store_id text not null unique references stores,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
comment on table developer_codes is
  'With such a code, which its owner was shown once, a partner may develop on a store.';

create table developer_stores (
  store_id text primary key references stores,
  partner_id text not null references partners,
  created_at timestamptz not null
);
comment on table developer_stores is
  'Stores on which a partner develops, as their owners allowed. Their subscriptions may follow a test clock.';
create index developer_stores_partner on developer_stores (partner_id, created_at desc);

alter table test_clocks
  add column steps integer not null default 0 check (steps >= 0),
  add column from_at timestamptz;
comment on column test_clocks.steps is 'Subscriptions that were advanced since it was last told to move.';
comment on column test_clocks.from_at is 'Where it stood when it was last told to move.';
create index test_clocks_moving on test_clocks (store_id) where now_at < target_at;
