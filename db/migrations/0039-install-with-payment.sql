-- An item is installed by its payment: the owner saw the plan and the price on one page.
create table planned_installs (
  order_id text primary key references orders,
  store_id text not null references stores,
  item_id text not null references items,
  version text not null,
  permissions text[] not null,
  inputs jsonb not null,
  asked_by text not null,
  state text not null check (state in ('waiting', 'started', 'left')),
  left_code text,
  due_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'left') = (left_code is not null)),
  check (state = 'waiting' or due_at is not null)
);
comment on table planned_installs is
  'What a store agreed to have installed when an order is paid.';
comment on column planned_installs.version is 'Of the release whose plan was shown.';
comment on column planned_installs.asked_by is 'Name of the person, for the history.';
comment on column planned_installs.state is
  'waiting: for the payment, or to be started; left: could not be started, the owner decides.';
comment on column planned_installs.left_code is 'Code of the refusal.';
comment on column planned_installs.due_at is 'When the order was paid.';
create index planned_installs_due on planned_installs (due_at)
  where state = 'waiting' and due_at is not null;
create index planned_installs_unpaid on planned_installs (created_at) where due_at is null;
create index planned_installs_store on planned_installs (store_id, item_id);
