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
