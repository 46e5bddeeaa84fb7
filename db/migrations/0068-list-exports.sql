-- Files of the console's lists, made by a job (docs/decisions/0078).

create table list_exports (
  id text primary key check (id ~ '^exp_[0-9a-z]{20}$'),
  person_id text not null references people on delete cascade,
  list text not null check (list in ('orders', 'items', 'subscriptions', 'stores', 'partners', 'reviews', 'audit')),
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  columns text[] not null check (cardinality(columns) between 1 and 40),
  format text not null check (format in ('csv', 'json')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  turn integer not null default 0 check (turn >= 0),
  rows integer not null default 0 check (rows >= 0),
  bytes integer not null default 0 check (bytes >= 0),
  is_cut boolean not null default false,
  asked_at timestamptz not null,
  touched_at timestamptz not null,
  done_at timestamptz,
  check ((done_at is null) = (state in ('waiting', 'running')))
);
create index list_exports_mine on list_exports (person_id, asked_at desc);
create index list_exports_old on list_exports (asked_at);
create index list_exports_open on list_exports (touched_at) where state in ('waiting', 'running');
comment on table list_exports is 'What a list of the console shows with its filters, as a file that a job makes; of one person, deleted after seven days.';
comment on column list_exports.list is 'Which list; modules/market/list-columns.ts.';
comment on column list_exports.filters is 'Its filters, as in the query of the list.';
comment on column list_exports.columns is 'Its columns that were chosen, in their order.';
comment on column list_exports.turn is 'How often a job began with it; the parts of an earlier turn are thrown away.';
comment on column list_exports.rows is 'Rows written so far.';
comment on column list_exports.bytes is 'Length of the file so far.';
comment on column list_exports.is_cut is 'The list has more rows than a file may have.';
comment on column list_exports.touched_at is 'When a job last went on with it.';

create table list_export_parts (
  export_id text not null references list_exports on delete cascade,
  turn integer not null,
  place integer not null check (place >= 0),
  body_sealed text not null,
  primary key (export_id, turn, place)
);
comment on table list_export_parts is 'The rows of a file, some hundred in each part.';
comment on column list_export_parts.turn is 'The job that wrote it.';
comment on column list_export_parts.body_sealed is 'Rows in the format of the file, encrypted (D23).';
