-- A theme can be bought and kept without a change of the shop.
alter table installations add column draft boolean not null default false;
alter table installations add constraint installations_draft check (
  not draft or state in ('installing', 'paused', 'resuming', 'uninstalling', 'uninstalled', 'needs_action'));
comment on column installations.draft is
  'A theme that was never on the shop yet: its effects wait until the owner makes it live.';
alter table planned_installs add column draft boolean not null default false;
comment on column planned_installs.draft is 'The theme is kept as a draft.';
