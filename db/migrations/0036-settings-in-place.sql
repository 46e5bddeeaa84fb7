-- Settings of an installed item are edited in place: an update within its release.

alter table installation_runs
  add column purpose text check (purpose in ('settings', 'live_theme')),
  add check (purpose is null or kind = 'update');
comment on column installation_runs.purpose is
  'Of an update that stays on its release: settings (other answers, from from_inputs to inputs), '
  'live_theme (the theme moves among the layers). Null: another release, or other rights.';
create index installation_runs_settings on installation_runs (installation_id, turn desc)
  where purpose = 'settings';

alter table previews add column answers_sha256 text;
comment on column previews.answers_sha256 is
  'Of the answers that an installed item is shown with; null: an item with its default answers.';
drop index previews_again;
create index previews_again on previews (release_id, platform_id, store_id, locale,
  answers_sha256, expires_at desc);
