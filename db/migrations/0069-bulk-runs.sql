-- One act on many rows of a list of the console (docs/decisions/0078).

create table bulk_runs (
  id text primary key check (id ~ '^blk_[0-9a-z]{20}$'),
  person_id text not null references people on delete cascade,
  act text not null check (act in ('unpublish_items', 'publish_items', 'hide_reviews', 'show_reviews', 'settle_reviews', 'retry_jobs')),
  filters jsonb check (jsonb_typeof(filters) = 'object'),
  given jsonb not null check (jsonb_typeof(given) = 'object'),
  state text not null check (state in ('collecting', 'checking', 'checked', 'running', 'done', 'stopped', 'failed')),
  undoes text references bulk_runs on delete set null,
  is_cut boolean not null default false,
  turn integer not null default 0 check (turn >= 0),
  lease_until timestamptz,
  asked_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz,
  check ((done_at is null) = (state in ('collecting', 'checking', 'checked', 'running')))
);
create index bulk_runs_mine on bulk_runs (person_id, asked_at desc);
create index bulk_runs_old on bulk_runs (asked_at);
create index bulk_runs_undoes on bulk_runs (undoes);
create index bulk_runs_open on bulk_runs (lease_until) where state in ('collecting', 'checking', 'running');
comment on table bulk_runs is 'One act on many rows of a list: first tried on each, then, when the person says so, done to each by a job; deleted after 30 days.';
comment on column bulk_runs.act is 'What is done to each row; modules/market/bulk-rules.ts.';
comment on column bulk_runs.filters is 'All rows that the list shows with these filters; null: rows that were chosen one by one.';
comment on column bulk_runs.given is 'What the act is told beside the row: reasons, a notice.';
comment on column bulk_runs.state is 'collecting: reads the rows of the filters; checking: tries each; checked: waits for the person; running: does it.';
comment on column bulk_runs.undoes is 'The run whose rows this one brings back.';
comment on column bulk_runs.is_cut is 'The filters show more rows than a run may have.';
comment on column bulk_runs.turn is 'How often a job began with it; only the last turn may change it.';
comment on column bulk_runs.lease_until is 'Until then the job is taken to be at work; null: nobody has it.';

create table bulk_steps (
  run_id text not null references bulk_runs on delete cascade,
  place integer not null check (place >= 0),
  object_id text not null,
  title text not null default '',
  state text not null check (state in ('waiting', 'possible', 'impossible', 'done', 'refused')),
  reason text,
  primary key (run_id, place),
  unique (run_id, object_id),
  check ((reason is not null) = (state in ('impossible', 'refused')))
);
comment on table bulk_steps is 'The rows of a run, each with what became of it.';
comment on column bulk_steps.title is 'What people call it; empty until it was tried.';
comment on column bulk_steps.state is 'possible, impossible: whether it could be done when it was tried; done, refused: what came of it.';
comment on column bulk_steps.reason is 'Code of the refusal.';
