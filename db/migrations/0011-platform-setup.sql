-- D26: what the console's setup of a platform keeps until the platform opens.
alter table platforms add column test_stores_sealed text;
comment on column platforms.test_stores_sealed is
  'Sealed JSON: store tokens with which the conformance checks call the connector. Deleted when '
  'the platform opens.';

create table platform_check_runs (
  id text primary key,
  platform_id smallint not null references platforms on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'finished', 'stopped', 'failed')),
  failure jsonb,
  stop_asked_at timestamptz,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  finished_at timestamptz
);
create unique index platform_check_runs_one on platform_check_runs (platform_id)
  where state in ('waiting', 'running');
create index platform_check_runs_newest on platform_check_runs (platform_id, created_at desc);
comment on table platform_check_runs is
  'Runs of the conformance checks against a platform''s connector, one at a time for each platform.';
comment on column platform_check_runs.failure is
  'Why a run ended before its checks: code, and the words and anchor of the protocol''s sentence.';
comment on column platform_check_runs.seen_at is
  'Written by the worker while it runs; a run that is not seen any more has lost its worker.';

create table platform_checks (
  platform_id smallint not null references platforms on delete cascade,
  check_id text not null,
  run_id text not null references platform_check_runs on delete cascade,
  state text not null check (state in ('waiting', 'running', 'passed', 'failed', 'skipped')),
  ms integer,
  words text,
  anchor text,
  expected text,
  calls jsonb not null default '[]',
  primary key (platform_id, check_id)
);
create index platform_checks_run on platform_checks (run_id);
comment on table platform_checks is 'The latest outcome of each conformance check on a platform.';
comment on column platform_checks.calls is
  'Of a failed check: the last calls and their answers, without secrets.';

create table platform_check_packages (
  sha256 text primary key,
  run_id text not null references platform_check_runs on delete cascade,
  bytes bytea not null,
  manner text not null
    check (manner in ('at_once', 'slowly', 'not_found', 'cut', 'redirect')),
  strayed_at timestamptz
);
create index platform_check_packages_run on platform_check_packages (run_id);
comment on table platform_check_packages is
  'Packages that a running check offers to a platform, deleted with the end of the run.';
comment on column platform_check_packages.strayed_at is
  'When the package was asked for at an address that is not the installer''s.';

create table platform_check_keys (
  kid text primary key,
  run_id text not null references platform_check_runs on delete cascade,
  public_jwk jsonb not null,
  withdrawn_at timestamptz
);
create index platform_check_keys_run on platform_check_keys (run_id);
comment on table platform_check_keys is
  'Public keys of those packages, published beside the market''s own while a check runs.';

create table platform_handovers (
  id bigint generated always as identity primary key,
  platform_id smallint not null references platforms on delete cascade,
  arrived_at timestamptz not null,
  facts jsonb not null
);
create index platform_handovers_newest on platform_handovers (platform_id, id desc);
comment on table platform_handovers is
  'What arrived at the host of a platform that is not open yet, part by part: the last five.';
