-- What is on which store, how it came there, and how it goes away again.

create table installations (
  id text primary key,
  store_id text not null references stores,
  item_id text not null references items,
  release_id text not null references releases,
  order_id text references orders,
  state text not null check (state in ('installing', 'installed', 'uninstalling', 'uninstalled', 'needs_action')),
  granted text[] not null,
  inputs jsonb not null default '{}',
  -- the owner's choice at the uninstall: are the answers to the install form there again next time
  keep_data boolean not null default true,
  installed_at timestamptz,
  uninstalled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index installations_one_live on installations (store_id, item_id) where state <> 'uninstalled';
create index installations_store on installations (store_id, updated_at desc);

-- One piece of work on an installation: the job's steps and how far it is.
create table installation_runs (
  id text primary key,
  -- which came later, whatever the clock says
  turn bigint generated always as identity,
  installation_id text not null references installations,
  kind text not null check (kind in ('install', 'uninstall', 'undo')),
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed')),
  failure text,
  tries integer not null default 0,
  -- who works on it holds it until then; a dead worker's run is taken up again after that
  leased_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create unique index installation_runs_one_live on installation_runs (installation_id) where state in ('queued', 'running');

create table run_steps (
  run_id text not null references installation_runs on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('package', 'apply', 'revert', 'check')),
  effect_id text,
  title jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run_id, position)
);

-- The ledger (D12): what was there, what we put, under which id. A row is written before the store is touched.
create table side_effects (
  id text primary key,
  installation_id text not null references installations,
  position smallint not null,
  kind text not null check (kind in ('tracking_code', 'design_block', 'theme', 'web_service_user')),
  slot text not null,
  payload jsonb not null,
  before_sha256 text,
  after_sha256 text,
  state text not null check (state in ('planned', 'applied', 'reverted')),
  -- effects of others in the same slot when ours came: with the same ones there, removing ours must give before_sha256
  others text[] not null default '{}',
  applied_at timestamptz,
  reverted_at timestamptz
);
create index side_effects_installation on side_effects (installation_id, position);
