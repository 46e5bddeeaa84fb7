-- The life of what is installed: paused and back, brought up to date by itself, what somebody else changed, and what happened when and by whom
-- (S4.7, D12).

alter table installations drop constraint installations_state_check;
alter table installations add constraint installations_state_check
  check (state in ('installing', 'installed', 'updating', 'pausing', 'paused', 'resuming', 'uninstalling', 'uninstalled', 'needs_action'));
-- Which updates come by themselves: none, those of the same major version, all. Never one that asks for more.
alter table installations add column auto_update text not null default 'off' check (auto_update in ('off', 'minor', 'all'));
create index installations_auto_update on installations (item_id) where auto_update <> 'off' and state = 'installed';

alter table installation_runs drop constraint installation_runs_kind_check;
-- `repair`: a part that somebody else changed is put there again as it was sent.
alter table installation_runs add constraint installation_runs_kind_check
  check (kind in ('install', 'update', 'restore', 'pause', 'resume', 'repair', 'uninstall', 'undo'));
alter table installation_runs
  add column started_by text not null default 'market' check (started_by in ('owner', 'automatic', 'market')),
  -- of the person in the panel, as they were called then
  add column started_name text,
  -- of an update: the answers of the version before, so that the way back to it finds them
  add column from_inputs jsonb;

alter table side_effects drop constraint side_effects_state_check;
-- `paused`: taken off, to come back to its place.
alter table side_effects add constraint side_effects_state_check check (state in ('planned', 'applied', 'paused', 'reverted'));
-- Where the platform says that it stands among the layers.
alter table side_effects add column place bigint check (place > 0);

-- A release that comes to an installation by itself: planned when it is seen, spread over time, begun or waiting for its owner.
create table auto_updates (
  installation_id text not null references installations,
  release_id text not null references releases on delete cascade,
  state text not null check (state in ('planned', 'started', 'waiting')),
  due_at timestamptz not null,
  -- why it waits: consent (asks for more), answers, agreement, changed (by somebody else), unsupported
  why text check (why in ('consent', 'answers', 'agreement', 'changed', 'unsupported')),
  run_id text references installation_runs on delete set null,
  created_at timestamptz not null,
  primary key (installation_id, release_id),
  check ((state = 'waiting') = (why is not null))
);
create index auto_updates_due on auto_updates (due_at) where state = 'planned' or (state = 'started' and run_id is null);
