-- What partners hand in, on its way to the market: a release, a listing, or both. A row is as it was handed in; what is to be otherwise is handed
-- in anew.
create table submissions (
  id text primary key check (id ~ '^sub_[0-9a-z]{20}$'),
  item_id text not null references items on delete cascade,
  partner_id text not null references partners,
  state text not null check (state in ('checking', 'waiting', 'approved', 'rejected', 'withdrawn', 'failed_checks')),
  -- of the release; null for a listing alone
  version text check (length(version) <= 60),
  channel text check (channel in ('stable', 'beta')),
  notes jsonb,
  package_sha256 text check (package_sha256 ~ '^[0-9a-f]{64}$'),
  package_size integer check (package_size > 0),
  manifest jsonb,
  -- the listing as it was then: checked with the release, and written at the approval where it was handed in too
  listing jsonb not null,
  with_listing boolean not null,
  -- PKG-7: the package holds what nobody else may get
  quarantined boolean not null default false,
  submitted_by text not null references people,
  submitted_at timestamptz not null,
  -- when to begin the checks, or to begin again when whoever checks has died
  check_at timestamptz,
  check_tries smallint not null default 0,
  -- since when it waits for a person
  waiting_at timestamptz,
  claimed_by text references people,
  claimed_until timestamptz,
  decided_by text references people,
  decided_at timestamptz,
  grounds text check (grounds in ('contract', 'law')),
  rule text check (length(rule) between 1 and 300),
  reasons text check (length(reasons) between 1 and 4000),
  -- checks that could not run, in whose place the reviewer has looked
  looked_at text[] not null default '{}',
  release_id text references releases,
  check (with_listing or version is not null),
  check ((version is null) = (channel is null) and (version is null) = (notes is null) and (version is null) = (package_sha256 is null)
    and (version is null) = (package_size is null) and (version is null) = (manifest is null)),
  check ((channel = 'beta') = (version like '%-%')),
  check (state <> 'rejected' or (grounds is not null and rule is not null and reasons is not null)),
  check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  check ((state in ('checking', 'waiting')) = (decided_at is null)),
  check ((state = 'checking') = (check_at is not null))
);
-- Of an item one at a time: another takes its place only when this one was withdrawn.
create unique index submissions_open on submissions (item_id) where state in ('checking', 'waiting');
create index submissions_item on submissions (item_id, submitted_at desc, id desc);
create index submissions_queue on submissions (waiting_at, id) where state = 'waiting';
create index submissions_checks on submissions (check_at) where state = 'checking';
create index submissions_decided on submissions (decided_at desc) where state in ('approved', 'rejected');

-- What each rule said of it: passed, failed, or nobody knows (PKG-5).
create table submission_checks (
  submission_id text not null references submissions on delete cascade,
  rule text not null,
  position smallint not null,
  severity text not null check (severity in ('reject', 'quarantine')),
  verdict text not null check (verdict in ('passed', 'failed', 'could_not_run')),
  findings jsonb not null default '[]',
  -- why it could not run, for engineers
  reason text,
  checked_at timestamptz not null,
  primary key (submission_id, rule)
);

-- Bytes of packages that no release has and somebody still needs: the sweep of uploads leaves them alone.
create table package_holds (
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  holder text not null,
  primary key (sha256, holder)
);
