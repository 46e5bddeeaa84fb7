-- Careful rollouts: a release comes to all stores at once or in stages, previews come to who asks for them, and a release that fails is halted by itself.

-- Of 10,000 stores how many are offered it; which they are, `rollout_place` says. Kept by the trigger on `rollouts`.
alter table releases add column share integer not null default 10000 check (share between 0 and 10000);

-- Where a store stands among 10,000 for one version of one item. The same words as `placeOf` in contexts/catalog/rollout-rules.ts.
create function rollout_place(store text, item text, version text) returns integer language sql immutable as $$
  select (((get_byte(h, 0)::bigint << 24) + (get_byte(h, 1)::bigint << 16) + (get_byte(h, 2)::bigint << 8) + get_byte(h, 3)) % 10000)::integer
  from (select sha256(convert_to(store || ' ' || item || ' ' || version, 'UTF8')) as h) as hashed
$$;

-- What everybody may have comes before what only some may have yet.
create or replace function newest_release(item text) returns text language sql stable as $$
  select id from releases where item_id = item and status = 'published'
  order by package_sha256 is null, share < 10000, package_sha256 is not null and version like '%-%', version_order desc, version collate "C" limit 1
$$;

-- Whether an owner wants versions that are tried out before, too.
alter table installations add column channel text not null default 'stable' check (channel in ('stable', 'preview'));

-- Shares that grow and end with everybody.
create function are_stages(stages integer[]) returns boolean language sql immutable strict as $$
  select coalesce(cardinality(stages) between 1 and 6 and stages[1] > 0 and stages[cardinality(stages)] = 10000
    and not exists (select 1 from generate_series(2, cardinality(stages)) as n where stages[n] <= stages[n - 1]), false)
$$;

create table rollouts (
  release_id text primary key references releases on delete cascade,
  item_id text not null references items on delete cascade,
  -- what everybody had then: the release that this one's failures are compared with
  before_id text references releases on delete set null,
  stages integer[] not null check (are_stages(stages)),
  wait_hours integer not null check (wait_hours between 1 and 336),
  -- from 1
  stage integer not null default 1,
  -- halted is a state of the release; `done`: everybody has been offered it for `wait_hours`, it is not watched any more
  state text not null default 'running' check (state in ('running', 'done')),
  -- what failed before does not count any more: somebody has looked at it
  counted_from timestamptz not null,
  next_at timestamptz,
  look_at timestamptz,
  started_at timestamptz not null,
  -- the last halt was the market's own; null: there was none, or a person brought it back
  halted_for text check (halted_for in ('failures', 'health')),
  check (stage between 1 and cardinality(stages)),
  check ((state = 'running') = (next_at is not null) and (state = 'running') = (look_at is not null))
);
create index rollouts_due on rollouts (look_at) where state = 'running';
create index rollouts_item on rollouts (item_id, started_at desc);

-- When a stage was reached, and by whom; null: by its waiting time.
create table rollout_stages (
  release_id text not null references rollouts on delete cascade,
  stage integer not null check (stage between 1 and 6),
  reached_at timestamptz not null,
  reached_by text references people,
  primary key (release_id, stage)
);

create function share_follows_stage() returns trigger language plpgsql as $$
begin
  update releases set share = new.stages[new.stage] where id = new.release_id;
  return null;
end $$;
create trigger share_follows_stage after insert or update of stage, stages on rollouts for each row execute function share_follows_stage();

-- How many runs brought a release, and how many failed.
create index installation_runs_brought on installation_runs (to_release_id, finished_at) where kind in ('install', 'update') and state in ('succeeded', 'failed');

-- How a store's pages answered before and after a release that is watched came to it.
create table store_health (
  run_id text primary key references installation_runs on delete cascade,
  release_id text not null references releases on delete cascade,
  store_id text not null references stores on delete cascade,
  -- that answered well before
  urls text[] not null,
  -- `bad_once` is asked again a minute later; `bad`: twice, and it was well before
  state text not null check (state in ('before', 'waiting', 'bad_once', 'well', 'bad', 'unclear')),
  due_at timestamptz,
  checked_at timestamptz,
  bad_url text,
  check ((state in ('waiting', 'bad_once')) = (due_at is not null)),
  check (state <> 'bad' or bad_url is not null)
);
create index store_health_due on store_health (due_at) where due_at is not null;
create index store_health_release on store_health (release_id, checked_at);

-- How a submission wants its release to come: `auto` leaves it to the market's rule.
alter table submissions add column rollout text not null default 'auto' check (rollout in ('auto', 'at_once', 'staged')),
  add column rollout_stages integer[] check (are_stages(rollout_stages)), add column rollout_hours integer check (rollout_hours between 1 and 336),
  add check ((rollout = 'staged') = (rollout_stages is not null) and (rollout = 'staged') = (rollout_hours is not null));
