-- Updates of what is installed, and the way back to the version before (S2.19, S4.7, S7.6).

alter table installations drop constraint installations_state_check;
alter table installations add constraint installations_state_check
  check (state in ('installing', 'installed', 'updating', 'uninstalling', 'uninstalled', 'needs_action'));

-- `restore`: an update that could not be finished is taken back.
alter table installation_runs drop constraint installation_runs_kind_check;
alter table installation_runs add constraint installation_runs_kind_check check (kind in ('install', 'update', 'restore', 'uninstall', 'undo'));
-- What an update makes of the installation; taken over when it has succeeded, so that until then the old version goes on.
alter table installation_runs
  add column from_release_id text references releases,
  add column to_release_id text references releases,
  add column inputs jsonb,
  add column granted text[];

-- `restore`: the effect that took another's place makes way for it again.
alter table run_steps drop constraint run_steps_kind_check;
alter table run_steps add constraint run_steps_kind_check check (kind in ('package', 'apply', 'revert', 'restore', 'check'));

-- The effect of the version before, in whose place this one is put.
alter table side_effects add column replaces text references side_effects;
