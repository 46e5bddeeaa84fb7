-- One live theme: themes that come for a while, and the page that shows what failed lately.

create table theme_schedules (
  id text primary key,
  store_id text not null references stores on delete cascade,
  installation_id text not null references installations,
  state text not null check (state in ('planned', 'starting', 'live', 'ending', 'done', 'failed',
    'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz,
  due_at timestamptz,
  run_id text references installation_runs on delete set null,
  place_before bigint check (place_before > 0),
  failure text,
  started_name text,
  created_at timestamptz not null,
  check (ends_at is null or ends_at > starts_at),
  check (state in ('planned', 'starting', 'live', 'ending') or due_at is null)
);
comment on table theme_schedules is
  'When a theme of a store comes live and, with ends_at, steps back again. One open row for a store.';
comment on column theme_schedules.state is
  'starting, ending: a run moves the theme among the layers. done: it stays, or has stepped back.';
comment on column theme_schedules.due_at is
  'When it is looked at next; moved on before the work, so that a crashed worker leaves it to be '
  'tried again.';
comment on column theme_schedules.place_before is
  'Where the theme stood among the layers, so that what was live before is live again after it. '
  'Null: it was live already.';
comment on column theme_schedules.started_name is 'The person in the panel, as named then.';
create unique index theme_schedules_one_open on theme_schedules (store_id)
  where state in ('planned', 'starting', 'live', 'ending');
create index theme_schedules_due on theme_schedules (due_at) where due_at is not null;
create index theme_schedules_installation on theme_schedules (installation_id);

alter table owner_notices drop constraint owner_notices_kind_check;
alter table owner_notices add constraint owner_notices_kind_check check (kind in ('update_failed',
  'scripts_changed', 'item_stopped', 'item_lifted', 'review_down', 'appeal_answered',
  'theme_failed'));

create index installation_runs_failed on installation_runs (installation_id, finished_at)
  where state = 'failed';
