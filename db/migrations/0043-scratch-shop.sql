-- What is handed in is installed and uninstalled once on a store that a platform keeps for that; nobody else's store is touched.
alter table platforms add column scratch_store text;

-- One at a time on each platform's: two items on one shop would be taken for each other's.
create table scratch_turns (
  platform_id integer primary key references platforms,
  submission_id text not null,
  ends_at timestamptz not null
);

-- The shop before the install and with the item on it.
create table submission_pictures (
  submission_id text not null references submissions on delete cascade,
  moment text not null check (moment in ('before', 'after')),
  bytes bytea not null check (octet_length(bytes) <= 4194304),
  taken_at timestamptz not null,
  primary key (submission_id, moment)
);

-- Its files beside those of the release that was published then: comparing takes a process of its own, and a reviewer's page does not wait for one.
create table submission_files (
  submission_id text primary key references submissions on delete cascade,
  -- the published package; empty: there was none
  compared_with text not null,
  files jsonb not null
);
